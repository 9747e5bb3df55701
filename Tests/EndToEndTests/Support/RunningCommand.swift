import Foundation

/// A running program.
struct RunningCommand {
  let words: [String]
  let process: pid_t
  /// The folder of its output.
  let scratch: ScratchFolder

  /// Repeats `look` until it returns a value. Fails if the program ends before.
  @discardableResult
  func wait<Answer>(for what: String, _ look: () throws -> Answer?) throws -> Answer {
    try EndToEndTests.wait(for: what) {
      let hasEnded = hasEnded
      if let answer = try look() { return answer }
      guard hasEnded else { return nil }
      throw Failure("\(words.joined(separator: " ")) ended before \(what): \(try outcome())")
    }
  }

  /// Whether it has ended; ``outcome()`` still returns how.
  private var hasEnded: Bool {
    var end = siginfo_t()
    return waitid(P_PID, id_t(process), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_signo != 0
  }

  /// Waits for its end.
  func outcome() throws -> Command.Outcome {
    var status: Int32 = 0
    try EndToEndTests.wait(for: "the end of \(words.joined(separator: " "))", every: 2) {
      waitpid(process, &status, WNOHANG) == 0 ? nil : ()
    }
    let signal = status & 0x7f
    return Command.Outcome(
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal,
      output: try String(contentsOfFile: scratch.path("output"), encoding: .utf8),
      error: try String(contentsOfFile: scratch.path("error"), encoding: .utf8))
  }

  /// Sends it a signal, and waits for its end.
  func end(_ signal: Int32 = SIGKILL) throws -> Command.Outcome {
    kill(process, signal)
    return try outcome()
  }
}
