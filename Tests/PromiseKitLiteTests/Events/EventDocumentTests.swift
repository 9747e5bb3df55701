import Foundation
import PromiseKitLite
import Testing

/// The page about the events matches the comments of the kinds in the code; `make documents`
/// regenerates it.
@Suite("The page about the events")
struct EventDocumentTests {
  private static let checkout = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.checkout.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("describes each kind: what it carries, and when it is posted")
  func kinds() throws {
    let kinds = try documentedKinds()
    #expect(kinds.map(\.name) == PromiseEvent.Kind.Name.allCases.map(\.rawValue))
    let rows = kinds.map { "| `\($0.name)` | \($0.carries) | \($0.posted) |\n" }
    let table = "| kind | carries | posted |\n|---|---|---|\n" + rows.joined()
    let file = "docs/library/events.md"
    let document = try text(file)
    let part = /<!-- begin: kinds -->\n[\s\S]*?<!-- end -->/
    let fresh = document.replacing(part, with: "<!-- begin: kinds -->\n\(table)<!-- end -->")
    if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTS"] != nil {
      try fresh.write(
        to: Self.checkout.appendingPathComponent(file), atomically: true, encoding: .utf8)
    } else {
      #expect(document == fresh, "make documents writes it anew")
    }
  }

  @Test("names every observer, and only files that exist")
  func observers() throws {
    let document = try text("docs/library/events.md")
    let folder = Self.checkout.appendingPathComponent("Sources/PromiseEvents/Observers").path
    for file in try FileManager.default.contentsOfDirectory(atPath: folder)
    where file.hasSuffix("Observer.swift") {
      #expect(document.contains("| `\(file.dropLast(6))` |"), "\(file)")
    }
    let pages = Self.checkout.appendingPathComponent("docs")
    for link in document.matches(of: /\]\(\.\.\/([^)#]+)(#[^)]*)?\)/) {
      let target = pages.appendingPathComponent(String(link.1)).path
      #expect(FileManager.default.fileExists(atPath: target), "\(link.1)")
    }
  }

  /// One kind as documented in the code.
  private struct DocumentedKind {
    var name: String
    var carries: String
    var posted: String
  }

  /// Reads the cases of `PromiseEvent.Kind` and their comments.
  private func documentedKinds() throws -> [DocumentedKind] {
    let source = try text("Sources/PromiseEvents/Events/PromiseEvent.swift")
    let body = try #require(source.firstMatch(of: /enum Kind[^\n]*\n([\s\S]*?)\n  }\n/)).1
    var comment: [Substring] = []
    var kinds: [DocumentedKind] = []
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      if let words = line.firstMatch(of: /^ *\/\/\/ ?(.*)$/) {
        comment.append(words.1)
      } else if let parts = line.firstMatch(of: /^ *case (\w+)(?:\((.*)\))?$/) {
        kinds.append(
          DocumentedKind(
            name: String(parts.1), carries: Self.carried(parts.2 ?? ""),
            posted: Self.sentence(comment)))
        comment = []
      }
    }
    return kinds
  }

  /// `promise: PromiseID, queue: QueueID?` as `promise, queue?`.
  private static func carried(_ parameters: Substring) -> String {
    parameters.split(separator: ", ").map { parameter in
      let parts = parameter.split(separator: ": ")
      let optional = parameter.hasSuffix("?") || parameter.hasSuffix("? = nil") ? "?" : ""
      switch parameter {
      case "Creation": return fields(of: PromiseEvent.Creation(promise: 1, operation: .body))
      case "Settlement": return fields(of: PromiseEvent.Settlement(promise: 1, outcome: .fulfilled))
      case "String": return "text"
      default: return "\(parts[0])\(optional)"
      }
    }.joined(separator: ", ")
  }

  private static func fields(of value: Any) -> String {
    Mirror(reflecting: value).children.compactMap { child in
      let isOptional = Mirror(reflecting: child.value).displayStyle == .optional
      return child.label.map { isOptional ? "\($0)?" : $0 }
    }.joined(separator: ", ")
  }

  /// A comment as one line of Markdown.
  private static func sentence(_ lines: [Substring]) -> String {
    lines.joined(separator: " ")
      .replacing(/``(?:\w+\/)*(\w+)[^`]*``/) { "`\($0.1)`" }
      .replacing("|", with: "\\|")
      .replacing(/^Posted\s/, with: "")
  }
}
