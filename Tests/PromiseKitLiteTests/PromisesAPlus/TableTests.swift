import Foundation
import Testing

@Suite("Promises/A+: the table of paragraphs in the documents")
struct TableTests {
  @Test("it names each paragraph with the file that tests it, as in the titles of the tests")
  func table() throws {
    let document = try String(
      contentsOf: root.appending(path: "docs/promises-a-plus.md"), encoding: .utf8)
    let rows = document.matches(of: /\| (2(?:\.\d)+) \| .+ \| `(\w+)` \|/)
      .map { "\($0.1) \($0.2)" }
    #expect(rows == rows.sorted() && Set(rows).count == rows.count)
    #expect(try Set(rows) == claims())
  }

  @Test(
    "together with the paragraphs that need no test, it covers all requirements of the specification"
  )
  func whole() throws {
    let document = try String(
      contentsOf: root.appending(path: "docs/promises-a-plus.md"), encoding: .utf8)
    let paragraphs = document.matches(of: /(?m)^\| (2(?:\.\d)+) \|/).map { String($0.1) }
    #expect(paragraphs.sorted() == Self.paragraphs)
  }

  /// Promises/A+ 1.1, section 2: every paragraph that states a requirement.
  private static let paragraphs = [
    "2.1.1.1", "2.1.2.1", "2.1.2.2", "2.1.3.1", "2.1.3.2",
    "2.2.1.1", "2.2.1.2", "2.2.2.1", "2.2.2.2", "2.2.2.3", "2.2.3.1", "2.2.3.2", "2.2.3.3",
    "2.2.4", "2.2.5", "2.2.6.1", "2.2.6.2", "2.2.7", "2.2.7.1", "2.2.7.2", "2.2.7.3", "2.2.7.4",
    "2.3.1", "2.3.2.1", "2.3.2.2", "2.3.2.3", "2.3.3.1", "2.3.3.2", "2.3.3.3", "2.3.3.3.1",
    "2.3.3.3.2", "2.3.3.3.3", "2.3.3.3.4.1", "2.3.3.3.4.2", "2.3.3.4", "2.3.4",
  ]

  /// The paragraphs at the beginning of the titles of tests, each with the type of the tests.
  private func claims() throws -> Set<String> {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var found: Set<String> = []
    for file in files where file.hasPrefix("Clause") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for test in text.matches(of: #/@Test\(\s*"(2(?:\.\d)+):/#) {
        found.insert("\(test.1) \(file.dropLast(".swift".count))")
      }
    }
    return found
  }

  private var root: URL {
    (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  }
}
