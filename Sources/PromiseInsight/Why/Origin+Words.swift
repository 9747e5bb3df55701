import PromiseEvents
import PromiseGraph

/// An origin as a sentence, with what to look at next.
extension Origin {
  typealias Sentence = (text: String, promise: PromiseID?, event: Int?)

  func sentence(in graph: Graph, _ language: Language) -> Sentence {
    let node = graph[promise]
    let name = graph.plainName(of: promise)
    let settled = node?.settled
    let site = language.at(node?.creation.site)
    switch source {
    case .adopted(let inner): return adopted(inner, graph, language)
    case .passed(let parent, let reason):
      let (other, why) = (graph.plainName(of: parent), reason.words(in: language))
      return (
        language.text("\(name) got it from \(other): \(why), so its handler did not run"),
        parent, settled?.sequence
      )
    case .circle(let inner):
      let other = inner.map(graph.plainName)
      return (
        other.map { language.text("\(name) was resolved with itself, through \($0), and rejected") }
          ?? language.text("\(name) was resolved with itself and rejected"), inner ?? promise,
        node?.adoptedAt?.sequence ?? settled?.sequence
      )
    case .input(let input): return (decided(by: input, graph, language), input, settled?.sequence)
    case .inputs(let last):
      return (all(last: last, graph, language), last, settled?.sequence)
    case .returned(let job, let given): return returned(job, given, graph, language)
    case .threw(let job, _): return threw(job, graph, language)
    case .passedOn(let parent):
      return (
        language.text("\(name) passed on what it got from \(graph.plainName(of: parent))"),
        parent, settled?.sequence
      )
    case .delayed(let parent, let timer):
      let (other, moment) = (graph.plainName(of: parent), language.at(timer.fired))
      return (
        language.text("\(name) passed on what it got from \(other) when its timer fired\(moment)"),
        parent, settled?.sequence
      )
    case .body:
      return (
        language.text("the body of \(name) resolved it\(language.at(settled))\(site)"), promise,
        settled?.sequence
      )
    case .bodyThrew:
      return (
        language.text("the body of \(name) threw it\(language.at(settled))\(site)"), promise,
        settled?.sequence
      )
    case .answered(let handling):
      let other = graph.nameInProcess(of: handling, language)
      return (
        language.text("\(name) got it as the answer of \(other)"), handling, settled?.sequence
      )
    case .resolver(let moment, let job): return resolved(moment, job, graph, language)
    case .made:
      return (language.text("\(name) was created with it\(site)"), promise, settled?.sequence)
    case .timer(let timer): return timed(timer, graph, language)
    case .cancelled(let moment, let job): return cancelled(moment, job, graph, language)
    case .unknown:
      return (language.text("where \(name) got it from is unknown"), promise, settled?.sequence)
    }
  }

  private func returned(
    _ job: JobNode, _ given: PromiseID?, _ graph: Graph, _ language: Language
  ) -> Sentence {
    let who = graph.handlerName(of: promise, language)
    let (place, gift) = (place(job, graph, language), graph.gift(to: promise, language))
    let value = value(graph[promise])
    return (
      value.isEmpty
        ? language.text("\(who) returned \(place)\(gift)")
        : language.text("\(who) returned \(value) \(place)\(gift)"),
      given ?? promise, job.ended?.sequence
    )
  }

  private func threw(_ job: JobNode, _ graph: Graph, _ language: Language) -> Sentence {
    let who = graph.handlerName(of: promise, language)
    let place = place(job, graph, language) + language.at(graph[promise]?.creation.site)
    let (value, gift) = (value(graph[promise]), graph.gift(to: promise, language))
    return (
      value.isEmpty
        ? language.text("\(who) threw \(place)\(gift)")
        : language.text("\(who) threw \(value) \(place)\(gift)"), promise, job.ended?.sequence
    )
  }

  /// The sentence about the code that called a resolver.
  private func resolved(
    _ moment: Moment, _ job: JobID?, _ graph: Graph, _ language: Language
  ) -> Sentence {
    let name = graph.plainName(of: promise)
    let time = milliseconds(moment.time) + language.at(graph[promise]?.settledAt)
    guard let job else {
      let text =
        moment.queue.map {
          language.text("\(name) was resolved at \(time) on \(graph.plainName(of: $0))")
        } ?? language.text("\(name) was resolved at \(time) by code outside any queue")
      return (text, promise, moment.sequence)
    }
    let user = graph.plainName(of: job, language: language)
    let gift = graph.gift(to: graph.job(job)?.child, language)
    return (
      language.text("\(name) was resolved at \(time) by \(user)\(gift)"),
      graph.job(job)?.child ?? promise, moment.sequence
    )
  }

  private func cancelled(
    _ moment: Moment, _ job: JobID?, _ graph: Graph, _ language: Language
  ) -> Sentence {
    let (name, time) = (graph.plainName(of: promise), language.at(moment))
    if let job {
      let who = graph.plainName(of: job, language: language)
      return (
        language.text("\(name) was cancelled\(time), while \(who) ran"),
        graph.job(job)?.child ?? promise, moment.sequence
      )
    }
    let text =
      switch graph[promise]?.skipped {
      case .ownerGone: language.text("\(name) was cancelled\(time), because its owner is gone")
      case .chainCancelled: language.text("\(name) was cancelled\(time), with its chain")
      case .valuePassesErrorHandler, .errorPassesValueHandler, .errorNotNamed,
        .cancellationPassesByPolicy, nil:
        language.text("\(name) was cancelled\(time)")
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

  /// The sentence about a promise that settles as another one does.
  private func adopted(_ inner: PromiseID, _ graph: Graph, _ language: Language) -> Sentence {
    let (name, other) = (graph.plainName(of: promise), graph.plainName(of: inner))
    let node = graph[promise]
    let text: String
    if let (parent, error) = graph.recovered(by: promise) {
      let (error, source) = (brief(error, 32), graph.plainName(of: parent))
      text = language.text(
        "\(name) got it from \(other), which its handler returned instead of \(error) of \(source)"
      )
    } else if node?.job.flatMap({ graph.job($0) })?.ending != .returnedPromise {
      text = language.text("\(name) got it from \(other), with which it was resolved")
    } else if graph.hasBody(promise) {
      text = language.text("\(name) got it from \(other), which its body returned")
    } else {
      text = language.text("\(name) got it from \(other), which its handler returned")
    }
    return (text, inner, node?.adoptedAt?.sequence)
  }

  /// Returns that all inputs decided a fan-in, and which was the last.
  private func all(last: PromiseID?, _ graph: Graph, _ language: Language) -> String {
    let node = graph[promise]
    let name = graph.plainName(of: promise)
    let total = node?.inputs.count ?? 0
    guard let last else {
      return total == 0
        ? language.text("\(name) has no inputs")
        : language.text("\(name) got it from all its \(language.plural(total, "input"))")
    }
    let other = graph.plainName(of: last)
    let moment = language.at(node?.inputs.last { $0.promise == last }?.settled)
    return total == 1
      ? language.text("\(name) got it from its only input, \(other)\(moment)")
      : language.text(
        "\(name) got it from all its \(language.plural(total, "input")); the last was \(other)\(moment)"
      )
  }
}

extension Graph {
  /// What the handler that settles `child` received, and from which promise.
  func gift(to child: PromiseID?, _ language: Language) -> String {
    guard let child, let given = parent(of: child), let settlement = self[given]?.settlement
    else { return "" }
    let takesNothing = self[child]?.creation.operation.has(.takesNothing) ?? false
    let (value, other) = (brief(settlement.description, 32), plainName(of: given))
    return value.isEmpty || takesNothing
      ? language.text(", after \(other)") : language.text(", given \(value) by \(other)")
  }

  /// Returns that a job created a promise, and what its handler had received.
  func sentence(
    of job: JobID, creating created: PromiseID, _ language: Language
  ) -> Origin.Sentence {
    let (who, name) = (plainName(of: job, language: language), plainName(of: created))
    let child = self.job(job)?.child
    let (moment, gift) = (language.at(self[created]?.created), self.gift(to: child, language))
    return (
      language.text("\(who) created \(name)\(moment)\(gift)"), child ?? created,
      self[created]?.created.sequence
    )
  }
}
