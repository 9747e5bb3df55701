import PromiseEvents

/// An origin in a sentence, with what to look at.
extension Origin {
  func words(
    in graph: Graph, _ history: History?
  ) -> (text: String, promise: PromiseID?, event: Int?) {
    let node = graph[promise]
    let name = graph.plainName(of: promise)
    let settled = node?.settled
    switch source {
    case .adopted(let inner):
      return (
        "\(name) has it from \(graph.plainName(of: inner)), which "
          + "\(graph.handlerNoun(of: promise) == "body" ? "it was resolved with" : "its handler returned")",
        inner, node?.adoptedAt?.sequence
      )
    case .passed(let parent, let reason):
      return (
        "\(name) has it from \(graph.plainName(of: parent)): \(Self.words(reason)), so its handler "
          + "did not run", parent, settled?.sequence
      )
    case .input(let input): return (decided(by: input, graph), input, settled?.sequence)
    case .inputs(let last):
      let count = node?.inputs.count ?? 0
      let end = last.map { ", the last of which was \(graph.plainName(of: $0))" } ?? ""
      return (
        "\(name) has it from all its \(plural(count, "input"))\(end)", last, settled?.sequence
      )
    case .returned(let job, let given):
      let noun = graph.handlerNoun(of: promise)
      return (
        "the \(noun) of \(name) returned\(value(node)) \(place(job, graph))\(gift(given, graph))",
        given ?? promise, job.ended?.sequence
      )
    case .threw(let job, let given):
      return (
        "the \(graph.handlerNoun(of: promise)) of \(name) threw\(value(node)) \(place(job, graph))"
          + "\(node.map(graph.place) ?? "")\(gift(given, graph))", promise, job.ended?.sequence
      )
    case .passedOn(let parent):
      return (
        "\(name) passes on what it has from \(graph.plainName(of: parent))", parent,
        settled?.sequence
      )
    case .body:
      return (
        "the body of \(name) resolved it\(settled.map { " \(graph.at($0))" } ?? "")"
          + "\(node.map(graph.place) ?? "")", promise, settled?.sequence
      )
    case .resolver(let moment):
      return (
        "the resolver of \(name) was used \(graph.at(moment))\(user(moment, graph, history))",
        promise, moment.sequence
      )
    case .made:
      return ("\(name) was made with it\(node.map(graph.place) ?? "")", promise, settled?.sequence)
    case .timer(let timer): return timed(timer, graph)
    case .cancelled(let moment):
      return (
        "\(name) was cancelled \(graph.at(moment)): by its context, or as its owner was gone",
        promise, moment.sequence
      )
    case .unknown:
      return ("where \(name) has it from is not known", promise, settled?.sequence)
    }
  }

  private func timed(
    _ timer: TimerNode, _ graph: Graph
  ) -> (text: String, promise: PromiseID?, event: Int?) {
    let node = graph[promise]
    let name = graph.plainName(of: promise)
    let fired = timer.fired
    if node?.creation.operation == .timeout,
      let parent = node?.parent ?? node?.creation.parents.first
    {
      return (
        "the timer of \(name) fired \(fired.map(graph.at) ?? "") before "
          + "\(graph.plainName(of: parent)) had settled: it is too late", parent, fired?.sequence
      )
    }
    return (
      "the timer of \(name) fired \(fired.map(graph.at) ?? "")", promise, fired?.sequence
    )
  }

  /// Which of the inputs decided a fan-in, and how.
  private func decided(by input: PromiseID, _ graph: Graph) -> String {
    let node = graph[promise]
    let name = graph.plainName(of: promise)
    let count = node?.inputs.count ?? 0
    let moment = node?.settled.map { ", \(graph.at($0))" } ?? ""
    let place =
      switch (node?.creation.operation, node?.settlement?.outcome) {
      case (.race, _): "the first of its \(plural(count, "input")) to settle"
      case (.any, .fulfilled): "the first value of its \(plural(count, "input"))"
      case (.retry, .fulfilled): "the attempt that succeeded"
      case (.retry, _): "the last of its \(plural(count, "attempt"))"
      case (_, .fulfilled): "one of its \(plural(count, "input"))"
      default: "the first of its \(plural(count, "input")) to fail"
      }
    return "\(name) has it from \(graph.plainName(of: input)), \(place)\(moment)"
  }

  /// ` on main at 100.0`
  private func place(_ job: JobNode, _ graph: Graph) -> String {
    let isInline = graph.queueKind(job.queue) == .immediate
    let queue = isInline ? "inline" : "on \(graph.plainName(of: job.queue))"
    return queue + (job.ended.map { " \(graph.at($0))" } ?? "")
  }

  /// The value or the error of a promise: ` tok_9`; nothing where there is none to show.
  private func value(_ node: PromiseNode?) -> String {
    guard let text = node?.settlement?.description, !text.isEmpty else { return "" }
    return " \(brief(text, 32))"
  }

  /// What a handler was given, and by whom.
  private func gift(_ given: PromiseID?, _ graph: Graph) -> String {
    guard let given, let node = graph[given], node.settlement != nil else { return "" }
    let value = value(node)
    return value.isEmpty
      ? ", after \(graph.plainName(of: given))"
      : ", given\(value) by \(graph.plainName(of: given))"
  }

  /// In which job a resolver was used.
  private func user(_ moment: Moment, _ graph: Graph, _ history: History?) -> String {
    let job = history?.graph(at: moment.sequence).currentJob
    if let job { return " by \(graph.plainName(of: job))" }
    return moment.queue.map { " on \(graph.plainName(of: $0))" } ?? " outside any job"
  }

  private static func words(_ reason: PromiseEvent.SkipReason) -> String {
    switch reason {
    case .valuePassesErrorHandler: "a value passes a handler for errors"
    case .errorPassesValueHandler: "an error passes a handler for values"
    case .cancellationPassesByPolicy: "a cancellation passes a handler that leaves them out"
    case .errorNotNamed: "an error passes a handler that is for others"
    case .ownerGone: "its owner was gone"
    case .chainCancelled: "its chain was cancelled"
    }
  }
}
