import PromiseGraph
import PromiseInsight
import PromiseScreens

/// The configuration file with everything as it is without one, and comments that document it.
enum DefaultConfig {
  /// The text of the file.
  static var text: String {
    ([introduction] + options + [keys] + colors).joined(separator: "\n")
  }

  private static let introduction = """
    # The configuration of promise-tui, as it is without a configuration file.
    #
    # Save it as ~/.config/promise-tui/config.toml, and keep only what you change:
    #
    #   promise-tui about config path    prints where the file is looked for
    #   promise-tui about config print   prints this file
    #   promise-tui about config check   says what is wrong with yours, by line and column
    #
    # It applies to the screen; of what is printed, it changes only the language. What it
    # sets comes before what the screen remembers from the last time. PROMISE_TUI_THEME
    # and NO_COLOR come before it, and so do the options of the command line.

    """

  private static var options: [String] {
    ConfigOption.tables.map { table in
      var text = comment(table.about) + "[\(table.name)]\n"
      for option in ConfigOption.all where option.table == table.name {
        let allowed =
          option.allowed.isEmpty ? "" : " One of: \(option.allowed.joined(separator: ", "))."
        text += comment(option.about + allowed)
        text += "\(option.isOptional ? "# " : "")\(option.name) = \(option.standard)\n"
      }
      return text
    }
  }

  private static var keys: String {
    var text = comment(
      "The keys of each action, which replace all of its own; [] for none. A key is a character, "
        + "^ and a letter for Control, or one of: space, Enter, Esc, Tab, S-Tab, Backspace, Up, Down, "
        + "Left, Right, Home, End, PgUp, PgDn. In one mode a key does one thing. Where a line is typed, "
        + "characters are text. ^C always quits.")
    text += "[keys]\n"
    let map = KeyMap.standard
    var seen: Set<Action> = []
    for group in Binding.Group.allCases {
      text += "\n# \(group.rawValue)\n"
      for row in map.bindings where row.group == group {
        let actions = row.strokes.map(\.action).filter { seen.insert($0).inserted }
        let named = actions.filter { !map.keys(of: $0).isEmpty }
        guard !named.isEmpty else { continue }
        text += comment(row.help.isEmpty ? row.helpOfRuns : row.help)
        for action in named {
          let keys = map.keys(of: action).map { quoted($0.name(.ascii)) }
          text += "\(action.name) = [\(keys.joined(separator: ", "))]\n"
        }
      }
    }
    return text
  }

  private static var colors: [String] {
    let about = comment(
      "The appearance of each role, by theme: a color and attributes. The colors are "
        + Color.named.map(\.name).joined(separator: ", ")
        + ", and the numbers from 0 to 255; default is the terminal's own. The attributes are bold, dim, "
        + "underline and reverse.")
    return Theme.Name.allCases.enumerated().map { index, name in
      var text = (index == 0 ? about : "") + comment("\(name.rawValue): \(name.purpose)")
      text += "[colors.\(name.rawValue)]\n"
      for role in Role.allCases { text += "\(role.name) = \"\(Theme(name)[role].text)\"\n" }
      return text
    }
  }

  /// Returns text as the lines of a comment.
  private static func comment(_ text: String) -> String {
    var lines: [String] = []
    var line = "#"
    for word in text.split(separator: " ") {
      if line.count + 1 + word.count > 88 {
        lines.append(line)
        line = "#"
      }
      line += " \(word)"
    }
    return (lines + [line]).map { $0 + "\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    text == "\"" || text == "\\" ? "'\(text)'" : "\"\(text)\""
  }
}
