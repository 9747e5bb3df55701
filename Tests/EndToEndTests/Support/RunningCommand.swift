import Foundation

/// A running program.
struct RunningCommand {
  let words: [String]
  let process: pid_t
  /// The folder of its output.
  let scratch: ScratchFolder

  /// Waits for its end.
  func outcome() throws -> Command.Outcome {
    var status: Int32 = 0
    try wait(for: "the end of \(words.joined(separator: " "))", every: 2) {
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
