import Foundation
import Testing

@Suite("Promises/A+: the table of paragraphs in the documents")
struct TableTests {
  @Test("it names each paragraph with the file that has its claims, or says why it needs none")
  func table() throws {
    let file = URL(filePath: #filePath)
    let root = (0..<4).reduce(file) { url, _ in url.deletingLastPathComponent() }
    let document = try String(
      contentsOf: root.appending(path: "docs/library/promises-a-plus.md"), encoding: .utf8)
    let rows = document.matches(of: /\| (2(?:\.\d)+) \| .+ \| `(.+)` \|/)
      .map { "\($0.1) \($0.2)" }
    #expect(rows == rows.sorted() && Set(rows).count == rows.count)
    let claims = Claim.all.flatMap { claim in
      claim.ends.flatMap(claim.paragraphs).map { "\($0) \(claim.location.fileName)" }
    }
    #expect(Set(rows) == Set(claims))
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
}
