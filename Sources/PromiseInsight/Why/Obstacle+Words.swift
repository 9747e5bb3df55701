import PromiseEvents
import PromiseGraph

/// An obstacle as a sentence, with what to look at next.
extension Obstacle {
  typealias Sentence = (text: String, promise: PromiseID?, event: Int?)

  func sentence(in graph: Graph, ahead: Graph? = nil, _ language: Language) -> Sentence {
    let name = graph.plainName(of: promise)
    switch reason {
    case .unknown:
      return (
        language.text("events are missing: what \(name) waits for is unknown"), promise, nil
      )
    case .freed:
      let freed = graph[promise]?.freed
      return (
        language.text(
          "\(name) was freed\(language.at(freed)) while pending: nothing can settle it"),
        promise, freed?.sequence
      )
    case .stranded(let other):
      let other = (id: other, name: graph.plainName(of: other))
      return (
        language.text("\(name) waits forever for \(other.name), which was freed while pending"),
        other.id, graph[other.id]?.freed?.sequence
      )
    case .forwarded(let outer):
      return (
        language.text("\(graph.plainName(of: outer)) settles in place of \(name)"), outer, nil
      )
    case .lockedIn(let inner):
      let (moment, other) = (graph[promise]?.adoptedAt, graph.plainName(of: inner))
      return (
        language.text("\(name) adopted \(other)\(language.at(moment)) and settles when it does"),
        inner, moment?.sequence
      )
    case .follows(let parent):
      return (language.text("\(name) waits for \(graph.plainName(of: parent))"), parent, nil)
    case .awaits(let wait):
      let (who, other) = (
        graph.handlerName(of: promise, language), graph.plainName(of: wait.promise)
      )
      let place =
        graph.programLanguage == .swift
        ? wait.began.queue.map { language.text(" on \(graph.plainName(of: $0))") } ?? "" : ""
      return (
        language.text("\(who) awaits \(other)\(place)\(language.at(wait.site))"), wait.promise,
        wait.began.sequence
      )
    case .runs(let job):
      let who = graph.handlerName(of: promise, language)
      let place = graph.place(of: job, language)
      return (
        graph.age(job.started, until: ahead?.job(job.id)?.ended, language).map {
          language.text("\(who) has been running \(place) for \($0)")
        } ?? language.text("\(who) is running \(place)"),
        promise, job.started?.sequence
      )
    case .blocks(let job, let wait): return blocked(job, wait, graph, language)
    case .bodyRuns(let began):
      return (
        graph.age(began).map { language.text("the body of \(name) has been running for \($0)") }
          ?? language.text("the body of \(name) is running"), promise, began.sequence
      )
    case .queued(let job, let line): return queued(job, line, graph, ahead, language)
    case .timer(let timer, let parent): return timed(timer, parent, graph, language)
    case .inputs(let open, let total, let first):
      return inputs(open, total, first, graph, language)
    case .nextInput:
      return (
        language.text("all inputs of \(name) so far have settled: it waits for the next one"),
        promise, nil
      )
    case .request(let handlings): return requested(handlings, graph, language)
    case .unreceived:
      return (
        language.text(
          "\(name) waits for the answer to a request that no process shown here received"),
        promise, graph.spans(of: promise).first?.moment.sequence
      )
    case .resolver(let ended, let made): return unresolved(ended, made, graph, language)
    case .timerToSet: return (language.text("\(name) waits for its timer"), promise, nil)
    case .nextAttempt(let timer):
      let left = milliseconds(max(0, timer.due.saturatingMinus(graph.time)))
      if graph.gate.isClosed {
        return (
          language.text(
            "\(name) tries again when its timer fires, \(left) ms after the gate has opened"),
          promise, graph.gate.sequence
        )
      }
      return (
        language.text(
          "\(name) tries again when its timer fires at \(milliseconds(timer.due)), in \(left) ms"),
        promise, timer.scheduled.sequence
      )
    case .body:
      return (language.text("\(name) waits for the result of its body"), promise, nil)
    case .now(let parent):
      guard let parent, let node = graph[parent] else {
        let job = graph[promise]?.job.flatMap { graph.job($0) }
        let work = graph.handlerName(of: promise, language)
        let text =
          job?.ended == nil
          ? language.text("what \(name) waited for has happened, and it has not settled yet")
          : job?.ending == .returnedPromise
            ? language.text("\(work) has returned a promise, which \(name) adopts")
            : language.text("\(work) has ended, and \(name) has not settled yet")
        return (text, promise, job?.ended?.sequence)
      }
      let state = node.state.sentence(of: graph.plainName(of: parent), in: language)
      return (
        language.text("what \(name) waited for has happened: \(state)"), parent,
        node.settled?.sequence
      )
    }
  }

  private func blocked(
    _ job: JobNode, _ wait: WaitNode, _ graph: Graph, _ language: Language
  ) -> Sentence {
    let who = graph.handlerName(of: promise, language)
    let (place, other) = (graph.place(of: job, language), graph.plainName(of: wait.promise))
    return (
      graph.age(wait.began).map {
        language.text("\(who) runs \(place) and has been waiting for \(other) for \($0)")
      } ?? language.text("\(who) runs \(place) and waits for \(other)"),
      wait.promise, wait.began.sequence
    )
  }

  /// The sentence about a request that another promise handles.
  private func requested(
    _ handlings: [PromiseID], _ graph: Graph, _ language: Language
  ) -> Sentence {
    let name = graph.plainName(of: promise)
    guard let handling = handlings.first else { return (name, promise, nil) }
    let other = graph.nameInProcess(of: handling, language)
    let count = graph.receiverCount(of: promise)
    let again =
      count > 1 ? language.text("; \(count) processes received its request") : ""
    let text =
      graph[handling]?.settlement == nil
      ? language.text("\(name) waits for the answer of \(other)\(again)")
      : language.text("\(name) has not received the answer of \(other) yet\(again)")
    return (text, handling, graph[handling]?.created.sequence)
  }

  private func unresolved(
    _ ended: Moment?, _ made: [PromiseID], _ graph: Graph, _ language: Language
  ) -> Sentence {
    let name = graph.plainName(of: promise)
    let site = language.at(graph[promise]?.creation.site)
    let event = ended?.sequence ?? graph[promise]?.created.sequence
    guard let ended else {
      return (
        language.text("\(name)\(site) is pending: the code that holds its resolver must call it"),
        promise, event
      )
    }
    let text = language.text(
      "\(name)\(site) is still pending after its body returned at \(milliseconds(ended.time)): "
        + "the code that holds its resolver must call it")
    guard let first = made.first else { return (text, promise, event) }
    let list = language.list(made.map(graph.plainName))
    return (language.text("\(text); the body made \(list)"), first, event)
  }

  private func timed(
    _ timer: TimerNode, _ parent: PromiseID?, _ graph: Graph, _ language: Language
  ) -> Sentence {
    let name = graph.plainName(of: promise)
    let left = milliseconds(max(0, timer.due.saturatingMinus(graph.time)))
    let due = milliseconds(timer.due)
    let isNever = timer.due == .max
    if graph.gate.isClosed, !isNever {
      let text = language.text(
        "the timer of \(name) stands while the gate is closed, with \(left) ms left")
      guard let parent else { return (text, promise, graph.gate.sequence) }
      let other = graph.plainName(of: parent)
      return (language.text("\(name) waits for \(other); \(text)"), parent, graph.gate.sequence)
    }
    guard let parent else {
      return (
        isNever
          ? language.text("the timer of \(name) never fires")
          : language.text("the timer of \(name) fires at \(due), in \(left) ms"),
        promise, timer.scheduled.sequence
      )
    }
    let other = graph.plainName(of: parent)
    return (
      isNever
        ? language.text("\(name) waits for \(other); its timer never fires")
        : language.text(
          "\(name) waits for \(other) until its timer fires at \(due), in \(left) ms"),
      parent, timer.scheduled.sequence
    )
  }

  private func inputs(
    _ open: Int, _ total: Int, _ first: [PromiseID], _ graph: Graph, _ language: Language
  ) -> Sentence {
    let name = graph.plainName(of: promise)
    let other = first.first.map(graph.plainName) ?? ""
    let count = language.plural(total, "input")
    let text =
      switch graph[promise]?.creation.operation {
      case .race: language.text("\(name) waits for the first of its \(count) to settle")
      case .any: language.text("\(name) waits for the first value of its \(count)")
      case .retry: language.text("\(name) waits for its attempt \(other)")
      default:
        open == total
          ? language.text("\(name) waits for all its \(count)")
          : language.text("\(name) waits for \(open) of its \(count)")
      }
    let isOnly = open == 1 && graph[promise]?.creation.operation != .retry
    return (isOnly ? language.text("\(text): \(other)") : text, first.first, nil)
  }
}

/// Parts of the sentences that explain a promise.
extension Graph {
  /// Returns how long ago a moment is, `8.0 ms`; `nil` if no time has passed since.
  func age(_ moment: Moment?) -> String? {
    moment.flatMap { time > $0.time ? since($0) : nil }
  }

  /// Returns how long ago a moment is, and how long it will be in the end: `8.0 of 20.0 ms`.
  func age(_ moment: Moment?, until end: Moment?, _ language: Language) -> String? {
    guard let moment, let end, end.time > time, time > moment.time else { return age(moment) }
    let whole = milliseconds(end.time.saturatingMinus(moment.time))
    return language.text("\(milliseconds(time.saturatingMinus(moment.time))) of \(whole) ms")
  }

  /// Returns where a job runs: `on main`, `inline`.
  func place(of job: JobNode, _ language: Language) -> String {
    queueKind(job.queue) == .immediate
      ? language.text("inline") : language.text("on \(plainName(of: job.queue))")
  }
}
