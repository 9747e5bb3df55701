import Foundation
import PromiseGraph
import PromiseInsight
import Testing

@Suite("The page about the warnings")
struct LintPageTests {
  @Test("Every lint has a comment in the fixed format")
  func shape() throws {
    #expect(try Lints.every.flatMap { try LintPage.comment(of: $0).faults } == [])
  }

  @Test("The page matches the comments: UPDATE_DOCUMENTS=1 rewrites it")
  func page() throws {
    let fresh = try LintPage.text(LintPage.scores)
    let file = LintPage.checkout.appending(path: "docs/debug/lints.md")
    if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTS"] != nil {
      try fresh.write(to: file, atomically: true, encoding: .utf8)
    } else {
      let isCurrent = try String(contentsOf: file, encoding: .utf8) == fresh
      #expect(isCurrent, "docs/debug/lints.md is out of date: make documents rewrites it")
    }
  }
}
