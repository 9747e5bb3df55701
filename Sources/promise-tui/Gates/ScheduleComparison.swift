import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// How much of a schedule a run has kept.
struct ScheduleComparison {
  /// The number of starts of the schedule that happened in its order.
  let kept: Int
  /// The number of starts in the schedule.
  let count: Int
  /// The first difference, as a phrase; `nil` if the run began like the schedule.
  let difference: String?

  /// Compares a run with the schedule that it was to keep. O(n log n)
  init(_ run: JobSchedule, with schedule: JobSchedule) {
    let (run, schedule) = (run.started, schedule.started)
    count = schedule.steps.count
    kept = Self.longestOrder(run, schedule)
    // The program says itself which starts the schedule does not have.
    let listed = Set(schedule.steps.map(\.alone))
    let steps = run.steps.map(\.alone).filter(listed.contains)
    let pairs = zip(steps, schedule.steps)
    if let place = pairs.enumerated().first(where: { !$1.0.isSame(as: $1.1) })?.offset {
      difference =
        "start \(place + 1) was \(steps[place].text), not \(schedule.steps[place].alone.text)"
    } else if steps.count < schedule.steps.count {
      difference =
        "the run ended before start \(steps.count + 1), \(schedule.steps[steps.count].alone.text)"
    } else {
      difference = nil
    }
  }

  /// The result, as sentences. `missed` says why the program did not keep the order.
  func sentences(of path: String, missed: [String]) -> [String] {
    let counts = "\(kept) of \(plural(count, "start")) in the order of \(path)"
    let reasons = missed.prefix(Self.mostReasons).map { "not kept: \($0)" }
    let more = missed.count - reasons.count
    return ["kept: \(counts)" + (difference.map { "; the first difference: \($0)" } ?? "")]
      + reasons + (more > 0 ? ["not kept: \(more) more"] : [])
  }

  /// Returns the length of the longest sequence of starts that both have in the same order.
  private static func longestOrder(_ run: JobSchedule, _ schedule: JobSchedule) -> Int {
    var places: [JobSchedule.Step: Int] = [:]
    for (place, step) in run.steps.enumerated() { places[step.alone] = place }
    return longestIncreasing(schedule.steps.compactMap { places.removeValue(forKey: $0.alone) })
      .count
  }

  private static var mostReasons: Int { 3 }
}
