import ArgumentParser
import Testing

@testable import promise_tui

/// The help of every command, as a terminal of 80 columns shows it.
@Suite struct HelpTests {
  /// The root command, and every subcommand.
  private static let commands: [any ParsableCommand.Type] =
    [PromiseTUI.self] + PromiseTUI.configuration.subcommands

  private static func help(of command: any ParsableCommand.Type) -> String {
    PromiseTUI.helpMessage(for: command, columns: 80)
  }

  @Test("No line is longer than 80 columns, or ends with a space")
  func lines() {
    for command in Self.commands {
      for line in Self.help(of: command).split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(line.count <= 80, "\(command): \(line)")
        #expect(line.last?.isWhitespace != true, "\(command): '\(line)'")
      }
    }
  }

  @Test("The help of the program fits a screen of 24 lines and 80 columns, and lists the commands")
  func screen() {
    let lines = PromiseTUI.help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    for line in lines { #expect(line.count <= 80 && line.last?.isWhitespace != true, "\(line)") }
    let listed = lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
    #expect(listed.map { String($0.dropFirst(2).prefix { $0 != " " }) } == PromiseTUI.commands)
  }

  @Test("There are twelve commands, and at most 61 options")
  func count() throws {
    let program = try CommandDefinition(of: PromiseTUI.self)
    let options = ([program] + program.subcommands).flatMap(\.arguments).compactMap(\.names.last)
    #expect(program.subcommands.count == 12)
    #expect(Set(options).count <= 61, "\(Set(options).sorted())")
  }

  @Test("The options of the screen are those that go before the command")
  func screenOptions() throws {
    let program = try CommandDefinition(of: PromiseTUI.self)
    var names: [String: Bool] = [:]
    for argument in program.arguments where !["--help", "--version"].contains(argument.names.last) {
      for name in argument.names { names[name] = argument.value != nil }
    }
    #expect(names == ScreenOptions.names)
  }

  @Test("Every abstract, paragraph and option is made of whole sentences")
  func sentences() throws {
    let program = try CommandDefinition(of: PromiseTUI.self)
    for command in [program] + program.subcommands {
      #expect(command.abstract.hasSuffix("."), "\(command.name): \(command.abstract)")
      for paragraph in command.discussion.split(separator: "\n\n") {
        guard !isList(paragraph) else { continue }
        #expect(paragraph.hasSuffix("."), "\(command.name): \(paragraph)")
        #expect(!paragraph.contains("\n"), "\(command.name): \(paragraph)")
      }
      for argument in command.arguments {
        #expect(argument.help.hasSuffix("."), "\(command.name): \(argument.help)")
      }
    }
  }

  @Test("No example is broken into two lines")
  func examples() throws {
    let program = try CommandDefinition(of: PromiseTUI.self)
    for (command, type) in zip([program] + program.subcommands, Self.commands) {
      let lines = Self.help(of: type).split(separator: "\n").map(String.init)
      for paragraph in command.discussion.split(separator: "\n\n") where isList(paragraph) {
        for example in paragraph.split(separator: "\n") {
          #expect(lines.contains(String(example)), "\(command.name): \(example)")
        }
      }
    }
  }

  /// Whether a paragraph is a heading with indented lines below it.
  private func isList(_ paragraph: Substring) -> Bool {
    let lines = paragraph.split(separator: "\n")
    return lines.count > 1 && lines.dropFirst().allSatisfy { $0.hasPrefix("  ") }
  }
}
