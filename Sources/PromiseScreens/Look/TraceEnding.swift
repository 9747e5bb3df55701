package import PromiseGraph
import PromiseInsight

/// How a recording ended, as far as its trace says.
package enum TraceEnding: Hashable, Sendable {
  /// The trace does not say: JSON Lines have no mark of the end.
  case unknown
  /// The last line of the trace is incomplete.
  case cutShort
  /// The recording was ended.
  case finished
  /// The program is still being recorded.
  case running
  /// The process ended before it ended the recording.
  case killed
  /// The file could not grow, so the recording ended before the program did.
  case full

  /// Whether something may have happened that the trace does not contain.
  package var isIncomplete: Bool {
    switch self {
    case .unknown, .finished: false
    case .cutShort, .running, .killed, .full: true
    }
  }

  /// Returns one or two words.
  func label(_ language: Language) -> String {
    switch self {
    case .unknown, .finished: language.text("ended")
    case .cutShort, .killed, .full: language.text("cut short")
    case .running: language.text("still running")
    }
  }

  /// Returns a sentence without its full stop.
  package func sentence(_ language: Language) -> String {
    switch self {
    case .unknown: language.text("end of the recording")
    case .finished: language.text("the recording is complete")
    case .cutShort: language.text("the trace is cut off in the middle of a line")
    case .running: language.text("the program is still running")
    case .killed: language.text("killed or crashed: every completed record is here")
    case .full: language.text("the file could not grow: what followed is unknown")
    }
  }
}
