import PromiseEvents

/// An origin as a sentence, with what to look at next.
extension Origin {
  typealias Sentence = (text: String, promise: PromiseID?, event: Int?)

  func sentence(in graph: Graph, _ history: History?, _ language: Language) -> Sentence {
    let node = graph[promise]
    let name = graph.plainName(of: promise)
    let settled = node?.settled
    let site = language.at(node?.creation.site)
    switch source {
    case .adopted(let inner):
      let other = graph.plainName(of: inner)
      return (
        graph.hasBody(promise)
          ? language.text("\(name) got it from \(other), with which it was resolved")
          : language.text("\(name) got it from \(other), which its handler returned"),
        inner, node?.adoptedAt?.sequence
      )
    case .passed(let parent, let reason):
      let (other, why) = (graph.plainName(of: parent), reason.words(in: language))
      return (
        language.text("\(name) got it from \(other): \(why), so its handler did not run"),
        parent, settled?.sequence
      )
    case .input(let input): return (decided(by: input, graph, language), input, settled?.sequence)
    case .inputs(let last):
      let count = language.plural(node?.inputs.count ?? 0, "input")
      return (
        last.map {
          language.text(
            "\(name) got it from all its \(count); the last was \(graph.plainName(of: $0))")
        } ?? language.text("\(name) got it from all its \(count)"), last, settled?.sequence
      )
    case .returned(let job, let given): return returned(job, given, graph, language)
    case .threw(let job, let given): return threw(job, given, graph, language)
    case .passedOn(let parent):
      return (
        language.text("\(name) passed on what it got from \(graph.plainName(of: parent))"),
        parent, settled?.sequence
      )
    case .body:
      return (
        language.text("the body of \(name) resolved it\(language.at(settled))\(site)"), promise,
        settled?.sequence
      )
    case .resolver(let moment): return resolved(moment, graph, history, language)
    case .made:
      return (language.text("\(name) was created with it\(site)"), promise, settled?.sequence)
    case .timer(let timer): return timed(timer, graph, language)
    case .cancelled(let moment):
      return (
        language.text(
          "\(name) was cancelled\(language.at(moment)), by its context or because its owner is gone"
        ),
        promise, moment.sequence
      )
    case .unknown:
      return (language.text("where \(name) got it from is unknown"), promise, settled?.sequence)
    }
  }

  private func returned(
    _ job: JobNode, _ given: PromiseID?, _ graph: Graph, _ language: Language
  ) -> Sentence {
    let who = graph.handlerName(of: promise, language)
    let (place, gift) = (place(job, graph, language), gift(given, graph, language))
    let value = value(graph[promise])
    return (
      value.isEmpty
        ? language.text("\(who) returned \(place)\(gift)")
        : language.text("\(who) returned \(value) \(place)\(gift)"),
      given ?? promise, job.ended?.sequence
    )
  }

  private func threw(
    _ job: JobNode, _ given: PromiseID?, _ graph: Graph, _ language: Language
  ) -> Sentence {
    let who = graph.handlerName(of: promise, language)
    let place = place(job, graph, language) + language.at(graph[promise]?.creation.site)
    let (value, gift) = (value(graph[promise]), gift(given, graph, language))
    return (
      value.isEmpty
        ? language.text("\(who) threw \(place)\(gift)")
        : language.text("\(who) threw \(value) \(place)\(gift)"), promise, job.ended?.sequence
    )
  }

  /// The sentence about the code that called a resolver.
  private func resolved(
    _ moment: Moment, _ graph: Graph, _ history: History?, _ language: Language
  ) -> Sentence {
    let (name, time) = (graph.plainName(of: promise), milliseconds(moment.time))
    let text: String
    if let job = history?.graph(at: moment.sequence).currentJob {
      let user = graph.plainName(of: job, language: language)
      text = language.text("\(name) was resolved at \(time) by \(user)")
    } else if let queue = moment.queue {
      text = language.text("\(name) was resolved at \(time) on \(graph.plainName(of: queue))")
    } else {
      text = language.text("\(name) was resolved at \(time) by code outside any queue")
    }
    return (text, promise, moment.sequence)
  }

  private func timed(_ timer: TimerNode, _ graph: Graph, _ language: Language) -> Sentence {
    let node = graph[promise]
    let name = graph.plainName(of: promise)
    let fired = timer.fired
    if node?.creation.operation == .timeout,
      let parent = node?.parent ?? node?.creation.parents.first
    {
      let other = graph.plainName(of: parent)
      return (
        language.text("the timer of \(name) fired\(language.at(fired)), before \(other) settled"),
        parent, fired?.sequence
      )
    }
    return (
      language.text("the timer of \(name) fired\(language.at(fired))"), promise, fired?.sequence
    )
  }

  /// Returns which of the inputs decided a fan-in, and how.
  private func decided(by input: PromiseID, _ graph: Graph, _ language: Language) -> String {
    let node = graph[promise]
    let name = graph.plainName(of: promise)
    let count = node?.inputs.count ?? 0
    let inputs = language.plural(count, "input")
    let place =
      switch (node?.creation.operation, node?.settlement?.outcome) {
      case (.race, _): language.text("the first of its \(inputs) to settle")
      case (.any, .fulfilled): language.text("the first value of its \(inputs)")
      case (.retry, .fulfilled): language.text("the attempt that succeeded")
      case (.retry, _): language.text("the last of its \(language.plural(count, "attempt"))")
      case (_, .fulfilled): language.text("one of its \(inputs)")
      default: language.text("the first of its \(inputs) to fail")
      }
    let (other, moment) = (graph.plainName(of: input), language.at(node?.settled))
    return language.text("\(name) got it from \(other)\(moment), \(place)")
  }

  /// `on main at 100.0`
  private func place(_ job: JobNode, _ graph: Graph, _ language: Language) -> String {
    graph.place(of: job, language) + language.at(job.ended)
  }

  /// The value or the error of a promise, `tok_9`; nothing if there is none to show.
  private func value(_ node: PromiseNode?) -> String {
    brief(node?.settlement?.description ?? "", 32)
  }

  /// What a handler received, and from which promise.
  private func gift(_ given: PromiseID?, _ graph: Graph, _ language: Language) -> String {
    guard let given, let node = graph[given], node.settlement != nil else { return "" }
    let (value, other) = (value(node), graph.plainName(of: given))
    return value.isEmpty
      ? language.text(", after \(other)") : language.text(", given \(value) by \(other)")
  }
}
