import Testing

@testable import promise_tui

@Suite("A burst of changes")
struct DebounceTests {
  private static let millisecond: Int64 = 1_000_000

  /// Returns whether the burst has ended at `now`, and starts afresh if so.
  private static func isOver(_ debounce: inout Debounce, at now: Int64) -> Bool {
    debounce.take(at: now)
  }

  @Test("ends when nothing has changed for a moment")
  func quiet() {
    var debounce = Debounce()
    #expect(debounce.due == nil)
    debounce.changed(at: 100)
    debounce.changed(at: 200)
    #expect(debounce.due == 200 + Debounce.quiet)
    #expect(!Self.isOver(&debounce, at: 199 + Debounce.quiet))
    #expect(Self.isOver(&debounce, at: 200 + Debounce.quiet))
    #expect(debounce.due == nil)
    #expect(!Self.isOver(&debounce, at: .max))
  }

  @Test("is acted on even if it does not end")
  func patience() {
    var debounce = Debounce()
    var now: Int64 = 0
    while now < Debounce.patience {
      debounce.changed(at: now)
      #expect(!Self.isOver(&debounce, at: now))
      now += 10 * Self.millisecond
    }
    debounce.changed(at: now)
    #expect(Self.isOver(&debounce, at: now))
  }
}

@Suite("Which files are sources")
struct SourceNameTests {
  @Test(
    "Files that are compiled are",
    arguments: ["main.swift", "Package.swift", "a.b.swift", "x.c", "x.h"])
  func sources(name: String) { #expect(SourceName.isSource(name)) }

  @Test(
    "Editors' backups and programs' output are not sources",
    arguments: [
      "", "swift", ".main.swift.swp", ".#main.swift", "#main.swift#", "main.swift~", "4913",
      "log.txt", "Package.resolved", "main.swift.orig",
    ])
  func others(name: String) { #expect(!SourceName.isSource(name)) }

  @Test("Build folders are not searched")
  func folders() {
    #expect(SourceName.mayHoldSources("Sources"))
    #expect(!SourceName.mayHoldSources(".build"))
    #expect(!SourceName.mayHoldSources(".git"))
  }
}
