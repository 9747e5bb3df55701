import Foundation
import PromiseEvents
import PromiseKitLite
import PromiseSimulation
import Testing

@testable import promise_tui

private struct Offline: Error {}

@Suite("What the line after a recording counts")
struct TraceCountsTests {
  /// Returns the counts of the trace of a simulated program.
  private func counts(_ program: () -> Void) throws -> TraceCounts {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    simulation.start { program() }
    simulation.run()
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let header = TraceHeader(isVirtual: true)
    try Data(TraceWriter().bytes(header, recorder.events)).write(to: file)
    return try #require(TraceCounts(file.path))
  }

  @Test("Every warning that is counted is listed, advice too")
  func agreement() throws {
    let both = try counts {
      _ = Promise<Int>(error: Offline()).map { $0 }
      race([Promise<Int>]()).done { _ in }.cauterize()
    }
    #expect(both.description.contains("2 warnings"))
    #expect(both.listed.count == 2)
    #expect(both.listed[0].contains("error: ") && both.listed[0].hasSuffix("[unhandled-rejection]"))
    #expect(both.listed[1].contains("advice: ") && both.listed[1].hasSuffix("[empty-fan-in]"))
    let none = try counts { Promise.value(1).done { _ in }.cauterize() }
    #expect(none.description.contains("0 warnings") && none.listed.isEmpty)
  }

  @Test("Of many, the first five are listed, and how many more there are")
  func many() throws {
    let many = try counts {
      for number in 1...8 {
        _ = Promise<Int>(error: Offline()).map(line: UInt(number)) { $0 }
      }
    }
    #expect(many.listed.count == 6)
    #expect(many.listed.last == "\(many.warnings - 5) more warnings")
  }
}
