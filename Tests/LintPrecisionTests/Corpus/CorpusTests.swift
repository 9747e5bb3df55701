import Foundation
import ProgramCorpus
import PromiseGraph
import Testing

@Suite("The warnings name the cause")
struct CorpusTests {
  /// `CORPUS_PROGRAMS` programs of each kind; then the table and what is wrong are printed.
  private static let isLong = ProcessInfo.processInfo.environment["CORPUS_PROGRAMS"] != nil
  private static let seeds =
    0..<(ProcessInfo.processInfo.environment["CORPUS_PROGRAMS"].flatMap { UInt64($0) } ?? 10)

  @Test("In programs as developers write them")
  func written() throws {
    let measure = try CorpusMeasure.written()
    report(measure)
    for run in measure.wrong + measure.right {
      #expect((50...200).contains(run.promises), "\(run.name): \(run.promises) promises")
    }
    #expect(measure.falseErrors == [])
  }

  @Test("In generated programs")
  func generated() throws {
    let measure = try CorpusMeasure.generated(seeds: Self.seeds)
    report(measure)
    for run in measure.wrong + measure.right {
      #expect((50...200).contains(run.promises), "\(run.name): \(run.promises) promises")
    }
    #expect(measure.falseErrors == [])
  }

  @Test("On Dispatch queues", .enabled(if: isLong))
  func onDispatch() async throws { report(try await CorpusMeasure.onDispatch()) }

  private func report(_ measure: CorpusMeasure) {
    if Self.isLong { print(measure.table + "\n" + measure.faults) }
  }
}
