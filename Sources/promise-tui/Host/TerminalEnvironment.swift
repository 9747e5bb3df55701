import PromiseGraph
import PromiseInsight
import CHost
import PromiseCourse
import PromiseScreens
import PromiseSystem

/// The terminal environment: whether there is a terminal, and the environment variables.
struct TerminalEnvironment: Sendable {
  /// Whether standard output is a terminal.
  var outputIsTerminal: Bool
  /// Whether standard input is a terminal.
  var inputIsTerminal: Bool
  private var variables: [String: String]

  init(outputIsTerminal: Bool, inputIsTerminal: Bool = true, variables: [String: String]) {
    self.outputIsTerminal = outputIsTerminal
    self.inputIsTerminal = inputIsTerminal
    self.variables = variables
  }

  /// The value of a variable; empty if it is not set, since an empty value counts as unset.
  subscript(variable: Variable) -> String { variables[variable.rawValue] ?? "" }

  /// The environment of this process.
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

  /// Why the screen cannot be shown; `nil` if it may be possible.
  var displayProblem: DisplayProblem? {
    if !outputIsTerminal {
      let isRemote = !self[.sshConnection].isEmpty && self[.sshTerminal].isEmpty
      return DisplayProblem(
        advice: isRemote ? "this session has no terminal: `ssh -t` requests one" : nil)
    }
    if self[.term].isEmpty {
      return DisplayProblem(advice: "\(StartFailure.noTerm): printing text instead")
    }
    if self[.term] == "dumb" {
      return DisplayProblem(advice: "\(StartFailure.dumb): printing text instead")
    }
    return nil
  }

  /// A reason to print text instead of showing the screen.
  struct DisplayProblem: Hashable, Sendable {
    /// What is wrong, or what helps, in one line; `nil` if text was asked for, as in a pipe.
    var advice: String?
  }
}

/// The environment variables that the program reads, in the order in which they are documented.
enum Variable: String, CaseIterable, Sendable {
  case theme = "PROMISE_TUI_THEME"
  case noColor = "NO_COLOR"
  case accessible = "ACCESSIBLE"
  case configHome = "XDG_CONFIG_HOME"
  case stateHome = "XDG_STATE_HOME"
  case cacheHome = "XDG_CACHE_HOME"
  case home = "HOME"
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
  case temporary = "TMPDIR"
  case colorTerm = "COLORTERM"
  case terminalProgram = "TERM_PROGRAM"
  case screenSession = "STY"
  case shell = "SHELL"
  case dataHome = "XDG_DATA_HOME"
  case manualPath = "MANPATH"
  case stepSummary = "GITHUB_STEP_SUMMARY"

  /// What it does, in one sentence.
  var meaning: String {
    switch self {
    case .theme:
      "The theme if --theme is not given: color, light, high-contrast or monochrome."
    case .noColor: "If set to anything, the theme is monochrome unless one is named."
    case .accessible:
      "If set to anything but 0, --narrate is used wherever the screen would be shown."
    case .configHome:
      "The folder of promise-tui/config.toml; ~/.config if not set."
    case .stateHome:
      "The folder of promise-tui/state.json, what the screen keeps; ~/.local/state if not set."
    case .cacheHome:
      "The folder of the script that Node.js loads, promise-tui/node-hook-*.cjs; ~/.cache if not set."
    case .home: "The folder that ~ stands for."
    case .term: "The kind of terminal; an unknown one is treated as xterm-256color."
    case .size, .rows: "The size of a terminal that does not report its own."
    case .escapeDelay:
      "How many milliseconds to wait after Esc for the rest of a key; 25 if not set."
    case .locale, .localeOfText, .language:
      "The locale, the first of the three that is set; without UTF-8, drawing is ASCII only."
    case .localeOfMessages:
      "The language of the screen and the lessons if --lang is not given: Chinese in a zh locale."
    case .tmux: "If set, and there is no display, copying goes through tmux."
    case .wayland, .display: "If set, copying goes to the clipboard of that display."
    case .sshConnection, .sshTerminal:
      "If a remote session has no terminal, a line says how to request one."
    case .temporary: "The folder of temporary files; /tmp if not set."
    case .colorTerm, .terminalProgram, .screenSession, .shell, .dataHome, .manualPath:
      "Only 'promise-tui about doctor' reads these, to say what is around the program."
    case .stepSummary: "The file to which --report github adds a summary; GitHub sets it."
    }
  }

  /// The table for the documents, in Markdown; variables with the same meaning share a row.
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

/// Why the screen cannot be shown.
enum StartFailure: Error, Hashable, CustomStringConvertible {
  /// Standard output is not a terminal.
  case notATerminal
  /// `TERM` is not set.
  case noTerm
  /// Neither `TERM` nor xterm-256color is described on this machine.
  case unknownTerm
  /// The terminal cannot move its cursor.
  case dumb
  /// Another reason.
  case failed

  var description: String {
    switch self {
    case .notATerminal: "standard output is not a terminal"
    case .noTerm: "TERM is not set, so the terminal's capabilities are unknown"
    case .unknownTerm: "this machine describes neither the terminal in TERM nor xterm-256color"
    case .dumb: "this terminal cannot move its cursor"
    case .failed: "the terminal cannot be set up"
    }
  }
}

/// What the terminal's locale can show.
enum Encoding {
  /// Adopts the locale of the environment, and returns the characters that it can show: ASCII if
  /// text is not UTF-8.
  static func adoptedGlyphs() -> GlyphSet { host_use_locale() ? .unicode : .ascii }
}
