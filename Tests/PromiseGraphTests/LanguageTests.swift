import Foundation
import PromiseKitLite
import Testing

@testable import PromiseGraph

@Suite("The table of Chinese texts")
struct LanguageTests {
  /// Texts that are translated without a literal in a call: each list is one source of keys. A part of the
  /// program that translates texts from a table adds that table here.
  private static let providers: [[String]] = [
    Lints.all.flatMap { [$0.title, $0.summary, $0.fix] },
    Lints.all.flatMap { [$0.inJavaScript?.summary, $0.inJavaScript?.fix].compactMap { $0 } },
  ]

  /// The keys that the calls of the sources use, and where each is used.
  private static let used: [String: String] = {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(
      at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    var used: [String: String] = [:]
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      for key in PhraseScanner.keys(in: text) { used[key] = file.lastPathComponent }
    }
    return used
  }()

  @Test("Every text that the sources translate has a translation")
  func complete() {
    let keys = Self.used.merging(Self.providers.joined().map { ($0, "a table") }) { a, _ in a }
    #expect(keys.count > 300)
    let missing = keys.filter { Chinese.table[$0.key] == nil }.map { "\($0.value): \($0.key)" }
    #expect(missing.sorted() == [])
  }

  @Test("Every translation is used")
  func needed() {
    // The tests of the screens and of the course check the texts of their tables.
    let keys = Set(Self.used.keys).union(Self.providers.joined())
      .union((Chinese.tables + Chinese.dialectRules).map(\.key))
    #expect(Chinese.rows.map(\.key).filter { !keys.contains($0) } == [])
  }

  @Test("No key has two translations")
  func unique() {
    let counts = Dictionary(Chinese.rows.map { ($0.key, 1) }, uniquingKeysWith: +)
    #expect(counts.filter { $0.value > 1 }.keys.sorted() == [])
  }

  @Test("A translation has no value that its key does not have, and leaves none out")
  func values() {
    let wrong = Chinese.rows.filter { slots($0.key) != slots($0.text) }
    #expect(wrong.map(\.key) == [])
  }

  private func slots(_ text: String) -> Set<Substring> {
    Set(text.matches(of: /%\d/).map(\.output))
  }

  @Test("Chinese and Latin words have a space between them")
  func spaces() {
    // Not the class of Han, which may have punctuation in it.
    let wrong = Chinese.rows.filter {
      $0.text.contains(/[\u{4E00}-\u{9FFF}][A-Za-z]|[A-Za-z][\u{4E00}-\u{9FFF}]/)
    }
    #expect(wrong.map(\.text) == [])
  }

  @Test("The scanner reads literals, values and sums of literals")
  func scanner() {
    let source = #"""
      let a = language.text("the timer of \(name(of: "x")) fires")
      let b = language.text(
        "one \(a), "
          + "two \(b)")
      let c = state.language.text(isOver ? "over" : "not over")
      let d = language.plural(count, "job") + other.text("not one")
      """#
    #expect(
      PhraseScanner.keys(in: source)
        == ["the timer of %1 fires", "one %1, two %2", "over", "not over", "%1 job"])
  }

  @Test("Numbers, ordinals and lists have the form of each language")
  func forms() {
    #expect(
      [1, 2, 3, 11, 22].map(Language.english.ordinal) == ["1st", "2nd", "3rd", "11th", "22nd"])
    #expect(Language.chinese.ordinal(2) == "第 2")
    #expect(Language.english.plural(1200, "job") == "1,200 jobs")
    #expect(Language.chinese.plural(3, "job") == "3 个任务")
    #expect(Language.english.list(["a", "b", "c"], more: 2) == "a, b, c and 2 more")
    #expect(Language.chinese.list(["a", "b", "c"]) == "a、b 和 c")
  }

  @Test("Captions, warnings and answers are in Chinese when it is asked for")
  func chinese() throws {
    var history = History()
    history.append(contentsOf: EventStream.login.events)
    let graph = history.graph(at: history.last)
    let event = try #require(history.events.first { $0.kind.name == .handlerAttached })
    let narration = Narration(event, in: graph, language: .chinese)
    #expect(narration.sentence == "p2 'fetch' 给 'login(user)' 添加处理函数（第 1 个），将在 net 上运行")
    let answer = graph.explanation(of: PromiseID(2), in: history, language: .chinese)
    #expect(answer.lines.first?.text == "p2 'fetch' 的值 3 items 从哪里来？")
    #expect(!answer.text.contains(#/[a-z] (is|was|the|its) /#))
  }
}

/// Finds the keys of the phrases in Swift source text: literals passed to `language.text(…)`, and nouns passed
/// to `language.plural(…)`. The receiver is called `language`, or is `self` in an extension of `Language`.
private struct PhraseScanner {
  private let text: [UInt8]
  private var index = 0

  private init(_ text: String) { self.text = Array(text.utf8) }

  static func keys(in source: String) -> [String] {
    var scanner = PhraseScanner(source)
    var starts = [Array("language.text(".utf8)]
    if source.contains("extension Language {") { starts.append(Array("self.text(".utf8)) }
    let plural = Array("language.plural(".utf8)
    var keys: [String] = []
    while scanner.index < scanner.text.count {
      if scanner.isAtCall, let start = starts.first(where: { scanner.isAt($0) }) {
        keys += scanner.argument(at: scanner.index + start.count)
      } else if scanner.isAtCall, scanner.isAt(plural) {
        keys += scanner.argument(at: scanner.index + plural.count, isNoun: true)
      }
      scanner.index += 1
    }
    return keys
  }

  /// Whether a call may begin here: most characters are neither `l` nor `s`.
  private var isAtCall: Bool {
    let byte = text[index]
    return byte == UInt8(ascii: "l") || byte == UInt8(ascii: "s")
  }

  private func isAt(_ word: [UInt8]) -> Bool {
    index + word.count <= text.count && text[index..<(index + word.count)].elementsEqual(word)
  }

  /// The literals of the argument that begins at `start`: joined where a `+` is between them. An argument that
  /// begins with anything else has keys only if it is a choice of literals. A value in a literal may be another
  /// call; the scanner finds that later.
  private func argument(at start: Int, isNoun: Bool = false) -> [String] {
    var reader = self
    reader.index = start
    var literals: [[String]] = []
    var depth = 1
    var isSum = false
    var isChoice = isNoun
    var beginsWithLiteral: Bool?
    while reader.index < text.count, depth > 0 {
      let byte = text[reader.index]
      if byte == UInt8(ascii: "\"") {
        beginsWithLiteral = beginsWithLiteral ?? true
        let parts = reader.literal()
        guard depth == 1 else { continue }
        if isSum, var last = literals.popLast() {
          last[last.count - 1] += parts[0]
          literals.append(last + parts.dropFirst())
        } else {
          literals.append(parts)
        }
        isSum = false
        continue
      }
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "+"): isSum = depth == 1 && !literals.isEmpty
      case UInt8(ascii: "?"): isChoice = isChoice || depth == 1
      default: break
      }
      if byte > UInt8(ascii: " ") { beginsWithLiteral = beginsWithLiteral ?? false }
      reader.index += 1
    }
    guard beginsWithLiteral == true || isChoice else { return [] }
    return literals.map { parts in
      let key = parts.enumerated().map { $0 == 0 ? $1 : "%\($0)\($1)" }.joined()
      return isNoun ? "%1 \(key)" : key
    }
  }

  /// The text between the values of the literal that begins here.
  private mutating func literal() -> [String] {
    var parts: [[UInt8]] = [[]]
    index += 1
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      guard text[index] == UInt8(ascii: "\\") else {
        parts[parts.count - 1].append(text[index])
        index += 1
        continue
      }
      index += 1
      if text[index] == UInt8(ascii: "(") {
        value()
        parts.append([])
      } else {
        let isLine = text[index] == UInt8(ascii: "n")
        parts[parts.count - 1].append(isLine ? UInt8(ascii: "\n") : text[index])
        index += 1
      }
    }
    index += 1
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Skips a value with its parentheses.
  private mutating func value() {
    var depth = 0
    repeat {
      if text[index] == UInt8(ascii: "\"") {
        _ = literal()
        continue
      }
      if text[index] == UInt8(ascii: "(") { depth += 1 }
      if text[index] == UInt8(ascii: ")") { depth -= 1 }
      index += 1
    } while depth > 0 && index < text.count
  }
}
