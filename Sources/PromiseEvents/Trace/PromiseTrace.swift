/// Records what the promises of this program do, as JSON Lines that `promise-tui` reads.
///
/// A program needs no code to be recorded: with `PROMISE_TRACE=run.jsonl` in its environment, it
/// writes every event of `PromiseEnvironment.shared`. The same from code:
///
/// ```swift
/// try PromiseTrace.start(to: .file("run.jsonl"))
/// login().done { token in show(token) }.catch { error in alert(error) }
/// PromiseTrace.stop()
/// ```
///
/// Recording does not change what the program does. A thread of its own writes the trace, events
/// wait for it in bounded memory, and if the writer cannot keep up, some events are dropped and
/// counted. ``PromiseTrace/Header`` describes the format.
public enum PromiseTrace {}

// The names that this package uses for the parts of traces. A program that imports the module does
// not see them.

package typealias TraceError = PromiseTrace.ReadingError
package typealias TraceHeader = PromiseTrace.Header
package typealias TraceProblem = PromiseTrace.Problem
package typealias TraceReader = PromiseTrace.Reader
package typealias TraceWriter = PromiseTrace.Writer
