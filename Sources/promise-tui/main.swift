import ArgumentParser
import PromiseKitLite
import PromiseSystem

// What shows other programs' promises does not record its own.
PromiseTrace.ignoresEnvironment()
Output.prepare()
guard !CommandLine.arguments.isEmpty else {
  // The system has no list of them where /proc is not mounted.
  Output.printError(
    "the arguments cannot be read: mount /proc, for example 'mount -t proc proc /proc'")
  exit(71)
}
PromiseTUI.start()
