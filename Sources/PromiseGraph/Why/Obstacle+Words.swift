import PromiseEvents

/// An obstacle in a sentence, with what to look at.
extension Obstacle {
  func words(in graph: Graph) -> (text: String, promise: PromiseID?, event: Int?) {
    let name = graph.plainName(of: promise)
    switch reason {
    case .unknown: return ("what \(name) waits for is not known: events are missing", promise, nil)
    case .freed:
      let freed = graph[promise]?.freed
      return (
        "\(name) was freed \(freed.map(graph.at) ?? "") while pending: nobody can settle it",
        promise, freed?.sequence
      )
    case .stranded(let other):
      return (
        "\(name) waited for \(graph.plainName(of: other)), which was freed while pending: it waits "
          + "for ever", other, graph[other]?.freed?.sequence
      )
    case .forwarded(let outer):
      return ("\(name) passed its place to \(graph.plainName(of: outer))", outer, nil)
    case .lockedIn(let inner):
      let moment = graph[promise]?.adoptedAt
      return (
        "\(name) adopted \(graph.plainName(of: inner))\(moment.map { " \(graph.at($0))" } ?? ""): "
          + "it settles when \(inner) does", inner, moment?.sequence
      )
    case .follows(let parent):
      return ("\(name) waits for \(graph.plainName(of: parent))", parent, nil)
    case .runs(let job):
      return (
        "the \(graph.handlerNoun(of: promise)) of \(name) runs \(on(job.queue, graph)) "
          + (job.started.map(graph.lasting) ?? ""), promise, job.started?.sequence
      )
    case .blocks(let job, let wait):
      return (
        "the \(graph.handlerNoun(of: promise)) of \(name) runs \(on(job.queue, graph)), and waits "
          + "there for \(graph.plainName(of: wait.promise)) \(graph.lasting(wait.began))",
        wait.promise, wait.began.sequence
      )
    case .bodyRuns(let began):
      return ("the body of \(name) runs \(graph.lasting(began))", promise, began.sequence)
    case .queued(let job, let line): return queued(job, line, graph)
    case .timer(let timer, let parent): return timed(timer, parent, graph)
    case .inputs(let open, let total, let first):
      return inputs(open, total, first, graph)
    case .nextInput:
      return ("\(name) has heard of all its inputs so far: it waits for the next one", promise, nil)
    case .resolver(let ended):
      let body = ended.map { ", and its body is over since \(milliseconds($0.time))" } ?? ""
      return (
        "nobody has resolved \(name)\(graph[promise].map(graph.place) ?? "")\(body): "
          + "who holds its resolver has to", promise,
        ended?.sequence ?? graph[promise]?.created.sequence
      )
    case .now:
      let isHandler = graph[promise].map { $0.parent != nil && $0.job == nil } ?? false
      return (
        "what \(name) waited for has happened: "
          + (isHandler ? "its handler comes next" : "it settles next"), promise, nil
      )
    }
  }

  private func on(_ queue: QueueID, _ graph: Graph) -> String {
    graph.queueKind(queue) == .immediate ? "inline" : "on \(graph.plainName(of: queue))"
  }

  private func queued(
    _ job: JobNode, _ line: QueueLine, _ graph: Graph
  ) -> (text: String, promise: PromiseID?, event: Int?) {
    let queue = graph.plainName(of: job.queue)
    let place = line.before.map { Self.ordinal($0 + 1) } ?? "far behind"
    let begin =
      "the \(graph.handlerNoun(of: promise)) of \(graph.plainName(of: promise)) is \(place) in the "
      + "queue \(queue) \(job.enqueued.map(graph.lasting) ?? "")"
    if let wait = line.wait {
      let who =
        line.holder.map { graph.plainName(of: $0.id) } ?? "the thread that would run it"
      return (
        begin + "; \(who) blocks \(queue), as it waits for \(graph.plainName(of: wait.promise))",
        wait.promise, wait.began.sequence
      )
    }
    if let holder = line.holder {
      return (
        begin + "; \(graph.plainName(of: holder.id)) runs there "
          + (holder.started.map(graph.lasting) ?? ""), holder.child, holder.started?.sequence
      )
    }
    if line.isUntouched, queue == "main", graph.time > (job.enqueued?.time ?? .max) {
      return (
        begin + "; nothing has ever run on main: nobody drains it", promise, job.enqueued?.sequence
      )
    }
    return (begin + "; nothing runs there now", promise, job.enqueued?.sequence)
  }

  private func timed(
    _ timer: TimerNode, _ parent: PromiseID?, _ graph: Graph
  ) -> (text: String, promise: PromiseID?, event: Int?) {
    let name = graph.plainName(of: promise)
    let left = max(0, timer.due.saturatingMinus(graph.time))
    let due =
      timer.due == .max
      ? "never fires" : "fires at \(milliseconds(timer.due)), in \(milliseconds(left)) ms"
    if let parent {
      return (
        "\(name) waits for \(graph.plainName(of: parent)), or until its timer \(due)", parent,
        timer.scheduled.sequence
      )
    }
    return ("the timer of \(name) \(due)", promise, timer.scheduled.sequence)
  }

  private func inputs(
    _ open: Int, _ total: Int, _ first: [PromiseID], _ graph: Graph
  ) -> (text: String, promise: PromiseID?, event: Int?) {
    let name = graph.plainName(of: promise)
    let operation = graph[promise]?.creation.operation
    let goal =
      switch operation {
      case .race: "the first of its \(plural(total, "input")) to settle"
      case .any: "the first value of its \(plural(total, "input"))"
      case .retry: "its attempt \(first.first.map(graph.plainName) ?? "")"
      default:
        open == total
          ? "all its \(plural(total, "input"))"
          : "\(open) of its \(plural(total, "input"))"
      }
    let only = open == 1 && operation != .retry ? ": \(first.first.map(graph.plainName) ?? "")" : ""
    return ("\(name) waits for \(goal)\(only)", first.first, nil)
  }

  /// `1st`, `2nd`, `11th`
  private static func ordinal(_ number: Int) -> String {
    switch (number % 100, number % 10) {
    case (11...13, _): "\(number)th"
    case (_, 1): number == 1 ? "next" : "\(number)st"
    case (_, 2): "\(number)nd"
    case (_, 3): "\(number)rd"
    default: "\(number)th"
    }
  }
}
