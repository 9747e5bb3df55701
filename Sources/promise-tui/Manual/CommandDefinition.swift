import ArgumentParser
import PromiseKitLite

/// A command as it is defined: what the manual page is made from.
struct CommandDefinition: Hashable, Sendable {
  /// An argument, an option or a flag.
  struct Argument: Hashable, Sendable {
    /// `--theme`, `-h`, or nothing for an argument without a name.
    var names: [String]
    /// What stands for its value; none for a flag.
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
  /// The definitions of `command`, as its parser tells them.
  ///
  /// - Throws: what is wrong with them, which is a mistake in the program.
  init(of command: any ParsableCommand.Type) throws {
    let bytes = Array(command._dumpHelp().utf8)
    self.init(try JSONScanner.value(of: bytes[...])["command"])
  }

  private init(_ json: JSONValue) {
    name = json["commandName"].text
    abstract = json["abstract"].text
    discussion = json["discussion"].text
    arguments = json["arguments"].shown.map(Argument.init)
    // What answers `help` is told with the options.
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
  /// The value of a field; null where there is none.
  fileprivate subscript(key: String) -> JSONValue {
    guard case .object(let fields) = self else { return .null }
    return fields.first { $0.key == key }?.value ?? .null
  }

  fileprivate var text: String { if case .string(let text) = self { text } else { "" } }
  fileprivate var list: [JSONValue] { if case .array(let list) = self { list } else { [] } }

  /// The elements that are not hidden.
  fileprivate var shown: [JSONValue] { list.filter { $0["shouldDisplay"] != .bool(false) } }
}
