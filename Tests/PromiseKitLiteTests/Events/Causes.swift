import PromiseKitLite

/// The conditions that an event requires, and those that it establishes. A stream is in order if
/// every required condition was established before, and no permanent condition is established
/// twice.
struct Causes {
  private(set) var violations: [String] = []
  private var facts: Set<Fact> = []

  private enum Fact: Hashable {
    case exists(PromiseID), bodyBegan(PromiseID), bodyIsOver(PromiseID)
    case attached(PromiseID), hasHandler(PromiseID, Int), passed(PromiseID), lockedIn(PromiseID),
      settled(PromiseID)
    case freed(PromiseID), blocks(PromiseID)
    case enqueued(JobID), began(JobID), isOver(JobID)
    case knows(QueueID), isSet(TimerID), timerIsOver(TimerID)
    case input(PromiseID, Int, PromiseID), inputIsIn(PromiseID, Int)
  }

  init(_ events: [PromiseEvent]) {
    for (index, event) in events.enumerated() {
      check(event.sequence == index + 1, event)
      check(event.queue.map { facts.contains(.knows($0)) } ?? true, event)
      let (needed, made) = Self.facts(of: event.kind)
      check(facts.isSuperset(of: needed), event)
      check(facts.isDisjoint(with: made), event)
      check(!event.kind.promises.contains { facts.contains(.freed($0)) }, event)
      facts.formUnion(made)
    }
  }

  private mutating func check(_ holds: Bool, _ event: PromiseEvent) {
    if !holds { violations.append(event.description) }
  }

  private static func facts(of kind: PromiseEvent.Kind) -> (needed: [Fact], made: [Fact]) {
    switch kind {
    case .created(let creation):
      (
        creation.parents.map { .exists($0) },
        [.exists(creation.promise)]
          + creation.parents.enumerated().map { .input(creation.promise, $0, $1) }
      )
    case .bodyStarted(let promise): ([.exists(promise)], [.bodyBegan(promise)])
    case .bodyEnded(let promise, _): ([.bodyBegan(promise)], [.bodyIsOver(promise)])
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      (
        [.exists(parent), .exists(child), .knows(queue)]
          + (ordinal == 1 ? [] : [.hasHandler(parent, ordinal - 1)]),
        [.attached(child), .hasHandler(parent, ordinal)]
      )
    case .jobEnqueued(let job, let child, let queue, _):
      ([.knows(queue)] + (child.map { [.exists($0)] } ?? []), [.enqueued(job)])
    case .jobStarted(let job, _, _): ([.enqueued(job)], [.began(job)])
    case .jobEnded(let job, _, _, _): ([.began(job)], [.isOver(job)])
    case .handlerSkipped(let parent, let child, _):
      ([.attached(child), .settled(parent)], [.passed(child)])
    case .adopted(let outer, let inner):
      ([.exists(outer), .exists(inner)], [.lockedIn(outer)])
    case .settled(let settlement):
      (
        [.exists(settlement.promise)] + (settlement.from.map { [.settled($0)] } ?? []),
        [.settled(settlement.promise)]
      )
    case .inputAdded(let fanIn, let index, let input):
      ([.exists(fanIn), .exists(input)], [.input(fanIn, index, input)])
    case .inputSettled(let fanIn, let index, let input, _):
      ([.input(fanIn, index, input), .settled(input)], [.inputIsIn(fanIn, index)])
    case .inputIgnored(let fanIn, let index, let input, _):
      (
        [.input(fanIn, index, input), .settled(input)], [.inputIsIn(fanIn, index)]
      )
    default: others(kind)
    }
  }

  private static func others(_ kind: PromiseEvent.Kind) -> (needed: [Fact], made: [Fact]) {
    switch kind {
    case .errorHandled(let promise, let by): ([.settled(promise), .exists(by)], [])
    case .errorUnhandled(let promise, let origin, _): ([.settled(promise), .exists(origin)], [])
    case .deallocated(let promise, .settled, _): ([.settled(promise)], [.freed(promise)])
    case .deallocated(let promise, .forwarded, _): ([.lockedIn(promise)], [.freed(promise)])
    case .deallocated(let promise, .pending, let waiting):
      (([promise] + waiting).map { .exists($0) }, [.freed(promise)])
    case .waitBegan(let promise, _, _, _): ([.exists(promise)], [.blocks(promise)])
    case .waitEnded(let promise, _, _, _): ([.blocks(promise)], [])
    case .awaitBegan(let promise, _, _): ([.exists(promise)], [])
    case .awaitEnded(let promise, _, _): ([.exists(promise)], [])
    case .timerScheduled(let timer, let promise, _):
      (promise.map { [.exists($0)] } ?? [], [.isSet(timer)])
    case .timerFired(let timer, _), .timerCancelled(let timer, _):
      ([.isSet(timer)], [.timerIsOver(timer)])
    case .queueDeclared(let queue, _, _, _): ([], [.knows(queue)])
    default: ([], [])
    }
  }
}
