/// What an update asks of the program around it.
package enum Effect: Hashable, Sendable {
  /// Prepare the demo of this name; answered by ``Message/opened(_:real:prediction:)``.
  case open(demo: String)
  /// Give the running demo up.
  case closeDemo
  /// Run the next real job of a simulated demo; answered by ``Message/events(_:)`` or, where nothing
  /// is left to run, ``Message/finished``.
  case runNextJob
  /// Send ``Message/tick(now:)`` at this time, not before. Only the latest request counts.
  case tick(at: Int64)
  /// Leave.
  case quit
  /// Stop the program until the shell resumes it.
  case suspend
  /// Draw everything anew, whatever the terminal shows.
  case redraw
}
