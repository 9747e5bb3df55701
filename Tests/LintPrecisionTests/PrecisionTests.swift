import Foundation
import PromiseGraph
import Testing

/// Compares what the lints report for random programs with what is known of these without any event.
@Suite("Precision and recall of the lints")
struct PrecisionTests {
  /// Checks `LINT_PROGRAMS` programs of each kind.
  private static let count =
    ProcessInfo.processInfo.environment["LINT_PROGRAMS"].flatMap { UInt64($0) }
    ?? LintPage.programs

  @Test("In programs with mistakes, each mistake is reported, and nothing else")
  func scores() {
    let scores =
      Self.count == LintPage.programs ? LintPage.scores : Scores(seeds: 0..<Self.count)
    for (lint, score) in scores.seeded.sorted(by: { $0.key < $1.key }) {
      #expect(score.precision >= 0.99, "\(lint): \(score.row)")
      #expect(score.recall >= 0.99, "\(lint): \(score.row)")
    }
    for (lint, score) in scores.modelled.sorted(by: { $0.key < $1.key }) {
      #expect(score.precision >= 0.99, "\(lint): \(score.row)")
      #expect(score.recall >= 0.99, "\(lint): \(score.row)")
      #expect(score.programs >= Int(Self.count) / 2)
    }
    #expect(scores.faults == [])
  }

  @Test("There is a mistake for every lint except the one that needs a machine of its own")
  func complete() {
    let all = Set(Lints.all.map { $0.id })
    #expect(all.subtracting(Fragment.mistakes.compactMap(\.lint)) == [MainQueueNotDrained.id])
  }
}
