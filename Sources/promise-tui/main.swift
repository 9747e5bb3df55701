import ArgumentParser
import PromiseKitLite

// What shows other programs' promises does not record its own.
Trace.ignoresEnvironment()
Output.prepare()
PromiseTUI.main()
