package import PromiseKitLite

/// One event in a plain sentence with names, and the rule behind it.
///
/// Both begin with a small letter where no name is first, have no full stop, and hold neither control
/// characters nor signs that a voice could not read.
package struct Narration: Hashable, Sendable {
  /// What happened: `p2 'fetch' adopts p5 'request': it settles when p5 does; no handler runs now`.
  package let sentence: String
  /// Why it is so, where there is something to say: a clause, and the number of the rule in
  /// `docs/rules.md` where it is one of those.
  package let rule: String?

  /// Says `event` with the names that `graph` knows. The graph stands at the event; where it stands
  /// before or after it, less is said.
  package init(_ event: PromiseEvent, in graph: Graph) {
    let narrator = Narrator(event: event, graph: graph)
    let (sentence, rule) = narrator.words
    self.sentence = sentence.cut(to: Self.longest)
    self.rule = rule
  }

  /// The most characters of a sentence.
  private static var longest: Int { 200 }
}

/// Finds the sentence and the rule for one event.
struct Narrator {
  typealias Words = (sentence: String, rule: String?)

  let event: PromiseEvent
  let graph: Graph

  var words: Words {
    switch event.kind {
    case .created(let creation): created(creation)
    case .bodyStarted(let promise):
      ("the body of \(name(promise)) begins", "what it throws becomes the error")
    case .bodyEnded(let promise, let threw): bodyEnded(promise, threw)
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      attached(child, to: parent, ordinal, queue)
    case .handlerSkipped(let parent, let child, let reason): skipped(child, parent, reason)
    case .adopted(let outer, let inner): adopted(outer, inner)
    case .settled(let settlement): settled(settlement)
    case .resolutionIgnored(let promise, let site, let attempt): ignored(promise, site, attempt)
    case .inputAdded(let fanIn, let index, let input):
      (
        "\(name(fanIn)) takes in its input \(index.saturatingPlus(1)), \(name(input))",
        "its inputs come one after the other"
      )
    case .inputSettled(let fanIn, let index, let input, let outcome):
      inputSettled(fanIn, index, input, outcome)
    case .inputIgnored(let fanIn, let index, let input, let outcome):
      inputIgnored(fanIn, index, input, outcome)
    case .errorHandled(let promise, let by): handled(promise, by)
    case .errorUnhandled(let promise, let origin, let error): unhandled(promise, origin, error)
    case .deallocated(let promise, let state, let waiting): freed(promise, state, waiting)
    default: workWords
    }
  }

  func name(_ promise: PromiseID) -> String { graph.plainName(of: promise) }
  func name(_ queue: QueueID) -> String { graph.plainName(of: queue) }
  func name(_ job: JobID) -> String { graph.plainName(of: job) }
}

extension PromiseEvent.Outcome {
  /// `is fulfilled`, `is rejected`, `is cancelled`: the outcomes are adjectives.
  var adjective: String { rawValue }
}
