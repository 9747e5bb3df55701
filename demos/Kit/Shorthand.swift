import Dispatch
import PromiseKitLite

// What the demos call for short, so that a line of theirs fits beside the picture. A program writes the
// library's own names.

/// Posts a text as an event: ``PromiseTrace/note(_:)``.
func note(_ text: @autoclosure () -> String) { PromiseTrace.note(text()) }

/// Keeps the running job busy: ``PromiseEnvironment/work(for:)``.
func work(for interval: DispatchTimeInterval) { PromiseEnvironment.work(for: interval) }
