import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// Explains in words why one choice makes a difference, from the events alone.
struct Cause {
  let passing: ScheduledRun
  let failing: ScheduledRun
  /// The index of the choice in both schedules.
  let place: Int
  let broken: [Invariant]
  var language = Language.english

  /// "C may run before A because both hop to main from different queues"
  var text: String {
    let graph = Graph(failing.events)
    guard let (early, late) = reversedPair else {
      return choiceText(graph) ?? language.text("the schedules have different outcomes")
    }
    let names = (graph.shortName(of: early.job), graph.shortName(of: late.job))
    let starts = Self.starts(in: failing.events)
    let (first, second) = (hop(of: early, among: starts), hop(of: late, among: starts))
    let isDirect = first.job == early.job && second.job == late.job
    let who =
      isDirect
      ? language.text("both")
      : language.text("\(graph.shortName(of: first.job)) and \(graph.shortName(of: second.job))")
    let reason = reason(first, second, who, graph)
    return language.text("\(names.0) may run before \(names.1) because \(reason)")
  }

  /// Returns the handler that came to the queue from elsewhere and led to the given one: the given
  /// one itself, unless a handler on the same queue enqueued it.
  private func hop(of start: Start, among starts: [Start]) -> Start {
    var start = start
    while start.from == start.queue, let by = start.by,
      let earlier = starts.first(where: { $0.job == by })
    {
      start = earlier
    }
    return start
  }

  /// A handler that started, and how it came to its queue.
  private struct Start {
    let job: JobID
    let queue: QueueID
    /// The queue whose job enqueued it; `nil` for a timer or the main program.
    let from: QueueID?
    /// The job that enqueued it.
    let by: JobID?
    let byTimer: TimerID?
  }

  /// The first two handlers that start in one order in the failing run, and in the opposite order
  /// in the passing run.
  private var reversedPair: (early: Start, late: Start)? {
    let failingStarts = Self.starts(in: failing.events)
    let failingGraph = Graph(failing.events)
    let passingGraph = Graph(passing.events)
    let good = Self.starts(in: passing.events).map { passingGraph.shortName(of: $0.job) }
    let bad = failingStarts.map { failingGraph.shortName(of: $0.job) }
    if let pair = expectedPair, let early = bad.firstIndex(of: pair.0),
      let late = bad.firstIndex(of: pair.1), early < late
    {
      return (failingStarts[early], failingStarts[late])
    }
    guard let split = zip(good, bad).enumerated().first(where: { $1.0 != $1.1 })?.offset,
      let late = bad[split...].firstIndex(of: good[split])
    else { return nil }
    return (failingStarts[split], failingStarts[late])
  }

  /// The names that a broken expectation wants in the opposite order.
  private var expectedPair: (String, String)? {
    broken.lazy.compactMap(\.reversedPair).first
  }

  private func reason(
    _ early: Start, _ late: Start, _ who: String, _ graph: Graph
  ) -> String {
    let queue = graph.queueLabel(early.queue)
    guard early.queue == late.queue else {
      // An inline handler has no queue of its own; what matters is what triggered it.
      if graph.queueKind(early.queue) == .immediate
        || graph.queueKind(late.queue) == .immediate, let text = choiceText(graph)
      {
        return text
      }
      return language.text(
        "\(queue) and \(graph.queueLabel(late.queue)) do not wait for each other")
    }
    switch (early.byTimer, late.byTimer) {
    case (let a?, let b?):
      return language.text(
        "\(who) are enqueued on \(queue) by timers that are due at the same instant, those of "
          + "\(graph.shortName(of: a)) and \(graph.shortName(of: b))")
    case (let timer?, nil):
      return language.text(
        "\(who) hop to \(queue), one by the timer of \(graph.shortName(of: timer)), the other from "
          + "\(origin(late, graph))")
    case (nil, let timer?):
      return language.text(
        "\(who) hop to \(queue), one from \(origin(early, graph)), the other by the timer of "
          + "\(graph.shortName(of: timer))")
    case (nil, nil):
      if early.from != late.from {
        return language.text(
          "\(who) hop to \(queue) from different queues, \(origin(early, graph)) and "
            + "\(origin(late, graph))")
      }
      return choiceText(graph)
        ?? language.text("they can be enqueued on \(queue) in either order")
    }
  }

  private func origin(_ start: Start, _ graph: Graph) -> String {
    start.from.map(graph.queueLabel) ?? language.text("the main program")
  }

  /// Describes what could happen at the choice.
  private func choiceText(_ graph: Graph) -> String? {
    guard let bad = failing.choicePoints[at: place], let good = passing.choicePoints[at: place],
      let early = bad.options[at: bad.chosen], let late = good.options[at: good.chosen]
    else { return nil }
    if case .fire(let a) = early, case .fire(let b) = late {
      return language.text(
        "the timers of \(graph.shortName(of: a)) and \(graph.shortName(of: b)) are due at the same "
          + "instant, and either may fire first")
    }
    let names = (
      graph.shortName(of: early, language: language), graph.shortName(of: late, language: language)
    )
    return language.text(
      "\(names.0) may come before \(names.1): both are possible at the same instant")
  }

  private static func starts(in events: [PromiseEvent]) -> [Start] {
    var origins: [JobID: (from: QueueID?, by: JobID?, timer: TimerID?)] = [:]
    // The last job of each thread: events that follow from the end of a job are posted after its
    // end.
    var jobs: [ThreadID?: JobID] = [:]
    var starts: [Start] = []
    var timer: TimerID?
    for event in events {
      switch event.kind {
      case .timerFired(let fired, _): timer = fired
      case .jobEnqueued(let job, _, _, _):
        origins[job] =
          event.queue == nil ? (nil, nil, timer) : (event.queue, jobs[event.thread], nil)
      case .jobStarted(let job, _, let queue):
        timer = nil
        jobs[event.thread] = job
        let origin = origins[job]
        starts.append(
          Start(
            job: job, queue: queue, from: origin?.from, by: origin?.by, byTimer: origin?.timer))
      default: break
      }
    }
    return starts
  }
}

extension Array {
  fileprivate subscript(at index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
