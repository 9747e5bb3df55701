import PromiseGraph
import CHost
import PromiseCourse
import PromiseScreens
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

/// The variables of the environment that the program reads, in the order in which they are documented.
enum Variable: String, CaseIterable, Sendable {
  case theme = "PROMISE_TUI_THEME"
  case noColor = "NO_COLOR"
  case accessible = "ACCESSIBLE"
  case term = "TERM"
  case size = "COLUMNS"
  case rows = "LINES"
  case escapeDelay = "ESCDELAY"
  case locale = "LC_ALL"
  case localeOfText = "LC_CTYPE"
  case language = "LANG"
  case localeOfMessages = "LC_MESSAGES"
  case tmux = "TMUX"
  case wayland = "WAYLAND_DISPLAY"
  case display = "DISPLAY"
  case sshConnection = "SSH_CONNECTION"
  case sshTerminal = "SSH_TTY"

  /// What it does, in one sentence.
  var meaning: String {
    switch self {
    case .theme:
      "The theme where --theme says nothing: colour, light, high-contrast or monochrome."
    case .noColor: "Set to anything, it chooses the theme monochrome, unless one is named."
    case .accessible:
      "Set to anything but 0, it chooses --narrate wherever screens would be shown."
    case .term: "The terminal's kind; one that is unknown here is taken for xterm-256color."
    case .size, .rows: "The size of a terminal that does not know its own."
    case .escapeDelay:
      "How many milliseconds to wait after Esc for the rest of a key; 25 if it is not set."
    case .locale, .localeOfText, .language:
      "The locale, the first of the three that is set; without UTF-8 in it signs are ASCII."
    case .localeOfMessages:
      "The language of the lessons where --lang says nothing: Chinese in a locale of zh, as LANG."
    case .tmux: "Copying goes through tmux, if it is set and there is no display."
    case .wayland, .display: "Copying goes to the clipboard of that display."
    case .sshConnection, .sshTerminal:
      "Without a terminal at the other end, a line says how to get one."
    }
  }

  /// The table for the documents, in Markdown: variables of one meaning share a row.
  static var markdown: String {
    var rows: [(names: String, meaning: String)] = []
    for variable in allCases {
      if rows.last?.meaning == variable.meaning {
        rows[rows.count - 1].names += ", `\(variable.rawValue)`"
      } else {
        rows.append(("`\(variable.rawValue)`", variable.meaning))
      }
    }
    return "| variable | meaning |\n|---|---|\n"
      + rows.map { "| \($0.names) | \($0.meaning) |\n" }.joined()
  }
}

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

/// What the terminal's locale can show.
enum Encoding {
  /// Takes the locale of the environment over, and answers the signs that it can show: ASCII where
  /// text is not UTF-8.
  static func adoptedGlyphs() -> GlyphSet { host_use_locale() ? .unicode : .ascii }
}
