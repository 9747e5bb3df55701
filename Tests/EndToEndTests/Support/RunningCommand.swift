import Foundation

/// A running program.
struct RunningCommand {
  let words: [String]
  let process: pid_t
  /// The folder of its output.
  let scratch: ScratchFolder

  /// Waits for its end; kills it at the deadline.
  func outcome(within seconds: Double = 120) throws -> Command.Outcome {
    var status: Int32 = 0
    let deadline = Deadline(seconds)
    while waitpid(process, &status, WNOHANG) == 0 {
      guard !deadline.hasPassed else {
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        throw Failure("\(words.joined(separator: " ")) had not ended after \(seconds) s")
      }
      pause(milliseconds: 2)
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
