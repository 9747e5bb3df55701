import CNcurses

/// Why there is no screen.
enum StartFailure: Error, Hashable, CustomStringConvertible {
  /// Standard output is no terminal.
  case notATerminal
  /// `TERM` does not say which terminal it is.
  case noTerm
  /// Neither `TERM` nor xterm-256color is described on this machine.
  case unknownTerm
  /// The terminal cannot place text where it belongs.
  case dumb
  /// Something else.
  case failed

  /// What `cn_start` answered, if it did not start.
  init?(result: Int) {
    switch result {
    case CN_STARTED: return nil
    case CN_NOT_A_TERMINAL: self = .notATerminal
    case CN_NO_TERM: self = .noTerm
    case CN_UNKNOWN_TERM: self = .unknownTerm
    case CN_DUMB_TERM: self = .dumb
    default: self = .failed
    }
  }

  var description: String {
    switch self {
    case .notATerminal: "standard output is no terminal"
    case .noTerm: "TERM is not set, so the terminal's abilities are unknown"
    case .unknownTerm: "neither TERM nor xterm-256color is described on this machine"
    case .dumb: "this terminal cannot move its cursor"
    case .failed: "the terminal cannot be set up"
    }
  }
}
