import ArgumentParser
import PromiseScreens

/// The manual page of the program, made from the definitions of its commands, the table of keys and the
/// variables that it reads.
struct ManualPage {
  private let program: CommandDefinition
  private let version: String

  /// That of the program whose commands are those of `command`.
  init(of command: any ParsableCommand.Type) throws {
    program = try CommandDefinition(of: command)
    version = command.configuration.version
  }

  /// The page in the language of man(7), ASCII alone.
  var roff: String {
    var page = Roff()
    page.request("TH", [program.name.uppercased(), "1", "", "\(program.name) \(version)"])
    page.leaveWordsWhole()
    page.section("NAME")
    page.text("\(program.name) - \(lowered(program.abstract))")
    page.section("SYNOPSIS")
    for command in program.subcommands { synopsis(command, &page) }
    page.section("DESCRIPTION")
    page.discussion(program.discussion)
    page.section("COMMANDS")
    for command in program.subcommands { describe(command, &page) }
    keys(&page)
    themes(&page)
    page.section("ENVIRONMENT")
    for variable in Variable.allCases { page.term(variable.rawValue, variable.meaning) }
    page.section("EXIT STATUS")
    for (status, meaning) in Self.statuses { page.term(status, meaning) }
    page.section("SEE ALSO")
    page.text("https://promisekit.org, whose names the library of this program has; jq(1)")
    return page.source
  }

  private func synopsis(_ command: CommandDefinition, _ page: inout Roff) {
    let arguments = command.arguments.filter(\.names.isEmpty).compactMap(\.value)
      .map { "[\($0)]" }
    let name = command.name == "pick" ? "" : " \(command.name)"
    page.example("\(program.name)\(name) " + (["[options]"] + arguments).joined(separator: " "))
  }

  private func describe(_ command: CommandDefinition, _ page: inout Roff) {
    page.subsection(
      command.name == "pick"
        ? "\(program.name), \(program.name) pick" : "\(program.name) \(command.name)")
    page.text(command.abstract)
    page.discussion(command.discussion)
    for argument in command.arguments {
      var help = argument.help
      if !argument.allowed.isEmpty {
        help += " One of: \(argument.allowed.joined(separator: ", "))."
      }
      page.term(name(of: argument), help)
    }
  }

  /// `--theme name`, `-h, --help`, `name`
  private func name(of argument: CommandDefinition.Argument) -> String {
    guard !argument.names.isEmpty else { return argument.value ?? "" }
    return argument.names.joined(separator: ", ") + (argument.value.map { " \($0)" } ?? "")
  }

  private func keys(_ page: inout Roff) {
    page.section("KEYS")
    for group in Binding.Group.allCases {
      let rows = KeyTable.rows(of: group, .ascii)
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
    ("0", "Done. Of explore on the screens: they were left, whatever was found."),
    ("1", "The run failed; of explore: an expectation breaks, or the scenario does not repeat."),
    ("64", "The command line could not be understood; standard error says why."),
    ("130", "Of explore: ^C stopped it, and what was covered so far is printed."),
    ("128 + n", "Signal n ended it, after the terminal was given back."),
  ]
}
