import ArgumentParser
import PromiseKitLite

// What shows other programs' promises does not record its own.
PromiseTrace.ignoresEnvironment()
Output.prepare()
PromiseTUI.start()
