import PromiseCourse
import PromiseGraph

/// What is run again and again, how often, and what must hold in each run.
struct RepeatPlan: Sendable {
  /// The program and its arguments.
  var words: [String]
  /// How many runs there are to be, and how many at the same time.
  var runs = 100
  var jobs = 1
  /// The seed of the first run; the next one has the next. None where nothing is shuffled.
  var seed: UInt64?
  /// The longest delay as `PROMISE_SHUFFLE` takes it; its own where nothing is said.
  var longestDelay: String?
  /// How long a run may take.
  var limit = Duration.seconds(60)
  /// The first run that fails is the last one.
  var untilFailure = false
  var grouping = RunGrouping.labels
  var expectations: [RunExpectation] = []
  /// Where traces are kept.
  var folder = KeptRuns.Place.standard

  /// The program as a shell reads it.
  var program: String { words.map(shellQuoted).joined(separator: " ") }

  /// The name of the program alone.
  var name: String { Folder.name(of: words.first ?? "") }

  /// The seed of a run.
  func seed(of number: Int) -> UInt64? { seed.map { $0 &+ UInt64(number - 1) } }

  /// What `PROMISE_SHUFFLE` is in a run with that seed.
  func shuffle(_ seed: UInt64) -> String {
    "\(seed)" + (longestDelay.map { ":max=\($0)" } ?? "")
  }

  /// The command line that makes a run again, as far as the program allows.
  func replay(_ run: RepeatedRun) -> String {
    run.seed.map { "PROMISE_SHUFFLE=\(shuffle($0)) \(program)" } ?? program
  }
}
