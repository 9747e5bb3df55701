import Demos
import Dispatch
import Foundation
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

extension EndToEnd {
  /// The documents show what the program prints.
  ///
  /// A part between `<!-- begin: promise-tui … -->` and `<!-- end -->` is the output of that command. A part
  /// that begins with `<!-- begin: keys -->` is the table of keys, with `<!-- begin: environment -->` that of
  /// the environment variables, with `<!-- begin: errors -->` that of the errors, with
  /// `<!-- begin: operators -->` that of the operators, and with `<!-- begin: file … -->` that file of the
  /// sources. If a command ends with
  /// `> file`, its output is that file, and the document shows it as a picture. `; status 1` after a command is
  /// the exit status that it must have, and `; parts ONE, TWO` shows only the paragraphs of the output that
  /// start with these words, with `…` for the others. `make documents` rewrites these parts.
  @Suite
  struct DocumentTests {
    @Test(
      "The generated parts are up to date",
      arguments: [
        "README.md", "docs/reference/command-line.md", "docs/library/concurrency.md",
        "docs/reference/configuration.md",
        "docs/learn/course.md", "docs/library/dialects.md", "docs/reference/errors.md",
        "docs/learn/keys.md", "docs/library/operators.md",
        "docs/library/recipes.md",
      ])
    func generatedParts(name: String) throws {
      let file = checkout.appendingPathComponent(name)
      let document = try String(contentsOf: file, encoding: .utf8)
      let fresh = try regenerated(document)
      try expect(file, toBe: fresh)
    }

    /// Compares the file with its expected contents, or writes it.
    private func expect(_ file: URL, toBe fresh: String) throws {
      if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTS"] != nil {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try fresh.write(to: file, atomically: true, encoding: .utf8)
      } else {
        let current = try? String(contentsOf: file, encoding: .utf8)
        #expect(current == fresh, "\(file.lastPathComponent): run make documents to update it")
      }
    }

    @Test("Every file that a document links to exists")
    func links() throws {
      let documents = FileManager.default.enumerator(
        at: checkout, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
      var count = 0
      for case let file as URL in documents ?? .init() where file.pathExtension == "md" {
        let document = try String(contentsOf: file, encoding: .utf8)
          .replacing(/```[\s\S]*?```/, with: "")
        for link in document.matches(of: /\]\(([^)\s#:]+)(#[^)]*)?\)/) {
          count += 1
          let target = file.deletingLastPathComponent().appendingPathComponent(String(link.1))
          #expect(FileManager.default.fileExists(atPath: target.path), "\(file.path): \(link.1)")
        }
      }
      #expect(count > 300)
    }

    @Test("The list of documents names every page of its folders")
    func pages() throws {
      let folder = checkout.appendingPathComponent("docs")
      let list = try String(
        contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
      for page in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where page.hasSuffix(".md") && page != "README.md" {
        #expect(list.contains("](\(page))"), "\(page)")
      }
    }

    @Test("Every library has a DocC catalog with a first article, and .spi.yml names it")
    func catalogs() throws {
      func text(_ path: String) throws -> String {
        try String(contentsOf: checkout.appendingPathComponent(path), encoding: .utf8)
      }
      let index = try text(".spi.yml")
      let libraries = try text("Package.swift").matches(of: /\.library\(name: "(\w+)"/)
      #expect(!libraries.isEmpty)
      for library in libraries.map({ String($0.1) }) {
        let folder = "Sources/\(library)/Documentation.docc"
        let page = try text("\(folder)/\(library).md")
        #expect(page.hasPrefix("# ``\(library)``\n"), "\(library)")
        let article = try #require(page.firstMatch(of: /<doc:(\w+)>/), "\(library)")
        #expect(try text("\(folder)/\(article.1).md").contains("```"), "\(library)")
        #expect(index.contains("- \(library)\n"), "\(library)")
      }
    }

    @Test("The map names every folder in Sources")
    func map() throws {
      let map = try String(
        contentsOf: checkout.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
      var folders: Set<String> = []
      for root in ["Sources", "demos"] {
        let files = try FileManager.default.subpathsOfDirectory(
          atPath: checkout.appendingPathComponent(root).path)
        for file in files where file.hasSuffix(".swift") {
          let parts = [root] + file.split(separator: "/").dropLast().map(String.init)
          folders.insert(root == "Sources" ? parts.prefix(2).joined(separator: "/") : root)
          // A pane's own folder needs no entry.
          if let inner = parts.dropFirst(root == "Sources" ? 2 : 1).first { folders.insert(inner) }
        }
      }
      for folder in folders.sorted() { #expect(map.contains("`\(folder)`"), "\(folder)") }
    }

    @Test("The code in docs/library/library.md is compiled and run")
    func example() throws {
      let page = try String(
        contentsOf: checkout.appendingPathComponent("docs/library/library.md"), encoding: .utf8)
      let code = try #require(page.firstMatch(of: /```swift\n([\s\S]*?)```/))
      let file = checkout.appendingPathComponent("Tests/EndToEndTests/LibraryExample.swift")
      #expect(try String(contentsOf: file, encoding: .utf8) == String(code.1))

      let recorder = RecordingObserver()
      let answer = PromiseEnvironment(observers: [recorder]).run {
        total(on: DispatchQueue(label: "example"))
      }
      let sum = try wait(for: "the sum") { answer.value }
      #expect(sum == 6)
      let labels = recorder.events.compactMap { event -> String? in
        guard case .created(let creation) = event.kind else { return nil }
        return creation.label
      }
      #expect(labels == ["fetch", "add up"])
    }

    /// Returns the document with its generated parts updated.
    private func regenerated(_ document: String) throws -> String {
      let parts = /<!-- begin: (?<what>.+) -->\n[\s\S]*?<!-- end -->/
      var fresh = ""
      var rest = document[...]
      while let part = rest.firstMatch(of: parts) {
        let what = String(part.what)
        fresh += rest[..<part.range.lowerBound]
        fresh += "<!-- begin: \(what) -->\n\(try content(of: what))<!-- end -->"
        rest = rest[part.range.upperBound...]
      }
      return fresh + rest
    }

    /// Returns the chapters with their demos, each with links to its lessons and its source.
    private func course() throws -> String {
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: checkout.appendingPathComponent("demos").path)
      return try Chapter.all.map { chapter in
        let rows = try chapter.demos.map { demo in
          let name = demo.file.split(separator: "/").last.map(String.init) ?? ""
          let source = try #require(files.first { $0.hasSuffix("/\(name)") })
          let lesson = "../../demos/" + source.dropLast(".swift".count)
          let script = demo.script.map { _ in "[JavaScript](\(lesson).mjs)" } ?? ""
          let variants = demo.variants.map { "`\($0.name)`" }.joined(separator: " ")
          return
            "| [\(demo.name)](\(lesson).md) | [中文](\(lesson).zh.md) | [Swift](\(lesson).swift) | \(script) "
            + "| \(demo.teaches) | \(variants) | \(demo.from) |\n"
        }
        return "### \(chapter.name): \(chapter.about)\n\n"
          + "| demo | | | | what it teaches | variants | where it comes from |\n|---|---|---|---|---|---|---|\n"
          + rows.joined()
      }.joined(separator: "\n")
    }

    private func content(of what: String) throws -> String {
      if what == "course" { return try course() }
      if what == "keys" { return KeyMap.standard.markdown() }
      if what == "environment" { return Variable.markdown }
      if what == "errors" { return try ErrorTable.markdown() }
      if what == "operators" { return try OperatorTable().markdown }
      if what.hasPrefix("file ") {
        let file = checkout.appendingPathComponent(String(what.dropFirst("file ".count)))
        return "```swift\n\(try String(contentsOf: file, encoding: .utf8))```\n"
      }
      let mark = try DocumentMark(what)
      let outcome = try Command([Binary.path] + mark.arguments.dropFirst()).run()
      guard outcome.status == mark.status else {
        throw Failure("\(what): status \(outcome.status) \(outcome.error)")
      }
      if let file = mark.file {
        try expect(checkout.appendingPathComponent(file), toBe: outcome.output)
        return "![\(mark.command)](\(file))\n"
      }
      guard !mark.parts.isEmpty else { return "```text\n\(outcome.output)```\n" }
      return "```text\n$ \(mark.command)\n\(try mark.excerpt(of: outcome.output))```\n"
    }
  }
}

/// What a document shows of a command: `promise-tui explore x; status 1; parts OUTCOMES, FAIL`.
private struct DocumentMark {
  /// The command, as it is typed.
  let command: String
  /// The file that is the output of the command; `nil` if the document shows the output itself.
  private(set) var file: String?
  /// The exit status that the command must have.
  private(set) var status: Int32 = 0
  /// How the paragraphs begin that are shown; all are shown if the list is empty.
  private(set) var parts: [String] = []

  var arguments: [String] { command.split(separator: " ").map(String.init) }

  init(_ text: String) throws {
    let pieces = text.components(separatedBy: "; ")
    let words = pieces[0].components(separatedBy: " > ")
    command = words[0]
    file = words.dropFirst().first
    for piece in pieces.dropFirst() {
      if piece.hasPrefix("status "), let number = Int32(piece.dropFirst("status ".count)) {
        status = number
      } else if piece.hasPrefix("parts ") {
        parts = piece.dropFirst("parts ".count).components(separatedBy: ", ")
      } else {
        throw Failure("\(text): '\(piece)' is neither a status nor parts")
      }
    }
  }

  /// The paragraphs of `output` that are shown.
  func excerpt(of output: String) throws -> String {
    let paragraphs = output.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    for part in parts where !paragraphs.contains(where: { $0.hasPrefix(part) }) {
      throw Failure("\(command): no paragraph begins with '\(part)'")
    }
    var text = ""
    var previous: Bool?
    for paragraph in paragraphs {
      let isShown = parts.contains(where: paragraph.hasPrefix)
      defer { previous = isShown }
      if isShown {
        text += (previous == true ? "\n" : "") + paragraph + "\n"
      } else if previous != false {
        text += "…\n"
      }
    }
    return text
  }
}
