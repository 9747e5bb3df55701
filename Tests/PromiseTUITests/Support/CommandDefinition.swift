import ArgumentParser
import PromiseKitLite

@testable import promise_tui

/// A command's definition, as its parser dumps it.
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
