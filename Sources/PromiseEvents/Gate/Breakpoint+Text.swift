extension Breakpoint {
  /// The text of the breakpoint, which ``init(_:)`` reads.
  package var text: String {
    var text =
      switch place {
      case .label(let name): "label \(Self.word(name))"
      case .tag(let name): "tag \(Self.word(name))"
      case .queue(let name): "queue \(Self.word(name))"
      case .line(let file, let line): "line \(Self.word("\(file):\(line)"))"
      case .state(let outcome, of: nil): "state \(outcome.rawValue)"
      case .state(let outcome, of: let name?): "state \(outcome.rawValue) of \(Self.word(name))"
      case .error(let part): "error \(Self.word(part))"
      case .warning(let name): "warning \(Self.word(name))"
      }
    if count > 1 { text += " count \(count)" }
    if let condition {
      text += " if value \(condition.test.rawValue) \(QuotedText.quoted(condition.text))"
    }
    return isOn ? text : "off \(text)"
  }

  /// Returns the text as a single word: in quotation marks, if it is needed.
  private static func word(_ text: String) -> String {
    let isSimple =
      !text.isEmpty
      && !text.unicodeScalars.contains {
        $0.properties.isWhitespace || $0 == "\"" || $0 == "\\"
      }
    return isSimple ? text : QuotedText.quoted(text)
  }

  /// Reads the text of a breakpoint.
  package init(_ text: String) throws(InputError) {
    var words = try Self.words(of: text)
    isOn = words.first != "off"
    if !isOn { words.removeFirst() }
    guard let kind = words.first else {
      throw InputError("a breakpoint has a kind and a name, such as label submit")
    }
    guard words.count >= 2 else {
      throw InputError(
        Self.kinds.contains(kind)
          ? "'\(kind)' needs a name after it, such as \(kind) \(Self.example(of: kind))"
          : "'\(kind)' alone is no breakpoint: write label \(kind), or another kind: \(Self.listOfKinds)"
      )
    }
    let name = words[1]
    var rest = words.dropFirst(2)
    place = try Self.place(kind, name, &rest)
    count = 1
    condition = nil
    try read(&rest)
  }

  private mutating func read(_ rest: inout ArraySlice<String>) throws(InputError) {
    while let word = rest.popFirst() {
      switch word {
      case "count":
        guard let number = rest.popFirst().flatMap({ Int($0) }), number >= 1 else {
          throw InputError("count needs a number from 1, such as count 3")
        }
        count = number
      case "if":
        guard rest.popFirst() == "value",
          let test = rest.popFirst().flatMap(Condition.Test.init(rawValue:)),
          let text = rest.popFirst()
        else {
          throw InputError(#"a condition is like: if value contains "503"; also = and !="#)
        }
        condition = Condition(test, text)
      default:
        throw InputError(
          "'\(word)' is not expected: only count and if can follow; quote a name with spaces")
      }
    }
  }

  private static func place(
    _ kind: String, _ name: String, _ rest: inout ArraySlice<String>
  ) throws(InputError) -> Place {
    guard !name.isEmpty else {
      throw InputError("the name after '\(kind)' is empty")
    }
    switch kind {
    case "label": return .label(name)
    case "tag": return .tag(name)
    case "queue": return .queue(name)
    case "error": return .error(name)
    case "warning": return .warning(name)
    case "line":
      let parts = name.split(separator: ":")
      guard parts.count >= 2, let line = parts.last.flatMap({ Int($0) }), line > 0 else {
        throw InputError(
          "'\(name)' is no place: write the file and the line, as in main.swift:42")
      }
      return .line(file: parts.dropLast().joined(separator: ":"), line: line)
    case "state":
      guard let outcome = PromiseEvent.Outcome(rawValue: name) else {
        throw InputError(
          "'\(name)' is no state in which a promise settles: "
            + PromiseEvent.Outcome.allCases.map(\.rawValue).joined(separator: ", "))
      }
      guard rest.first == "of" else { return .state(outcome, of: nil) }
      rest.removeFirst()
      guard let label = rest.popFirst() else {
        throw InputError("of needs the label of a promise after it")
      }
      return .state(outcome, of: label)
    default:
      throw InputError("'\(kind)' is no kind of breakpoint: \(listOfKinds)")
    }
  }

  /// The kinds of breakpoints.
  package static var kinds: [String] {
    ["label", "tag", "queue", "line", "state", "error", "warning"]
  }

  private static var listOfKinds: String { kinds.joined(separator: ", ") }

  private static func example(of kind: String) -> String {
    switch kind {
    case "line": "main.swift:42"
    case "state": "rejected"
    case "warning": "long-queue-wait"
    case "queue": "main"
    case "error": "offline"
    default: "submit"
    }
  }

  /// Divides a text into words; those in quotation marks can contain spaces.
  private static func words(of text: String) throws(InputError) -> [String] {
    var words: [String] = []
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first.properties.isWhitespace {
        rest.removeFirst()
        continue
      }
      guard first == "\"" else {
        let word = rest.prefix { !$0.properties.isWhitespace }
        words.append(String(word))
        rest = rest[word.endIndex...]
        continue
      }
      var end = rest.index(after: rest.startIndex)
      while end < rest.endIndex, rest[end] != "\"" {
        if rest[end] == "\\", rest.index(after: end) < rest.endIndex {
          end = rest.index(after: end)
        }
        end = rest.index(after: end)
      }
      guard end < rest.endIndex, let word = QuotedText.unquoted(String(rest[...end])) else {
        throw InputError("a quotation mark is missing in \(text)")
      }
      words.append(word)
      rest = rest[rest.index(after: end)...]
    }
    return words
  }
}
