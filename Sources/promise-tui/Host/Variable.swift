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
