import Testing

@testable import promise_tui

@Suite("Which files are sources")
struct SourceNameTests {
  @Test(
    "What is compiled is", arguments: ["main.swift", "Package.swift", "a.b.swift", "x.c", "x.h"])
  func sources(name: String) { #expect(SourceName.isSource(name)) }

  @Test(
    "What editors leave behind and what programs write is not",
    arguments: [
      "", "swift", ".main.swift.swp", ".#main.swift", "#main.swift#", "main.swift~", "4913",
      "log.txt", "Package.resolved", "main.swift.orig",
    ])
  func others(name: String) { #expect(!SourceName.isSource(name)) }

  @Test("What was built is not looked at")
  func folders() {
    #expect(SourceName.mayHoldSources("Sources"))
    #expect(!SourceName.mayHoldSources(".build"))
    #expect(!SourceName.mayHoldSources(".git"))
  }
}
