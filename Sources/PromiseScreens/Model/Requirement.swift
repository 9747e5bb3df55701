/// A condition for a key to work, and what the screen says if it does not hold.
package enum Requirement: Hashable, Sendable {
  /// A promise is selected, or the event at the playhead has one.
  case promise
  /// The selection has moved to a related promise.
  case trail
  /// A bookmark is set.
  case bookmark
  /// The run does not play at the pace of a live program.
  case ownPace
  /// The run is a simulation that has not ended, or a program whose gate is closed.
  case choices
  /// The program runs and has a gate, which this screen controls.
  case gate
  /// Breakpoints stop the run: the gate of a program, or its playback.
  case breakpoints
  /// The run can be repeated with another schedule.
  case repeatable
  /// The run is a simulation, which can be repeated with a change.
  case changeable
  /// There is a choice at the playhead.
  case choicePoint
  /// A search is active.
  case search
  /// There are questions about the run, or about the selected demo.
  case questions
  /// The demo has a lesson.
  case lesson
  /// The program was started by `promise-tui run`.
  case restart
  /// The output of the program is captured.
  case output
  /// There is another demo.
  case nextDemo
}
