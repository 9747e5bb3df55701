package import Dispatch
import PromiseKitLite

// Short names for the tests: most of them compare what was noted.

/// Posts a text as an event.
package func note(_ text: @autoclosure () -> String) { PromiseTrace.note(text()) }

/// Keeps the running job busy.
package func work(for interval: DispatchTimeInterval) { PromiseEnvironment.work(for: interval) }
