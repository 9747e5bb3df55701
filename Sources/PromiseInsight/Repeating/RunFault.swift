package import PromiseGraph

/// Why a run fails besides how it ended and the expectations that it breaks: what it printed, or what a check
/// found.
package enum RunFault: Hashable, Sendable {
  /// It printed a text that it must not print.
  case printed(String)
  /// It did not print a text that it must print.
  case notPrinted(String)
  /// The check command after the run ended this way.
  case check(RunEnding)

  /// `printed 'wrong'`, `check: exit 1`
  package var words: String { words(in: .english) }

  /// Returns the fault in a few words, in a language.
  package func words(in language: Language) -> String {
    switch self {
    case .printed(let text): language.text("printed '\(text)'")
    case .notPrinted(let text): language.text("did not print '\(text)'")
    case .check(let ending): language.text("check: \(ending.text(in: language))")
    }
  }
}

/// What decides whether a run fails.
package enum RunJudge: Hashable, Sendable {
  /// The exit status must be 0, and no signal may end it.
  case exit
  /// No signal may end it; every exit status will do.
  case signal
  /// It must end within a time limit.
  case timeLimit(Duration)
  /// Expectations must hold, or warnings must be absent.
  case expectations(Int)
  /// Texts that it must print or must not print.
  case output(Int)
  /// A command that is run after it must succeed.
  case check(String)

  /// The judge in a few words.
  package var words: String { words(in: .english) }

  /// Returns the judge in a few words, in a language.
  func words(in language: Language) -> String {
    switch self {
    case .exit: language.text("exit status")
    case .signal: language.text("signal")
    case .timeLimit(let limit): language.text("time limit (\(elapsed(limit)))")
    case .expectations(let count): language.plural(count, "expectation")
    case .output(let count): language.text("output (\(language.plural(count, "text")))")
    case .check(let command): language.text("check '\(brief(command, 40))'")
    }
  }

  /// The option that adds a judge of this kind.
  var option: String {
    switch self {
    case .exit, .signal, .timeLimit: ""
    case .expectations: "--expect"
    case .output: "--expect prints"
    case .check: "--check"
    }
  }
}
