package import PromiseEvents
import PromiseGraph

/// Finds the smallest change of the order of a run that changes its result: orders out, results in.
///
/// The order is repeated first, to see whether it determines the result. Then changes are tried: those in which
/// runs with another result differ, swaps of neighbors, longer moves, and pairs of these. A change that flips
/// the result is repeated, and each part of it that is not needed is undone.
package struct ScheduleSearch: Sendable {
  /// What happened in a run that was told to keep an order.
  package struct Result: Sendable {
    package var fails: Bool
    /// What started, in order.
    package var steps: [JobSchedule.Step]
    /// Where the program did not keep the order, as phrases.
    package var misses: [String]

    package init(fails: Bool, steps: [JobSchedule.Step], misses: [String] = []) {
      (self.fails, self.steps, self.misses) = (fails, steps, misses)
    }
  }

  /// How often the runs with one order had the wanted result.
  package struct Tally: Hashable, Sendable {
    /// How many runs kept the order, and in how many of these the result is the wanted one.
    package var kept = 0
    package var wanted = 0
    /// How many runs did not keep the order.
    package var lost = 0
  }

  /// A change that changes the result.
  package struct Finding: Sendable {
    package var change: OrderChange
    package var schedule: JobSchedule
    /// The runs with the order of the start, and those with the changed one.
    package var unchanged: Tally
    package var changed: Tally
    /// Whether what follows the change is in another order, too, because the program does other things then.
    package var goesOnDifferently: Bool
  }

  /// How the search ended.
  package enum Ending: String, Hashable, Sendable {
    /// A change was found.
    case found
    /// No change that was tried changes the result.
    case exhausted
    /// No run kept the order.
    case notFollowed
    /// The order does not bring the result back.
    case notRepeated
    /// The program has no jobs or timers whose order could be changed, or events of its run were lost.
    case nothingToChange
  }

  /// The run whose order is changed. If its result does not need jobs that overlap, they run one after another.
  package internal(set) var base: RunStarts
  /// The result of the run whose order is changed.
  package let baseFails: Bool
  /// How often each of the two orders is run in the end.
  package let times: Int
  let candidates: ChangeCandidates
  /// The results so far, by the orders.
  var results: [JobSchedule: [Result]] = [:]
  /// The orders of changes that were made.
  var orders: [OrderChange: ChangedOrder?] = [:]
  /// The orders that are known not to flip the result.
  var failed: Set<JobSchedule> = []
  /// Whether it is known if jobs have to overlap.
  var knowsOverlaps = false
  /// How many changes of each kind are known not to flip the result.
  var place = (guided: 0, single: 0, pair: 0)

  /// How the search ended; `nil` while it goes on.
  package internal(set) var ending: Ending?
  /// The best change so far.
  package internal(set) var finding: Finding?
  /// The runs with the order of the start.
  package internal(set) var repeated = Tally()
  /// The other orders that were tried, and those of them that no run kept.
  package internal(set) var tried: Set<JobSchedule> = []
  package internal(set) var unkept: Set<JobSchedule> = []
  /// The number of runs so far.
  package internal(set) var runs = 0
  /// What the search does now.
  package internal(set) var activity = Activity.repeating

  /// What a search does.
  package enum Activity: Hashable, Sendable {
    case repeating, trying, reducing, counting
  }

  /// - Parameters:
  ///   - base: The run whose order is changed.
  ///   - fails: Its result.
  ///   - guides: Runs of the same program with the other result.
  ///   - longest: The longest time that a changed order may wait for a timer, in nanoseconds.
  ///   - times: How often each of the two orders is run in the end.
  package init(
    from base: RunStarts, fails: Bool, guides: [RunStarts] = [],
    longest: Int64 = 2_000_000_000, times: Int = 6
  ) {
    (self.base, baseFails, self.times) = (base, fails, times)
    candidates = ChangeCandidates(base, guides: guides, longest: longest)
  }

  /// The order to run next; `nil` if the search has ended.
  ///
  /// Complexity: the decisions are made again from all results so far, O(orders tried × starts).
  package mutating func next() -> JobSchedule? {
    guard ending == nil else { return nil }
    do throws(Needed) {
      ending = try decide()
      return nil
    } catch {
      return error.schedule
    }
  }

  /// Adds the result of a run with an order that ``next()`` returned.
  package mutating func add(_ result: Result, of schedule: JobSchedule) {
    results[schedule, default: []].append(result)
    runs += 1
  }

  /// The order whose result is needed next.
  struct Needed: Error {
    var schedule: JobSchedule
  }
}
