import PromiseGraph
import PromiseInsight
import TestSupport
import Testing

/// Compares what the lints report for random programs with what is known of these without any event.
@Suite("Precision and recall of the lints")
struct PrecisionTests {
  private static let programs = Rounds(LintPage.programs, "LINT_PROGRAMS")

  @Test("In programs with mistakes, each mistake is reported, and nothing else")
  func scores() {
    let seeds = Self.programs.seeds
    let scores = seeds == 0..<LintPage.programs ? LintPage.scores : Scores(seeds: seeds)
    for (lint, score) in scores.seeded.sorted(by: { $0.key < $1.key }) {
      #expect(score.precision >= 0.99, "\(lint): \(score.row)")
      #expect(score.recall >= 0.99, "\(lint): \(score.row)")
    }
    for (lint, score) in scores.modelled.sorted(by: { $0.key < $1.key }) {
      #expect(score.precision >= 0.99, "\(lint): \(score.row)")
      #expect(score.recall >= 0.99, "\(lint): \(score.row)")
      #expect(score.programs >= seeds.count / 2)
    }
    #expect(scores.faults == [])
  }

  @Test("There is a mistake for every lint except the one that needs a machine of its own")
  func complete() {
    let all = Set(Lints.all.map { $0.id })
    #expect(all.subtracting(Fragment.mistakes.compactMap(\.lint)) == [MainQueueNotDrained.id])
  }
}
