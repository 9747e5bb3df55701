/// How far the user of a program has come with having it run again.
enum Restart: Hashable, Sendable {
  /// It still runs, and is ended only if that is said again.
  case asked
  /// It is being ended.
  case ending
  /// It begins again.
  case begun
}

extension State {
  /// Runs the program again: at once where it has ended; one that still runs is ended first, if its user says
  /// so twice.
  mutating func restartProgram() -> [Effect] {
    guard let run else { return [] }
    if run.finished { return beginAgain() }
    switch run.restart {
    case .asked:
      self.run?.restart = .ending
      progress = "ending \(run.demo.name)"
      return [.endProgram]
    case .ending, .begun: notice = "\(run.demo.name) is being ended"
    case nil:
      self.run?.restart = .asked
      notice = "\(run.demo.name) still runs: r once more ends it and runs it again"
    }
    return []
  }

  /// Whoever presses another key does not want what was asked.
  mutating func forgetRestart(unless action: Action?) {
    if run?.restart == .asked, action != .restart { run?.restart = nil }
  }

  /// Goes on where the program was ended to be run again.
  mutating func beginAgain() -> [Effect] {
    guard let run else { return [] }
    self.run?.restart = .begun
    return [.open(demo: run.demo.name)]
  }
}
