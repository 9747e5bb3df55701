import PromiseGraph
import PromiseInsight

/// A run that may be the start of a search, or its guide.
struct RecordedStart {
  var run: RepeatedRun
  var starts: RunStarts
  /// The path of its trace, if it is kept.
  var trace: String?
}

/// The runs that keep no order: the first ones as they are, the others shuffled with different seeds.
struct FreeRuns {
  /// The number of the last run.
  var count = 0
  /// The number of the last run that may be made to find one with the other result.
  var most: Int
  private let firstSeed: UInt64?
  private let plain: Int
  private var passing: [RunStarts] = []
  private var failing: [RunStarts] = []

  /// How many runs are made, at most, to find one with the other result; and the most that are kept.
  static let mostGuides = 10
  private static let mostKept = 32

  init(_ plan: RepeatPlan) {
    most = plan.runs
    firstSeed = plan.seed
    plain = plan.seed == nil ? min(20, max(1, plan.runs / 5)) : 0
  }

  /// The seed of the run with the number ``count``; `nil` if it is not shuffled.
  var seed: UInt64? {
    if let firstSeed { return firstSeed &+ UInt64(count - 1) }
    return count > plain ? UInt64(count - plain) : nil
  }

  mutating func add(_ run: RecordedStart) {
    guard run.starts.count > 0, !run.starts.isIncomplete else { return }
    if run.run.fails {
      most = min(most, count + Self.mostGuides)
      if failing.count < Self.mostKept { failing.append(run.starts) }
    } else if passing.count < Self.mostKept {
      passing.append(run.starts)
    }
  }

  /// Returns whether there is a run with a result.
  func hasResult(_ fails: Bool) -> Bool { !guides(fails: fails).isEmpty }

  /// Returns the runs with a result.
  func guides(fails: Bool) -> [RunStarts] { fails ? failing : passing }
}
