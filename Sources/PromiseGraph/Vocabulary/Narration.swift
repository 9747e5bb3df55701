package import PromiseEvents

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
    let narrator = EventNarrator(event: event, graph: graph)
    let (sentence, rule) = narrator.words
    self.sentence = sentence.cut(to: Self.longest)
    self.rule = rule
  }

  /// The most characters of a sentence.
  private static var longest: Int { 200 }
}

/// Finds the sentence and the rule for one event.
struct EventNarrator {
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
    case .jobEnqueued(let job, _, let queue, _): enqueued(job, queue)
    case .jobStarted(let job, let child, let queue): started(job, child, queue)
    case .jobEnded(let job, let child, let queue, let ending): ended(job, child, queue, ending)
    case .accessed(let job, let names):
      ("\(name(job)) says that it touches \(brief(names.joined(separator: ", "), 60))", nil)
    case .waitBegan(let promise, let queue, let job): waitBegan(promise, queue, job)
    case .waitEnded(let promise, let queue, _, let ending): waitEnded(promise, queue, ending)
    case .awaitBegan(let promise):
      (
        "a task awaits \(name(promise))",
        Rule.wait.after("'async()' suspends its task and blocks no thread")
      )
    case .awaitEnded(let promise, let ending): awaitEnded(promise, ending)
    case .cancelRequested(let context):
      (
        "context \(context) is cancelled, and with it every pending promise that was made in it",
        Rule.cancellation.after(
          "a handler that runs goes on; one that waits with a value does not run")
      )
    case .timerScheduled(let timer, let promise, let due): timerSet(timer, promise, due)
    case .timerFired(let timer, let promise):
      ("the timer of \(owner(promise, timer)) fires", nil)
    case .timerCancelled(let timer, let promise):
      ("the timer of \(owner(promise, timer)) is stopped: nobody needs it any more", nil)
    case .choiceMade(let chosen, let options): choice(chosen, options)
    case .queueDeclared(_, let label, let kind, let assumed):
      (
        "'\(brief(label, 32))' is \(kind.plainWords)" + (assumed ? ", as far as is known" : ""),
        nil
      )
    case .threadNamed(let thread, let name):
      ("thread \(thread) is called '\(brief(name, 32))'", nil)
    case .note(let text): ("the program says: \(brief(text, 120))", nil)
    case .sourceText(let file, let line, _):
      ("the source of \(brief(file, 60)) is known from line \(line) on", nil)
    case .overridden(let promise, let what):
      ("by hand: \(name(promise)) \(brief(what, 120))", nil)
    case .dropped(let count): dropped(count)
    }
  }

  private func dropped(_ count: Int) -> Words {
    count > 0
      ? ("\(plural(count, "event")) \(count == 1 ? "was" : "were") lost here", nil)
      : ("an event of a newer version, which is not known here", nil)
  }

  func name(_ promise: PromiseID) -> String { graph.plainName(of: promise) }
  func name(_ queue: QueueID) -> String { graph.plainName(of: queue) }
  func name(_ job: JobID) -> String { graph.plainName(of: job) }
}

/// The rules of `docs/rules.md`, by their numbers there.
package enum Rule: Int, Hashable, Sendable, CaseIterable {
  case once = 1
  case neverInside, attachOrder, breadthFirst, defaultQueue, errorsPass, adoption, fanIn, errors
  case cancellation, unhandled, wait, anyThread, misuse, unobserved

  /// The words of a clause with the number behind them: `... (rule 7)`.
  func after(_ clause: String) -> String { "\(clause) (rule \(rawValue))" }
}
