import ArgumentParser
import PromiseScreens

/// The manual page: the help of every command, the table of keys, the themes, and the environment variables.
struct ManualPage {
  /// The root command.
  private let program: any ParsableCommand.Type

  init(of program: any ParsableCommand.Type) { self.program = program }

  /// The page in the man(7) language, in ASCII.
  var roff: String {
    let configuration = program.configuration
    let name = configuration.commandName ?? ""
    var page = Roff()
    page.request("TH", [name.uppercased(), "1", "", "\(name) \(configuration.version)"])
    page.leaveWordsWhole()
    page.section("NAME")
    page.text("\(name) - \(lowered(configuration.abstract))")
    page.section("SYNOPSIS")
    page.example(([program] + configuration.subcommands).map(usage).joined(separator: "\n"))
    page.section("DESCRIPTION")
    page.text("With a terminal, most commands open a screen; without one, they print text.")
    page.example(configuration.discussion)
    page.section("OPTIONS")
    page.example(options)
    page.section("COMMANDS")
    for command in configuration.subcommands {
      page.subsection("\(name) \(command.configuration.commandName ?? "")")
      page.example(help(of: command))
    }
    keys(&page)
    themes(&page)
    page.section("ENVIRONMENT")
    for variable in Variable.allCases { page.term(variable.rawValue, variable.meaning) }
    page.section("EXIT STATUS")
    for (status, meaning) in Self.statuses { page.term(status, meaning) }
    page.section("SEE ALSO")
    page.text("https://promisekit.org, whose API the library follows; jq(1)")
    return page.source
  }

  /// The options before the command, as help shows them.
  var options: String {
    let help = help(of: program)
    let start = help.ranges(of: "OPTIONS:\n").first?.upperBound ?? help.startIndex
    let end = help.ranges(of: "\n\nSUBCOMMANDS:").first?.lowerBound ?? help.endIndex
    return String(help[start..<end])
  }

  private func help(of command: any ParsableCommand.Type) -> String {
    program.helpMessage(for: command, columns: 80)
  }

  private func usage(of command: any ParsableCommand.Type) -> String {
    command.configuration.usage ?? ""
  }

  private func keys(_ page: inout Roff) {
    page.section("KEYS")
    for group in Binding.Group.allCases {
      let rows = KeyMap.standard.rows(of: group, .ascii)
      guard !rows.isEmpty else { continue }
      page.subsection(group.rawValue)
      for row in rows { page.term(row.keys, row.meaning) }
    }
  }

  private func themes(_ page: inout Roff) {
    page.section("THEMES")
    for name in Theme.Name.allCases { page.term(name.rawValue, name.purpose) }
  }

  private func lowered(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static let statuses = [
    ("0", "Success. For explore on the screen: it was left, whatever was found."),
    (
      "1",
      "The run failed. For explore: an expectation fails, or the scenario is not deterministic. For about doctor: something that is needed is missing."
    ),
    ("64", "The command line is invalid; standard error says why."),
    ("130", "For explore: ^C stopped it, and what was covered so far is printed."),
    ("128 + n", "Signal n ended the program, after the terminal was restored."),
  ]
}
