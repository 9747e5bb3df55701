import PromiseGraph
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

@Suite struct DiffReportTests {
  /// A demo's run, or another one with `change` made to its events.
  private func run(
    _ name: String, isVirtual: Bool = true, _ change: ([PromiseEvent]) -> [PromiseEvent] = { $0 }
  ) throws -> RecordedRun {
    let scenario = try Catalogue.scenario(named: name, settings: [])
    let (events, _) = SimulatedRun.events(of: scenario, limit: 10_000, within: .seconds(20))
    return RecordedRun(entry: scenario.entry, isVirtual: isVirtual, events: change(events))
  }

  private func diff(
    _ a: String, _ b: String, only: Set<DiffSection> = [], slower: TimeThreshold? = nil
  ) throws -> RunDiff {
    try RunDiff(run(a), run(b), named: (a, b), only: only, slower: slower)
  }

  @Test("A run beside itself is the same in all")
  func same() throws {
    let diff = try diff("login-fetch-submit", "login-fetch-submit")
    #expect(!diff.differs)
    #expect(DiffReport(diff: diff).text == "")
  }

  @Test("Another answer: what settles otherwise, what runs instead, and why")
  func refused() throws {
    let diff = try diff("login-fetch-submit", "login-fetch-submit/refused")
    #expect(diff.differs)
    #expect(DiffReport(diff: diff).text == "")
  }

  @Test("What counts for the status is what was asked for, times only then")
  func counted() throws {
    let slow = try diff("slow-main", "slow-main", only: [.times])
    #expect(!slow.differs)
    let login = "login-fetch-submit"
    #expect(try !diff(login, "\(login)/alone", only: [.warnings]).differs)
    #expect(try diff(login, "\(login)/refused", only: [.outcomes]).differs)
    #expect(try !diff(login, "\(login)/refused", only: [.queues]).differs)
  }

  @Test("A narrow terminal and colours change no word")
  func forms() throws {
    let diff = try diff("login-fetch-submit", "login-fetch-submit/refused")
    let narrow = DiffReport(diff: diff, width: 40).text
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 })
    let plain = DiffReport(diff: diff).text
    let coloured = DiffReport(diff: diff, isColoured: true).text
    #expect(coloured != plain)
    #expect(coloured.replacing(/\x1B\[\d+m/, with: "") == plain)
  }

  @Test("Of many differences the first are told, and how many there are")
  func many() throws {
    let diff = try RunDiff(
      run("login-fetch-submit"), run("then-order"), named: ("a", "b"))
    #expect(diff.differs)
    #expect(diff.summary.contains("9 promises gone"))
  }

  @Test("Differences of time as they are typed")
  func thresholds() throws {
    #expect(try TimeThreshold.typed("10ms") == TimeThreshold(length: 10_000_000, share: 0))
    #expect(try TimeThreshold.typed("0.5s, 20%") == TimeThreshold(length: 500_000_000, share: 0.2))
    #expect(try TimeThreshold.typed("20%") == TimeThreshold(length: 1_000_000, share: 0.2))
    for text in ["", "10", "ms", "-1ms", "10%,20%", "nan%", "1e99s", "10ms,"] {
      #expect(throws: (any Error).self) { try TimeThreshold.typed(text) }
    }
  }
}
