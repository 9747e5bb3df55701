import ArgumentParser
import PromiseKitLite
import PromiseScreens

/// The manual page, generated from the definitions of the commands, the table of keys, and the
/// environment variables.
struct ManualPage {
  private let program: CommandDefinition
  private let version: String

  /// Creates the page for the program with the root command `command`.
  init(of command: any ParsableCommand.Type) throws {
    program = try CommandDefinition(of: command)
    version = command.configuration.version
  }

  /// The page in the man(7) language, in ASCII.
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
    page.text("https://promisekit.org, whose API the library follows; jq(1)")
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
      "The run failed. For explore: an expectation fails, or the scenario is not deterministic. For doctor: something that is needed is missing."
    ),
    ("64", "The command line is invalid; standard error says why."),
    ("130", "For explore: ^C stopped it, and what was covered so far is printed."),
    ("128 + n", "Signal n ended the program, after the terminal was restored."),
  ]
}

/// A command's definition, from which the manual page is generated.
struct CommandDefinition: Hashable, Sendable {
  /// An argument, an option or a flag.
  struct Argument: Hashable, Sendable {
    /// `--theme`, `-h`; empty for a positional argument.
    var names: [String]
    /// The placeholder of its value; `nil` for a flag.
    var value: String?
    var help: String
    var allowed: [String]
    var isRepeating: Bool
  }

  var name: String
  var abstract: String
  var discussion: String
  var arguments: [Argument]
  var subcommands: [CommandDefinition]
}

extension CommandDefinition {
  /// Creates the definitions of `command` from its parser's own dump.
  ///
  /// - Throws: An error if the dump cannot be read, which is a mistake in the program.
  init(of command: any ParsableCommand.Type) throws {
    let bytes = Array(command._dumpHelp().utf8)
    self.init(try JSONScanner.value(of: bytes[...])["command"])
  }

  private init(_ json: JSONValue) {
    name = json["commandName"].text
    abstract = json["abstract"].text
    discussion = json["discussion"].text
    arguments = json["arguments"].shown.map(Argument.init)
    // The `help` command is described with the options.
    subcommands = json["subcommands"].shown.map(Self.init).filter { $0.name != "help" }
  }
}

extension CommandDefinition.Argument {
  fileprivate init(_ json: JSONValue) {
    names = json["names"].list.map { ($0["kind"].text == "short" ? "-" : "--") + $0["name"].text }
    let isFlag = json["kind"].text == "flag"
    value = isFlag ? nil : json["valueName"].text
    help = json["abstract"].text
    allowed = json["allValues"].list.map(\.text)
    isRepeating = json["isRepeating"] == .bool(true)
  }
}

extension JSONValue {
  /// The value of a field; null if there is none.
  fileprivate subscript(key: String) -> JSONValue {
    guard case .object(let fields) = self else { return .null }
    return fields.first { $0.key == key }?.value ?? .null
  }

  fileprivate var text: String { if case .string(let text) = self { text } else { "" } }
  fileprivate var list: [JSONValue] { if case .array(let list) = self { list } else { [] } }

  /// The elements that are not hidden.
  fileprivate var shown: [JSONValue] { list.filter { $0["shouldDisplay"] != .bool(false) } }
}
