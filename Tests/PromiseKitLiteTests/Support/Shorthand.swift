import Dispatch
import PromiseKitLite

// What the tests call for short: in most of them, what was noted is what they compare.

/// Posts a text as an event.
func note(_ text: @autoclosure () -> String) { PromiseTrace.note(text()) }

/// Keeps the running job busy.
func work(for interval: DispatchTimeInterval) { PromiseEnvironment.work(for: interval) }
