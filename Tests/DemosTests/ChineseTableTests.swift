import Demos
import Foundation
import PromiseCourse
import PromiseExploration
import PromiseSimulation
import Testing

@testable import PromiseGraph
@testable import PromiseInsight
@testable import PromiseScreens

@Suite("The table of Chinese texts")
struct ChineseTableTests {
  /// Texts that are translated without a literal in a call: each list is one source of keys. A part of the
  /// program that translates texts from a table adds that table here.
  private static let providers: [[String]] = [
    Lints.every.flatMap { [$0.title, $0.summary, $0.fix] },
    Lints.all.flatMap { [$0.inJavaScript?.summary, $0.inJavaScript?.fix].compactMap { $0 } },
    Dialect.Rule.allCases.flatMap { rule in rule.answers.map { rule.words($0) } },
    Chapter.all.map(\.about),
    EventVerb.allCases.map(\.rawValue),
    Array(screens),
  ]

  /// The texts that the screens keep in tables.
  private static var screens: Set<String> {
    var texts: Set<String> = []
    for binding in KeyTable.bindings {
      texts.formUnion([binding.label, binding.help, binding.help(ofRuns: true)])
      texts.insert(binding.shortName)
      texts.formUnion(binding.strokes.compactMap { binding.title(of: $0.action) })
    }
    texts.formUnion(Binding.Group.allCases.map(\.rawValue))
    for pane in PaneKind.allCases { texts.formUnion([pane.name, pane.arrows.help] + pane.about) }
    for pane in PairPane.allCases {
      for isComparison in [false, true] {
        let about = pane.about(comparing: isComparison)
        texts.formUnion([about.name] + about.texts)
      }
    }
    texts.formUnion(Legend.entries.map(\.meaning))
    texts.formUnion(Legend.emphasis.flatMap { [$0.sample, $0.meaning] })
    texts.formUnion(ChainLegend.meanings)
    texts.formUnion(ExportFormat.allCases.map(\.about))
    texts.formUnion(["token", "again", "trace"])
    texts.formUnion(["start here", "the best demos to begin with, in order"])
    return texts.filter { !$0.isEmpty }
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The keys that the calls of the sources use, and where each is used.
  private static let used: [String: String] = {
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
    #expect(keys.count > 2000)
    let translated = Set(Chinese.rows.map(\.key))
    let missing = keys.filter { !translated.contains($0.key) }.map { "\($0.value): \($0.key)" }
    #expect(missing.sorted() == [])
  }

  @Test("Every translation is used")
  func needed() {
    let keys = Set(Self.used.keys).union(Self.providers.joined())
    #expect(Chinese.rows.map(\.key).filter { !keys.contains($0) } == [])
  }

  @Test("Every line of the file is a row, a comment, or empty")
  func lines() throws {
    let file = Self.root.appending(path: "Sources/PromiseInsight/Languages/chinese.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count { !$0.hasPrefix("//") } == Chinese.rows.count)
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
