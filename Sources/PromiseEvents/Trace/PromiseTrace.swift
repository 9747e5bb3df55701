/// Records what the promises of this program do, in a file that `promise-tui` reads.
///
/// A program needs no code to be recorded: with `PROMISE_TRACE=run.ptrace` in its environment, it
/// writes every event of `PromiseEnvironment.shared`. The same from code:
///
/// ```swift
/// try PromiseTrace.start(to: .file("run.ptrace"))
/// login().done { token in show(token) }.catch { error in alert(error) }
/// PromiseTrace.stop()
/// ```
///
/// Recording does not change what the program does. Each thread writes its events into a part of the file
/// that is mapped into memory and belongs to that thread, so what is written survives any end of the
/// process. `promise-tui export` writes the same events as JSON Lines, whose first line is a
/// ``PromiseTrace/Header``.
public enum PromiseTrace {}

// The names that this package uses for the parts of traces. A program that imports the module does
// not see them.

package typealias TraceError = PromiseTrace.ReadingError
package typealias TraceHeader = PromiseTrace.Header
package typealias TraceProblem = PromiseTrace.Problem
package typealias TraceReader = PromiseTrace.Reader
package typealias TraceWriter = PromiseTrace.Writer
