/// What a handler makes of a settlement: what is done to its child.
@usableFromInline
package enum Reaction: Sendable {
  /// The child settles with this.
  case settle(Settled)
  /// The child is locked in to this promise.
  case adopt(PromiseCore)
  /// Nothing: the handler has given away what settles the child.
  case later
}

extension Reaction {
  @inlinable
  package static func value<Value: Sendable>(_ value: Value) -> Reaction { .settle(.value(value)) }
  @inlinable
  package static func error(_ error: any Error) -> Reaction { .settle(.error(error)) }

  /// How the job that produced it is said to have ended, given what it read.
  func ending(after settled: Settled?) -> PromiseEvent.JobEnding {
    switch self {
    case .adopt: return .returnedPromise
    case .settle(.fulfilled), .later: return .returned
    case .settle(.rejected(let rejection)):
      if case .rejected(let read) = settled, read === rejection { return .returned }
      return .threw
    }
  }
}

/// One reader of a promise.
///
/// Everything in it is fixed but the child, which belongs to whoever has the handler: first the parent,
/// under its lock; then the one who hands it out; then the job. Nobody else touches it, so that it
/// needs no lock of its own.
class Handler: @unchecked Sendable {
  @exclusivity(unchecked) private final var child: PromiseCore?

  init(child: PromiseCore?) { self.child = child }

  /// The parent has settled: does what there is to do, on the thread that hands out.
  func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {}

  /// The program attached it, so that it has an attach number.
  var isCounted: Bool { false }

  /// The promise that waits for this handler's: the child, which stays, or the fan-in.
  var waiting: PromiseCore? { child }

  /// The handler's promise was freed while pending, and never settles. Answers the promise that waits
  /// for ever for it; none if that waits for others too.
  func abandon() -> PromiseCore? { waiting }

  /// What it waits for never settles: a task that waits stops waiting. Never called under a lock.
  func giveUp() {}

  /// It is no part of a chain, but a thread or a task that waits.
  var isOutside: Bool { false }

  /// The child, which the handler then has no longer.
  final func takeChild() -> PromiseCore? { child.take() }
}

/// The child is locked in to the promise.
final class Adoption: Handler, @unchecked Sendable {
  /// Settles the child; and the one that is locked in to that, if nobody else reads it, and so on. For
  /// the places of these pass on where nobody keeps them: the order of handlers would depend on that,
  /// if it took a step of the drain where somebody does. (rule 4)
  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    var (source, adoption) = (parent, self)
    while let child = adoption.takeChild(),
      let batch = child.settleAsAdopted(settled, from: source)
    {
      guard batch.others == nil, let next = batch.first as? Adoption else {
        return thread.handOut(batch, of: child, settled)
      }
      // What was attached meanwhile comes later.
      if let more = child.locked({ $0.nextBatch() }) { thread.handOut(more, of: child, settled) }
      (source, adoption) = (child, next)
    }
  }
}

/// Somebody outside the chain waits for the settlement: a thread that is blocked, or a task.
final class Waiter: Handler, @unchecked Sendable {
  private let resume: @Sendable (Settled) -> Void

  init(_ resume: @escaping @Sendable (Settled) -> Void) {
    self.resume = resume
    super.init(child: nil)
  }

  override var isOutside: Bool { true }

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    if case .rejected(let rejection) = settled { rejection.handle() }
    resume(settled)
  }
}
