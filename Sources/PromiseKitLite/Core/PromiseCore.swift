import Synchronization

/// The untyped part of every ``Promise`` and ``Guarantee``: the state, its lock, and the events.
///
/// ```swift
/// let cores: [PromiseCore] = [load(id), after(seconds: 1)]
/// show(cores.count)
/// ```
///
/// It exists beside them so that the code that settles, adopts and hands out handlers is compiled
/// once rather than for each type of value. A program never makes or subclasses one.
public class PromiseCore: @unchecked Sendable {
  private let lock = Mutex(())
  /// Its name in the events of its environment, where somebody observes that; 0 elsewhere. Written by
  /// the initialiser alone.
  // Beside the lock, which leaves room for it.
  private var number: UInt32 = 0
  // Touched under the lock alone, but for the deinit, where nobody else is left; so that the compiler
  // need not check that accesses do not overlap.
  @exclusivity(unchecked) private var state = CoreState()
  /// Where the chain began; none is ``PromiseEnvironment/shared``.
  let ownEnvironment: PromiseEnvironment?
  /// Its label, and what it inherited; most have neither.
  let metadata: Metadata?
  /// Where the program made it.
  let site: CallSite

  /// A promise that begins a chain.
  @usableFromInline
  package init(root operation: PromiseEvent.Operation, label: Label?, at site: CallSite) {
    ownEnvironment = Activity.environment
    metadata = Metadata.root(label: label)
    self.site = site
    if let ownEnvironment { enter(ownEnvironment, as: operation, of: []) }
    switch operation {
    case .value, .error: break
    default: joinContext(downstream: false)
    }
  }

  /// A promise that follows from others; from none, it begins a chain.
  @usableFromInline
  package init(
    _ operation: PromiseEvent.Operation, of parents: [PromiseCore], label: Label?, at site: CallSite
  ) {
    let first = parents.first
    ownEnvironment =
      first.map { $0.ownEnvironment ?? Activity.recordedEnvironment } ?? Activity.environment
    metadata =
      first == nil ? Metadata.root(label: label) : Metadata.child(label: label, of: parents)
    self.site = site
    if let ownEnvironment { enter(ownEnvironment, as: operation, of: parents) }
    // Its inputs may be cancelled, or gone, without settling it.
    joinContext(downstream: false)
  }

  /// A promise that follows from another one.
  @usableFromInline
  package init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite
  ) {
    ownEnvironment = parent.ownEnvironment ?? Activity.recordedEnvironment
    metadata = Metadata.child(label: label, of: parent.metadata)
    self.site = site
    if let ownEnvironment { enter(ownEnvironment, as: operation, of: parent) }
    joinContext(after: parent)
  }

  /// A promise that follows from another one and does not inherit the same.
  init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite,
    inheritedContext: InheritedContext
  ) {
    ownEnvironment = parent.ownEnvironment ?? Activity.recordedEnvironment
    metadata = Metadata(
      label: label, inheritedContext: inheritedContext, tag: parent.metadata?.tag ?? Tag.current)
    self.site = site
    if let ownEnvironment { enter(ownEnvironment, as: operation, of: parent) }
    joinContext(after: parent)
  }

  deinit {
    if state.isFulfilled, ownEnvironment == nil { return }
    finishLife(state.end())
  }

  /// The environment that everything about this promise happens in.
  package var environment: PromiseEnvironment { ownEnvironment ?? .shared }

  /// The environment, if somebody observes it. A promise that began where nobody did has none of its
  /// own, so that this costs a link one branch on a field that it has at hand. One that was made before
  /// the recording began is not observed in it.
  var observed: PromiseEnvironment? {
    #if PROMISE_NO_EVENTS
      nil
    #else
      guard let ownEnvironment, ownEnvironment.bus.isObserved,
        ownEnvironment.bus.declares(number)
      else { return nil }
      return ownEnvironment
    #endif
  }

  /// Its name in the events of its environment, where somebody observes that or witnesses it.
  package var id: PromiseID { PromiseID(Int(number)) }

  /// It has a name in the stream of its environment's events that is observed.
  var isDeclared: Bool { ownEnvironment?.bus.declares(number) ?? false }

  /// What the program calls it.
  var label: Label? { metadata?.label }

  /// What it was settled with; none while it is pending.
  @usableFromInline
  package var settled: Settled? { locked { $0.settled } }

  /// How many handlers the program has hung on it.
  package var handlerCount: Int { locked { $0.handlerCount } }

  /// It cannot fail.
  var isGuarantee: Bool { false }

  /// What it could be fulfilled with by hand: the first of `known` that is a value of its type, else
  /// nothing, zero or empty.
  package func standIn(among known: [Settled]) -> Settled? { nil }

  /// Looks at the state, or changes it, under the lock.
  func locked<R: Sendable>(_ body: (inout CoreState) -> R) -> R {
    if let accessTracker { accessTracker.touch(promise: number) }
    return lock.withLock { _ in body(&state) }
  }

  /// The environment, if somebody observes it or witnesses it.
  var named: PromiseEnvironment? {
    observed ?? (accessTracker == nil ? nil : ownEnvironment)
  }

  /// Who is told what the steps of a simulated run touch; hardly any promise has one.
  var accessTracker: AccessTracker? { ownEnvironment?.accessTracker }

  /// Begins its life in an environment of its own: takes a number, and tells of it.
  private func enter(
    _ environment: PromiseEnvironment, as operation: PromiseEvent.Operation,
    of parents: [PromiseCore]
  ) {
    guard takesNumber(in: environment) else { return }
    let parents = parents.map { $0.id(in: environment) }
    environment.bus.postCreated(
      environment.stamp(), id, operation, label: label?.text, site, of: parents,
      isGuarantee: isGuarantee, tag: metadata?.tag?.text)
    meetIntervener(operation, of: parents, in: environment)
  }

  private func enter(
    _ environment: PromiseEnvironment, as operation: PromiseEvent.Operation, of parent: PromiseCore
  ) {
    guard takesNumber(in: environment) else { return }
    let parent = parent.id(in: environment)
    environment.bus.postCreated(
      environment.stamp(), id, operation, label: label?.text, site, of: parent,
      isGuarantee: isGuarantee, tag: metadata?.tag?.text)
    meetIntervener(operation, of: [parent], in: environment)
  }

  /// Takes a number, where somebody needs that. Answers whether somebody is to be told of it.
  private func takesNumber(in environment: PromiseEnvironment) -> Bool {
    #if PROMISE_NO_EVENTS
      return false
    #else
      let isObserved = environment.bus.isObserved
      guard isObserved || environment.accessTracker != nil else { return false }
      number = UInt32(truncatingIfNeeded: environment.bus.nextPromise())
      return isObserved
    #endif
  }

  /// Tells of its beginning who changes the run by hand, if anybody does.
  @inline(__always)
  private func meetIntervener(
    _ operation: PromiseEvent.Operation, of parents: @autoclosure () -> [PromiseID],
    in environment: PromiseEnvironment
  ) {
    environment.overrider?.meet(
      self,
      PromiseEvent.Creation(
        promise: id, operation: operation, label: label?.text, site: site.resolved,
        parents: parents(), isGuarantee: isGuarantee, tag: metadata?.tag?.text))
  }
}

extension PromiseCore {
  /// Hands out the handlers, and those that are attached meanwhile, until none is left.
  func handOut(_ batch: consuming CoreState.Batch, _ settled: Settled, in thread: ThreadState) {
    while true {
      batch.first.deliver(settled, from: self, in: thread)
      if let others = batch.others {
        for handler in others { handler.deliver(settled, from: self, in: thread) }
      }
      guard let more = locked({ $0.nextBatch() }) else { return }
      batch = more
    }
  }
}

extension PromiseCore {
  /// The promise's name in the events of `environment`. One of another environment, or from before the
  /// recording, is declared there when it is first met, and its settlement is told as soon as it is known.
  func id(in environment: PromiseEnvironment) -> PromiseID {
    if environment === ownEnvironment, environment.accessTracker != nil || isDeclared { return id }
    let settled = settled
    let description = settled?.description ?? ""
    let (id, events) = locked { state -> (PromiseID, [PromiseEvent]) in
      var events: [PromiseEvent] = []
      let bus = environment.bus
      let place: Int
      if let known = state.foreignNames.firstIndex(where: { $0.bus == bus.number }) {
        place = known
      } else {
        place = state.foreignNames.count
        let id = PromiseID(bus.nextPromise())
        state.foreignNames.append(ForeignName(bus: bus.number, id: id))
        let creation = PromiseEvent.Creation(
          promise: id, operation: .pending, label: label?.text, site: site.resolved, late: true,
          isGuarantee: isGuarantee, tag: metadata?.tag?.text)
        events.append(environment.event(.created(creation)))
      }
      let id = state.foreignNames[place].id
      if let settled, !state.foreignNames[place].isSettled {
        state.foreignNames[place].isSettled = true
        var settlement = PromiseEvent.Settlement(
          promise: id, outcome: settled.outcome, description: description,
          oddity: settled.oddity)
        if case .rejected(let rejection) = settled {
          settlement.origin = rejection.origin(orFirst: id, in: environment)
        }
        events.append(environment.event(.settled(settlement)))
      }
      return (id, events)
    }
    for event in events { environment.bus.post(event) }
    return id
  }
}
