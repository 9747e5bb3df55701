import Demos
import Foundation
import PromiseCourse
import PromiseGraph
import PromiseInsight
import Testing

/// The demos in JavaScript: real node's output is next to each script, and in both lessons.
@Suite("The demos in JavaScript")
struct ScriptTests {
  private static let scripts = Demo.all.filter { $0.script != nil }.map(\.name)

  @Test("At least thirty demos have a script, the classic questions among them")
  func classics() {
    #expect(Self.scripts.count >= 30)
    let classics = [
      "then-order", "settled-or-not", "lock-in", "passing-links", "one-after-another", "zalgo",
      "race-against-timeout", "forgotten-return",
    ]
    #expect(Set(classics).subtracting(Self.scripts) == [])
  }

  @Test("A script is short, fits a narrow pane, and says what the demo says", arguments: scripts)
  func shape(name: String) throws {
    let demo = try #require(Demo.named(name))
    let script = try #require(demo.script)
    let lines = script.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 50)
    #expect(lines.allSatisfy { $0.count <= 70 })
    let source = try #require(demo.sources.first?.text)
    #expect(lines.first == source.split(separator: "\n").first)
    #expect(!script.output.isEmpty)
  }

  @Test(
    "Both lessons have a table that names the lines that node prints, in their order",
    arguments: scripts)
  func tables(name: String) throws {
    let demo = try #require(Demo.named(name))
    let script = try #require(demo.script)
    for language in Language.all {
      let text = try #require(demo.text(beside: language.ending))
      let lesson = try Lesson(markdown: text, language: language)
      var rows: [[String]] = []
      for case .table(_, let more) in lesson.sections.flatMap(\.blocks) { rows += more }
      let row = try #require(
        rows.first { $0.first == "`\(script.file)`" }, "\(name) \(language)")
      let expected = script.output.map { "`\($0)`" }.joined(separator: " · ")
      #expect(row.dropFirst().first == expected, "\(name) \(language)")
    }
  }

  @Test("Every lesson says what other libraries do")
  func otherLibraries() throws {
    for demo in Demo.all {
      for language in Language.all {
        let text = try #require(demo.text(beside: language.ending))
        let titles = try Lesson(markdown: text, language: language).sections.map(\.title)
        let title = language == .english ? "In other libraries" : "其他库的表现"
        #expect(titles.contains(title), "\(demo.name) \(language)")
      }
    }
  }

  @Test(
    "Real node prints what is recorded, in that order",
    .enabled(if: Node.path != nil, "node 18 or later is not installed"))
  func node() throws {
    var scripts: [String: Demo.Script] = [:]
    for case let script? in Demo.all.map(\.script) { scripts[try Self.path(of: script)] = script }
    let printed = try Node.output(of: scripts.keys.sorted())
    for (path, script) in scripts { #expect(printed[path] == script.output, "\(path)") }
  }

  /// The script's file in the checkout, in the folder of its chapter.
  private static func path(of script: Demo.Script) throws -> String {
    let demos = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("demos")
    let folders = try FileManager.default.contentsOfDirectory(
      at: demos.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    return try #require(
      folders.map { $0.appendingPathComponent(script.file).path }
        .first { FileManager.default.fileExists(atPath: $0) })
  }
}
