import PromiseGraph
import PromiseInsight

// Running a program again.
extension State {
  /// Runs the program again: immediately if it has ended; otherwise it is terminated first, if the user
  /// presses the key twice.
  mutating func restartProgram() {
    guard let run else { return }
    if run.finished { return beginAgain() }
    switch run.restart {
    case .asked:
      self.run?.restart = .ending
      progress = language.text("ending \(run.demo.name)")
      ask(.endProgram)
    case .ending, .begun: notice = language.text("\(run.demo.name) is being ended")
    case nil:
      self.run?.restart = .asked
      notice = language.text(
        "\(run.demo.name) is still running: press r again to end it and run it again")
    }
  }

  /// Cancels a pending restart when any other key is pressed.
  mutating func forgetRestart(unless action: Action?) {
    if run?.restart == .asked, action != .restart { run?.restart = nil }
  }

  /// Starts the program again after it was ended for a restart.
  mutating func beginAgain() {
    guard let run else { return }
    self.run?.restart = .begun
    ask(.open(demo: run.demo.name))
  }
}
