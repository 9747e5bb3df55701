import ArgumentParser
import PromiseKitLite
import PromiseSystem

/// What ends a command, or a part of its work: a sentence with the next step, and the exit status.
struct CommandError: Error, Hashable, CustomStringConvertible {
  var sentence: String
  var status: Int32
  /// The system's error number; 0 if the system has refused nothing.
  var number: Int32 = 0
  /// Whether the sentence consists of lines that begin with a place in a file, as compilers print them, so that an
  /// editor can go there.
  var hasPlaces = false

  init(_ sentence: String, status: Int32 = 1) {
    self.sentence = sentence
    self.status = status
  }

  var description: String { sentence }
  /// Whether there is no such file.
  var isMissing: Bool { number == ENOENT }

  /// What the system says about its error number.
  var reason: String { String(cString: strerror(number)) }

  /// Returns the error with what it is about before the sentence: `--schedule: no.schedule: no such file`.
  func about(_ subject: String, status: Int32? = nil) -> CommandError {
    var error = self
    error.sentence = "\(subject): \(sentence)"
    error.status = status ?? self.status
    return error
  }

  /// Prints the sentence, and returns the exit status to throw.
  func report() -> ExitCode {
    if hasPlaces {
      Output.writeError(sanitizedLines(sentence) + "\n")
    } else {
      Output.printError(sentence)
    }
    return ExitCode(status)
  }
}

/// Returns the error for a mistake in the command line that is found only when the command runs.
func usageError(_ sentence: String) -> CommandError { CommandError(sentence, status: 64) }
