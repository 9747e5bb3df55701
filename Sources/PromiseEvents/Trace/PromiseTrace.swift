/// Records what the promises of this program do, as JSON Lines that `promise-tui` reads.
///
/// A program need not say anything to be recorded: with `PROMISE_TRACE=run.jsonl` in its environment it
/// writes every event of `PromiseEnvironment.shared`. From code it is the same:
///
/// ```swift
/// try PromiseTrace.start(to: .file("run.jsonl"))
/// login().done { token in show(token) }.catch { error in alert(error) }
/// PromiseTrace.stop()
/// ```
///
/// Recording changes nothing for the program: a thread of its own writes, the events wait in bounded memory,
/// and where the writer cannot follow, some are given up and counted. ``PromiseTrace/Header`` tells the format.
public enum PromiseTrace {}

// The names by which this package calls the parts of traces; a program that imports the module gets none of
// them.

package typealias TraceError = PromiseTrace.ReadingError
package typealias TraceHeader = PromiseTrace.Header
package typealias TraceProblem = PromiseTrace.Problem
package typealias TraceReader = PromiseTrace.Reader
package typealias TraceWriter = PromiseTrace.Writer
