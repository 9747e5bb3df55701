import PromiseCourse
import PromiseSystem

/// What the program is told about its terminal from outside: whether there is one, and the variables
/// of the environment.
struct TerminalEnvironment: Sendable {
  /// Standard output is a terminal.
  var outputIsTerminal: Bool
  /// Standard input is a terminal.
  var inputIsTerminal: Bool
  private var variables: [String: String]

  init(outputIsTerminal: Bool, inputIsTerminal: Bool = true, variables: [String: String]) {
    self.outputIsTerminal = outputIsTerminal
    self.inputIsTerminal = inputIsTerminal
    self.variables = variables
  }

  /// The value of a variable; empty where it is not set, since to set one to nothing is to unset it.
  subscript(variable: Variable) -> String { variables[variable.rawValue] ?? "" }

  /// That of this process.
  static var current: Self {
    var variables: [String: String] = [:]
    for variable in Variable.allCases {
      variables[variable.rawValue] = getenv(variable.rawValue).map { String(cString: $0) }
    }
    return Self(
      outputIsTerminal: isatty(STDOUT_FILENO) == 1, inputIsTerminal: isatty(STDIN_FILENO) == 1,
      variables: variables)
  }
}

extension TerminalEnvironment {
  /// The language that the locale asks for.
  var language: Language {
    let locales = [self[.locale], self[.localeOfMessages], self[.language]]
    return Language(locale: locales.first { !$0.isEmpty } ?? "")
  }

  /// Why the screens cannot be shown, and what to say about it; none where they can be tried.
  var obstacle: Obstacle? {
    if !outputIsTerminal {
      let isRemote = !self[.sshConnection].isEmpty && self[.sshTerminal].isEmpty
      return Obstacle(advice: isRemote ? "no terminal here: `ssh -t` gives one" : nil)
    }
    if self[.term].isEmpty { return Obstacle(advice: "\(StartFailure.noTerm): no screens") }
    if self[.term] == "dumb" { return Obstacle(advice: "\(StartFailure.dumb): no screens") }
    return nil
  }

  /// A reason to print text instead of showing the screens.
  struct Obstacle: Hashable, Sendable {
    /// What helps, or what is wrong, in one line; nothing where text is what was asked for, as in a
    /// pipe.
    var advice: String?
  }
}
