import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// Explains in words why one choice makes a difference, from the events alone.
struct Cause {
  private let passing: ScheduledRun
  private let failing: ScheduledRun
  /// The index of the choice in both schedules.
  private let place: Int
  private let broken: [Invariant]
  private let language: Language
  /// The failing run, and the handlers that started in it, in order.
  private let graph: Graph
  private let starts: [JobNode]

  init(
    passing: ScheduledRun, failing: ScheduledRun, place: Int, broken: [Invariant],
    language: Language = .english
  ) {
    (self.passing, self.failing, self.place) = (passing, failing, place)
    (self.broken, self.language) = (broken, language)
    graph = Graph(failing.events)
    starts = graph.startedJobs
  }

  /// "C may run before A because both hop to main from different queues"
  var text: String {
    guard let (early, late) = reversedPair else {
      return choiceText ?? language.text("the schedules have different outcomes")
    }
    let names = (graph.shortName(of: early.id), graph.shortName(of: late.id))
    let (first, second) = (hop(of: early), hop(of: late))
    let who =
      first.id == early.id && second.id == late.id
      ? language.text("both")
      : language.text("\(graph.shortName(of: first.id)) and \(graph.shortName(of: second.id))")
    let reason = reason(first, second, who)
    return language.text("\(names.0) may run before \(names.1) because \(reason)")
  }

  /// Returns the handler that came to the queue from elsewhere and led to the given one: the given
  /// one itself, unless a handler on the same queue enqueued it.
  private func hop(of job: JobNode) -> JobNode {
    var job = job
    while let enqueued = job.enqueued, enqueued.queue == job.queue,
      // Events that follow from the end of a job are posted after its end.
      let by = starts.last(where: { by in
        by.started.map { $0.thread == enqueued.thread && $0.sequence < enqueued.sequence } ?? false
      })
    {
      job = by
    }
    return job
  }

  /// Returns the timer that enqueued a job outside any queue.
  private func timer(of job: JobNode) -> TimerID? {
    guard let enqueued = job.enqueued, enqueued.queue == nil else { return nil }
    for event in failing.events.reversed() where event.sequence < enqueued.sequence {
      if case .timerFired(let timer, _) = event.kind { return timer }
      if case .jobStarted = event.kind { return nil }
    }
    return nil
  }

  /// The first two handlers that start in one order in the failing run, and in the opposite order
  /// in the passing run.
  private var reversedPair: (early: JobNode, late: JobNode)? {
    let good = handlerOrder(of: passing.events)
    let bad = starts.map { graph.shortName(of: $0.id) }
    if let pair = broken.lazy.compactMap(\.reversedPair).first,
      let early = bad.firstIndex(of: pair.0), let late = bad.firstIndex(of: pair.1), early < late
    {
      return (starts[early], starts[late])
    }
    guard let split = zip(good, bad).enumerated().first(where: { $1.0 != $1.1 })?.offset,
      let late = bad[split...].firstIndex(of: good[split])
    else { return nil }
    return (starts[split], starts[late])
  }

  private func reason(_ early: JobNode, _ late: JobNode, _ who: String) -> String {
    let queue = graph.queueLabel(early.queue)
    guard early.queue == late.queue else {
      // An inline handler has no queue of its own; what matters is what triggered it.
      if [early, late].contains(where: { graph.queueKind($0.queue) == .immediate }),
        let text = choiceText
      {
        return text
      }
      return language.text(
        "\(queue) and \(graph.queueLabel(late.queue)) do not wait for each other")
    }
    switch (timer(of: early), timer(of: late)) {
    case (let a?, let b?):
      return language.text(
        "\(who) are enqueued on \(queue) by timers that are due at the same instant, those of "
          + "\(graph.shortName(of: a)) and \(graph.shortName(of: b))")
    case (let timer?, nil):
      return language.text(
        "\(who) hop to \(queue), one by the timer of \(graph.shortName(of: timer)), the other from "
          + "\(origin(late))")
    case (nil, let timer?):
      return language.text(
        "\(who) hop to \(queue), one from \(origin(early)), the other by the timer of "
          + "\(graph.shortName(of: timer))")
    case (nil, nil):
      if early.enqueued?.queue != late.enqueued?.queue {
        return language.text(
          "\(who) hop to \(queue) from different queues, \(origin(early)) and \(origin(late))")
      }
      return choiceText ?? language.text("they can be enqueued on \(queue) in either order")
    }
  }

  private func origin(_ job: JobNode) -> String {
    job.enqueued?.queue.map(graph.queueLabel) ?? language.text("the main program")
  }

  /// A description of what could happen at the choice.
  private var choiceText: String? {
    guard let early = failing.chosen(at: place), let late = passing.chosen(at: place) else {
      return nil
    }
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
}

extension ScheduledRun {
  /// Returns what the run chose at a place of its schedule.
  fileprivate func chosen(at place: Int) -> Choice? {
    let points = choicePoints
    guard points.indices.contains(place),
      points[place].options.indices.contains(points[place].chosen)
    else { return nil }
    return points[place].options[points[place].chosen]
  }
}
