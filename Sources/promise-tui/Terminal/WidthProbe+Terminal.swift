import CHost
import CNcurses
import PromiseScreens
import PromiseSystem

extension WidthProbe {
  /// Measures the samples on the terminal of this process, on the line of the cursor, which is cleared
  /// at the end. The terminal's modes are restored however the process ends.
  ///
  /// - Parameter patience: How many milliseconds to wait for each reply.
  static func measure(patience: Int32 = 1000) -> Outcome {
    guard isatty(STDOUT_FILENO) == 1 else { return .skipped("standard output is not a terminal") }
    let input = cn_input()
    guard isatty(input) == 1 else { return .skipped("there is no keyboard to read replies from") }
    host_remember_modes(input)
    // In the background, changing the modes would stop this process.
    guard host_in_foreground() else { return .skipped("promise-tui runs in the background") }
    var modes = termios()
    guard tcgetattr(input, &modes) == 0, let pipe = WakePipe() else {
      return .skipped("the system has no resources left")
    }
    host_remember_sequence("\r\u{1b}[K")
    host_restore_at_exit()
    Signals.forward(to: pipe)
    host_screen_is_up()
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    guard tcsetattr(input, TCSANOW, &modes) == 0 else {
      return end(.skipped("the terminal's modes cannot be changed"), pipe)
    }
    // What was typed already is for the shell.
    guard hasNothing(input) else { return end(.skipped("keys were typed in the meantime"), pipe) }
    var isWritten = false
    let outcome = measure { text in
      isWritten = isWritten || !text.isEmpty
      return reply(to: text + CursorReport.question, input, pipe, patience)
    }
    if isWritten { _ = writeBytes(Array("\r\u{1b}[K".utf8)[...], to: STDOUT_FILENO) }
    return end(outcome, pipe)
  }

  /// Writes a text that contains a question, and waits for the reply.
  private static func reply(
    to question: String, _ input: Int32, _ pipe: WakePipe, _ patience: Int32
  ) -> CursorReport.Reply {
    guard writeBytes(Array(question.utf8)[...], to: STDOUT_FILENO) == nil else { return .none }
    var report = CursorReport()
    let deadline = EventWaiter.now + Int64(patience) * 1_000_000
    while true {
      let rest = (deadline - EventWaiter.now) / 1_000_000
      guard rest > 0 else { return .none }
      let ready = waitToRead([input, pipe.reading], milliseconds: Int32(rest))
      if ready[1] { return .interrupted }
      guard ready[0] else { continue }
      // One byte at a time: what follows the reply is for the shell.
      var byte: [UInt8] = [0]
      guard readBytes(input, into: &byte) == 1 else { return .none }
      if let reply = report.take(byte[0]) { return reply }
    }
  }

  /// Restores the terminal and the signals. A signal that arrived in the meantime has its effect now.
  private static func end(_ outcome: Outcome, _ pipe: WakePipe) -> Outcome {
    host_screen_is_down()
    let signals = pipe.drain()
    Signals.release()
    close(pipe.reading)
    close(pipe.writing)
    if outcome == .interrupted || !signals.isDisjoint(with: deadly) {
      Signals.terminate(by: deadly.first { signals.contains($0) } ?? SIGINT)
    }
    if signals.contains(SIGTSTP) { Signals.stop() }
    return outcome
  }

  private static let deadly = [SIGTERM, SIGHUP, SIGQUIT, SIGINT]
}
