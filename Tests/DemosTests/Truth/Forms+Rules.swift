import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The clauses below the sentences of events: laws of the library, and those that say something of this event.
extension SentenceForms {
  static let rules = SentenceForms("rule", laws + remarks)

  /// A clause that holds at every event of some kinds.
  private static func law(
    _ clause: String, _ number: Rule? = nil,
    when holds: @escaping @Sendable (EventScene) -> Bool = { _ in true }
  ) -> SentenceForm {
    let template = number.map { "\(clause) (rule \($0.rawValue))" } ?? clause
    return SentenceForm(template) { match, scene in
      try match.require(holds(scene), "the clause does not belong here")
    }
  }

  private static let laws: [SentenceForm] = [
    law("each link returns a new promise immediately; its handler runs later"),
    law("it fails when no attempts are left"), law("it never fails", .fanIn),
    law("it fails only if all its inputs fail", .fanIn),
    law("it fails with the first input that fails", .fanIn),
    law("an error that it throws rejects the promise"),
    law("a promise can stay pending after its body; its resolver settles it"),
    law("'on: nil' runs a handler inside the settling call", .neverInside),
    law("'on: nil' requests that", .neverInside),
    law("handlers of one promise are queued in the order of attachment", .attachOrder),
    law("an outcome skips links that do not handle it, without a queue hop", .errorsPass),
    law("its handler is for other errors only", .errorsPass),
    law("catch and recover ignore cancellations by default", .cancellation),
    law("links after 'until' end with their owner", .cancellation),
    law("a handler still waiting in its queue does not run", .cancellation),
    law("a promise that adopted another settles the same way", .adoption),
    law("a returned promise is adopted; no handler runs yet", .adoption),
    law("a returned promise is adopted", .adoption),
    law("it is locked in to the promise that it adopted", .adoption),
    law("only the first resolution counts", .once), law("a promise settles only once", .once),
    law("a fan-in handles the errors of its inputs", .fanIn),
    law("an error is handled when it reaches an error handler", .errors),
    law("reported when the last promise with this error is freed", .unhandled),
    law("a loop of adoptions uses no extra memory", .adoption),
    law("dropping an unused resolver leaves its chain waiting", .unhandled),
    law("a thrown error rejects the promise", .errors),
    law("the values are in the order of the inputs", .fanIn),
    law("a cancellation is a special kind of rejection", .cancellation),
    law("its inputs arrive one after another"),
    law("race takes the first input that settles", .fanIn),
    law("the losers keep running; their outcomes are ignored", .fanIn),
    law("a handler never runs inside the call that resolves", .neverInside),
    law("'wait()' blocks its thread until the promise settles", .wait),
    law("waiting on a queue that the promise needs never ends", .wait),
    law("it has no outcome: no event says when a task ends"),
    law("the promise continues: others may wait for it", .cancellation),
    law("'async()' suspends its task and blocks no thread", .wait),
    law("a running handler continues; one queued with a value does not run", .cancellation),
    law("no rule decides this; another schedule may choose differently"),
  ]

  /// Returns the queue of a job that has just started.
  private static func queueOfStart(_ scene: EventScene) -> EventRecord.Queue? {
    if case .jobStarted(_, _, let queue)? = scene.event?.kind { scene.queue(queue) } else { nil }
  }

  private static let remarks: [SentenceForm] = [
    law("handlers run on main unless another queue is named", .defaultQueue) {
      queueOfStart($0)?.label == "main"
    },
    law("a serial queue runs one job at a time, in order of arrival") {
      queueOfStart($0).map { $0.kind == .serial && !$0.isAssumed } ?? false
    },
    law("assumed to be a serial queue: one job at a time, in order of arrival") {
      queueOfStart($0).map { $0.kind == .serial && $0.isAssumed } ?? false
    },
    law("a concurrent queue runs several jobs at a time") {
      queueOfStart($0).map { $0.kind == .concurrent(width: nil) && !$0.isAssumed } ?? false
    },
    law("assumed to be a concurrent queue: several jobs at a time") {
      queueOfStart($0).map {
        if case .concurrent = $0.kind { $0.isAssumed } else { false }
      } ?? false
    },
    SentenceForm("a concurrent queue runs several jobs at a time, here up to {n}") { match, scene in
      let queue = queueOfStart(scene)
      try match.require(
        try queue?.kind == .concurrent(width: match.number()) && queue?.isAssumed == false,
        "the queue is \(String(describing: queue?.kind))")
    },
    SentenceForm("the others keep running, but are ignored (rule 8)") { match, scene in
      // At its creation this is a law; once a fan-in has settled, there have to be others.
      guard case .settled(let settlement)? = scene.event?.kind else { return }
      try match.require(
        scene.inputs(settlement.promise).contains { scene.isPending($0) },
        "no other input is pending")
    },
    SentenceForm("{ref} is already settled: the handler is queued now, and runs later (rule 2)") {
      match, scene in
      let parent = try match.promise("ref")
      try match.require(scene.settlement(parent) != nil, "it is not settled")
    },
  ]
}
