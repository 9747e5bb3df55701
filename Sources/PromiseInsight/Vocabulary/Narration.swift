package import PromiseEvents
package import PromiseGraph

/// One event as a plain sentence with names, and the rule behind it.
///
/// Both start with a lowercase letter unless a name comes first, have no full stop, and contain neither
/// control characters nor symbols that a screen reader cannot read.
package struct Narration: Hashable, Sendable {
  /// What happened: `p2 'fetch' adopts 'request' and settles when it does`.
  package let sentence: String
  /// The reason: a clause, with the number of the rule in `docs/learn/rules.md` if it is one of those; `nil` if
  /// the sentence needs none.
  package let rule: String?

  /// Creates the narration of `event` with the names that `graph` knows.
  ///
  /// The graph should be the state right after the event; with an earlier or later graph the sentence says
  /// less.
  package init(_ event: PromiseEvent, in graph: Graph, language: Language = .english) {
    let narrator = EventNarrator(event: event, graph: graph, language: language)
    let (sentence, rule) = narrator.narration
    self.sentence = sentence.cut(to: Self.longest)
    self.rule = rule
  }

  /// Creates a narration of what several events say together.
  init(sentence: String, rule: String? = nil) {
    self.sentence = sentence
    self.rule = rule
  }

  /// Nothing.
  static let none = Narration(sentence: "")

  /// Whether there is nothing to say.
  package var isEmpty: Bool { sentence.isEmpty }

  /// The most characters of a sentence.
  private static var longest: Int { 200 }
}

/// Finds the sentence and the rule for one event.
struct EventNarrator {
  typealias Caption = (sentence: String, rule: String?)

  let event: PromiseEvent
  let graph: Graph
  let language: Language

  var narration: Caption {
    switch event.kind {
    case .created(let creation): created(creation)
    case .bodyStarted(let promise): bodyStarted(promise)
    case .bodyEnded(let promise, let threw): bodyEnded(promise, threw)
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      attached(child, to: parent, ordinal, queue)
    case .handlerSkipped(let parent, let child, let reason): skipped(child, parent, reason)
    case .adopted(let outer, let inner): adopted(outer, inner)
    case .settled(let settlement): settled(settlement)
    case .resolutionIgnored(let promise, let site, let attempt): ignored(promise, site, attempt)
    case .inputAdded(let fanIn, let index, let input): inputAdded(fanIn, index, input)
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
    case .touched(let job, let names): accessed(job, names)
    case .waitBegan(let promise, let queue, let job, _): waitBegan(promise, queue, job)
    case .waitEnded(let promise, let queue, _, let ending): waitEnded(promise, queue, ending)
    case .awaitBegan(let promise, let by, let site): awaitBegan(promise, by, site, on: event.queue)
    case .awaitEnded(let promise, let ending, let by): awaitEnded(promise, ending, by)
    case .cancelRequested(let context): cancelRequested(context)
    case .timerScheduled(let timer, let promise, let due): timerSet(timer, promise, due)
    case .timerFired(let timer, let promise):
      (language.text("the timer of \(owner(promise, timer)) fires"), nil)
    case .timerCancelled(let timer, let promise):
      (language.text("the timer of \(owner(promise, timer)) stops: it is no longer needed"), nil)
    case .choiceMade(let chosen, let options): choice(chosen, options)
    case .queueDeclared(_, let label, let kind, let assumed): declared(label, kind, assumed)
    case .threadNamed(let thread, let name):
      (language.text("thread \(thread) is named '\(brief(name, 32))'"), nil)
    case .note(let text): (language.text("the program notes: \(brief(text, 120))"), nil)
    case .sourceText(let file, let line, _):
      (language.text("the source of \(brief(file, 60)) is recorded from line \(line) on"), nil)
    case .intervened(let promise, let what):
      (language.text("what-if: \(name(promise)) \(brief(what, 120))"), nil)
    case .dropped(let count): dropped(count)
    case .spanLinked(let promise, let context, let role): linked(promise, context, role)
    case .processDeclared(let process, let name, let systemID, let uncertainty):
      processDeclared(process, name, systemID, uncertainty)
    case .threadAssigned(let thread, let process):
      (language.text("thread \(thread) belongs to process \(process)"), nil)
    case .gateChanged(let change): gateChanged(change)
    }
  }

  private func dropped(_ count: Int) -> Caption {
    switch count {
    case 1: (language.text("1 event was lost here"), nil)
    case 2...: (language.text("\(grouped(count)) events were lost here"), nil)
    default: (language.text("an unknown event, from a newer version"), nil)
    }
  }

  /// The clause with the number of its rule, which is one of PromiseKitLite: in a program in another
  /// language, only the clause.
  func rule(_ rule: Rule, _ clause: String) -> String {
    graph.programLanguage == .swift ? rule.after(clause, language) : clause
  }

  /// The promise that the sentence is about: `p2 'fetch'`.
  func name(_ promise: PromiseID) -> String { graph.plainName(of: promise) }
  func name(_ queue: QueueID) -> String { graph.plainName(of: queue) }
  func name(_ job: JobID) -> String { graph.plainName(of: job, language: language) }
  /// Another promise that the sentence mentions: `'fetch'`, `p4`.
  func other(_ promise: PromiseID) -> String { graph.reference(to: promise) }
}

/// The rules of `docs/learn/rules.md`, by their numbers there.
package enum Rule: Int, Hashable, Sendable, CaseIterable {
  case once = 1
  case neverInside, attachOrder, breadthFirst, defaultQueue, errorsPass, adoption, fanIn, errors
  case cancellation, unhandled, wait, anyThread, misuse, unobserved

  /// Returns `clause` with the number of the rule: `... (rule 7)`.
  func after(_ clause: String, _ language: Language = .english) -> String {
    language.text("\(clause) (rule \(rawValue))")
  }
}
