import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// Searches the schedules of a scenario for one in which two handlers run in the opposite order.
struct OrderSearch: Sendable {
  let scenario: ExploredScenario
  /// The time limit.
  var limit = Duration.seconds(3)

  /// Searches the schedules. If both handlers have unique names, schedules that differ in nothing
  /// else are skipped; otherwise they are tried one by one.
  func answer(to request: OrderRequest) -> OrderAnswer {
    guard let first = request.first.label, let second = request.second.label, first != second else {
      return tryAll(request)
    }
    let exploration = scenario.explore(
      within: Budget(duration: limit), expecting: [.never(.before(second, first))]
    ) { $0.failure == nil }
    if let schedule = exploration.failure?.schedule {
      // Another promise may have the same name.
      return match(request, scenario.run(schedule)) ?? tryAll(request)
    }
    return .never(
      schedules: exploration.schedules, isExhaustive: exploration.coverage.isExhaustive)
  }

  /// Tries the schedules one after another: the next one takes the next option at the last choice
  /// that has one.
  private func tryAll(_ request: OrderRequest) -> OrderAnswer {
    let end = ContinuousClock.now + limit
    var next: Schedule? = []
    var count = 0
    while let schedule = next {
      guard ContinuousClock.now < end else {
        return .never(schedules: count, isExhaustive: false)
      }
      let run = scenario.run(schedule)
      count += 1
      if let answer = match(request, run) { return answer }
      next = successor(of: run)
    }
    return .never(schedules: count, isExhaustive: true)
  }

  private func successor(of run: ScheduledRun) -> Schedule? {
    let counts = run.events.compactMap { event in
      if case .choiceMade(_, let options) = event.kind { options.count } else { nil }
    }
    var choices = run.schedule.choices
    while let last = choices.popLast() {
      if choices.count < counts.count, last + 1 < counts[choices.count] {
        return Schedule(choices + [last + 1])
      }
    }
    return nil
  }

  /// Returns the answer if the second handler runs first in `run`.
  private func match(_ request: OrderRequest, _ run: ScheduledRun) -> OrderAnswer? {
    let graph = Graph(run.events)
    guard let first = request.first.promise(in: run.events),
      let second = request.second.promise(in: run.events),
      let late = graph.began(first), let early = graph.began(second), early < late
    else { return nil }
    return .found(
      ScheduleToken(run.schedule, of: scenario), event: late, first: second, second: first)
  }
}

extension Graph {
  /// Returns the event at which the handler or body of a promise starts; if it has neither, at
  /// which it settles.
  fileprivate func began(_ promise: PromiseID) -> Int? {
    let node = self[promise]
    return (node?.job.flatMap(job)?.started ?? node?.bodyStarted ?? node?.settled)?.sequence
  }
}
