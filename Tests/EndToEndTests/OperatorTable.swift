import Foundation
import Testing

/// The operators of PromiseKitLite: what each does to a value, an error and a cancellation, on which queue, and
/// what it is called elsewhere.
///
/// `docs/library/operators.md` shows them as tables, which `make documents` writes from the comments above the operators.
struct OperatorTable {
  /// The parts that the comment above an operator has.
  private static let parts = ["Value", "Error", "Cancellation", "Elsewhere"]
  /// The libraries of the last part.
  private static let libraries = ["PromiseKit", "google", "JavaScript", "Bolts"]
  /// The labels that distinguish operators of one name.
  private static let distinguishing: Set = [
    "fulfilled", "rejected", "resolved", "guarantees", "concurrently", "only",
  ]
  /// Requirements of Swift's own protocols.
  private static let witnesses: Set = ["makeAsyncIterator", "next"]

  /// A public function or property, with its comment.
  struct Declaration {
    var file: String
    /// The name with the labels that distinguish it: `when(fulfilled:)`.
    var key: String
    var comment: String
    var signature: String

    /// A part of the comment, as in `**Value.** Passed on.`
    func part(_ name: String) -> String? {
      guard let start = comment.range(of: "**\(name).** ") else { return nil }
      let rest = comment[start.upperBound...]
      let end = [rest.range(of: "\n**"), rest.range(of: "\n\n")].compactMap(\.?.lowerBound).min()
      return rest[..<(end ?? rest.endIndex)].split(separator: "\n").joined(separator: " ")
    }

    /// Whether the comment refers to the operator of which it is a form.
    var isVariant: Bool { comment.contains(#/(same as|form of|See) ``/#) }

    var queue: String {
      if let queue = part("Queue") { return queue }
      if signature.contains(".defaultReturn") { return "`on:`; by default `conf.Q.return`." }
      return "`on:`; by default `conf.Q.map`."
    }
  }

  /// The public functions and properties in the folders of the operators, in the order of their names.
  let declarations: [Declaration]

  init() throws {
    var found: [Declaration] = []
    for folder in ["Operators", "Combinators"] {
      let path = checkout.appendingPathComponent("Sources/PromiseKitLite/\(folder)")
      for file in try FileManager.default.contentsOfDirectory(atPath: path.path).sorted() {
        let text = try String(contentsOf: path.appendingPathComponent(file), encoding: .utf8)
        found += Self.declarations(in: text, of: "\(folder)/\(file)")
      }
    }
    declarations = found.sorted { ($0.key.lowercased(), $0.file) < ($1.key.lowercased(), $1.file) }
  }

  /// The operators: the declarations whose comments have the parts.
  var operators: [Declaration] { declarations.filter { $0.part("Value") != nil } }

  /// What is wrong: operators without a description, and incomplete descriptions.
  var faults: [String] {
    let known = Set(operators.map(\.key))
    let names = Set(known.map(Self.name))
    var faults = declarations.filter { !known.contains($0.key) }.compactMap { other -> String? in
      if other.isVariant, names.contains(Self.name(other.key)) { return nil }
      return "\(other.file): \(other.key) has no description"
    }
    for one in operators {
      for part in Self.parts where one.part(part) == nil {
        faults.append("\(one.file): \(one.key) has no part \(part)")
      }
      if one.part("Queue") == nil, !one.signature.contains("on dispatcher:") {
        faults.append("\(one.file): \(one.key) has no part Queue")
      }
      if Self.names(one).count != Self.libraries.count {
        faults.append("\(one.file): \(one.key) must name \(Self.libraries)")
      }
    }
    let keys = operators.map(\.key)
    faults += Set(keys).filter { key in keys.count { $0 == key } > 1 }
      .map { "\($0) is described more than once" }
    return faults
  }

  /// The tables in Markdown.
  var markdown: String {
    func table(_ title: String, _ rows: [String], _ columns: [String]) -> String {
      "## \(title)\n\n| operator | \(columns.joined(separator: " | ")) |\n"
        + "|---|\(columns.map { _ in "---|" }.joined())\n" + rows.joined()
    }
    func row(_ one: Declaration, _ cells: [String]) -> String {
      let link = "[`\(one.key)`](../../Sources/PromiseKitLite/\(one.file))"
      let texts = cells.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
      return "| \(link) | \(texts.joined(separator: " | ")) |\n"
    }
    let effects = operators.map { one in
      row(one, ["Value", "Error", "Cancellation"].map { one.part($0) ?? "" } + [one.queue])
    }
    return table("What they do", effects, ["a value", "an error", "a cancellation", "queue"]) + "\n"
      + table(
        "What they are called elsewhere", operators.map { row($0, Self.names($0)) }, Self.libraries)
  }

  /// What each of the libraries calls it.
  private static func names(_ one: Declaration) -> [String] {
    let texts = (one.part("Elsewhere") ?? "").split(separator: "; ")
    return zip(libraries, texts).compactMap { library, text in
      text.hasPrefix("\(library) ") ? String(text.dropFirst(library.count + 1)) : nil
    }
  }

  private static func name(_ key: String) -> String { String(key.prefix { $0 != "(" }) }

  private static func declarations(in text: String, of file: String) -> [Declaration] {
    let pattern =
      #/
      (?<comment>(?:\ *\/\/\/[^\n]*\n)+)(?:\ *(?:@|\/\/\ )[^\n]*\n)*
      \ *public\ (?:consuming\ )?(?<static>static\ )?(?<signature>(?:func|var)[^{]+)
      /#
    return text.matches(of: pattern).compactMap { match in
      let signature = String(match.signature)
      let isProperty = signature.hasPrefix("var")
      let head = signature.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
      let name = String(head.prefix { !"(<:".contains($0) }).replacing("`", with: "")
      if witnesses.contains(name) { return nil }
      // Other properties are no operators.
      if isProperty, !signature.contains(#/: (Promise|Guarantee)/#) { return nil }
      let comment = match.comment.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.drop { $0 == " " }.dropFirst(3).drop { $0 == " " }
      }.joined(separator: "\n")
      let above =
        text[..<match.range.lowerBound].matches(of: #/\nextension (\w+)/#).last?.output.1 ?? ""
      let isOfQueue = above == "DispatchQueue" || above == "AccessingDispatcher"
      let prefix = isOfQueue ? "DispatchQueue." : match.static == nil ? "" : "Promise."
      return Declaration(
        file: file, key: prefix + name + labels(in: signature), comment: comment,
        signature: signature)
    }
  }

  /// The labels of the arguments that distinguish the operator, `(fulfilled:)`; nothing if there are none.
  private static func labels(in signature: String) -> String {
    let labels = signature.matches(of: #/[(,]\s*(\w+)(?: \w+)?:/#).map { String($0.output.1) }
      .filter(distinguishing.contains)
    return labels.isEmpty ? "" : "(\(labels.map { $0 + ":" }.joined()))"
  }
}

extension EndToEnd {
  @Suite struct OperatorTableTests {
    @Test(
      "The comment above each operator says what it does, on which queue, and its names elsewhere")
    func complete() throws {
      let table = try OperatorTable()
      #expect(table.faults == [])
      #expect(table.operators.count > 50)
    }
  }
}
