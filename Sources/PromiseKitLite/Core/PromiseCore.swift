import Synchronization

/// The untyped part of every ``Promise`` and ``Guarantee``: the state, its lock, and the events.
///
/// ```swift
/// let cores: [PromiseCore] = [load(id), after(seconds: 1)]
/// show(cores.count)
/// ```
///
/// It is a separate class so that the code that settles, adopts, and notifies handlers is compiled
/// only once, rather than for each type of value. A program never creates or subclasses it.
public class PromiseCore: @unchecked Sendable {
  let lock = Mutex(())
  /// The promise's name in the events of its environment; 0 if the environment is not observed.
  /// Written only by the initializer.
  // Declared next to the lock, which leaves room for it.
  var number: UInt32 = 0
  // Accessed only under the lock, except by the deinit, when there are no other references.
  // Therefore the compiler need not check for overlapping accesses.
  @exclusivity(unchecked) var state = CoreState()
  /// The stamp of the promise's last event in a mapped trace, which orders the events of several
  /// threads; 0 if there is none. Changed under the lock, and by the initializer.
  let lastStamp = Atomic<UInt64>(0)
  /// The environment in which the chain began. It is retained, unless it is the shared one, which
  /// lives forever: threads should not share its reference count.
  private let environmentReference: Unmanaged<PromiseEnvironment>?
  /// The label and the inherited context; most promises have neither.
  let metadata: Metadata?
  /// The call site that created the promise.
  let site: CallSite

  /// Creates a promise that begins a chain.
  @usableFromInline
  package init(root operation: PromiseEvent.Operation, label: Label?, at site: CallSite) {
    let ownEnvironment = Activity.environment
    environmentReference = ownEnvironment?.reference
    metadata = Metadata.root(label: label, in: ownEnvironment ?? .shared)
    self.site = site
    if let ownEnvironment {
      enter(ownEnvironment, as: operation, of: [])
      if CarriedContext.isAny { noteReceived() }
    }
    switch operation {
    case .value, .error: break
    default: joinContext(downstream: false)
    }
  }

  /// Creates a promise that follows from others. Without parents, it begins a chain.
  @usableFromInline
  package init(
    _ operation: PromiseEvent.Operation, of parents: [PromiseCore], label: Label?, at site: CallSite
  ) {
    let first = parents.first
    let ownEnvironment =
      first.map { $0.ownEnvironment ?? Activity.recordedEnvironment } ?? Activity.environment
    environmentReference = ownEnvironment?.reference
    metadata =
      first == nil
      ? Metadata.root(label: label, in: ownEnvironment ?? .shared)
      : Metadata.child(label: label, of: parents)
    self.site = site
    if let ownEnvironment { enter(ownEnvironment, as: operation, of: parents) }
    if first == nil, CarriedContext.isAny { noteReceived() }
    // Its inputs can be canceled or freed without settling it.
    joinContext(downstream: false)
  }

  /// Creates a promise that follows from another one.
  @usableFromInline
  package init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite
  ) {
    metadata = Metadata.child(label: label, of: parent)
    self.site = site
    if metadata == nil, let pen = parent.pen {
      environmentReference = parent.environmentReference
      enterRecorded(operation, of: parent, pen)
      return
    }
    let ownEnvironment = parent.ownEnvironment ?? Activity.recordedEnvironment
    environmentReference = ownEnvironment?.reference
    if let ownEnvironment { enter(ownEnvironment, as: operation, of: parent) }
    joinContext(after: parent)
  }

  /// Creates a promise that follows from another one and inherits a different context.
  init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite,
    inheritedContext: InheritedContext
  ) {
    let ownEnvironment = parent.ownEnvironment ?? Activity.recordedEnvironment
    environmentReference = ownEnvironment?.reference
    metadata = Metadata(
      label: label, inheritedContext: inheritedContext, tag: parent.metadata?.tag ?? Tag.current,
      carried: CarriedContext.isAny ? CarriedContext.captured(of: [parent]) : nil)
    self.site = site
    if let ownEnvironment { enter(ownEnvironment, as: operation, of: parent) }
    joinContext(after: parent)
  }

  deinit {
    if state.isFulfilled {
      if !hasEnvironment { return }
      if let pen { return endRecorded(pen) }
    }
    finishLife(state.end())
    if let ownEnvironment, !ownEnvironment.isShared { environmentReference?.release() }
  }

  /// The environment in which the chain began; `nil` is ``PromiseEnvironment/shared``, if nothing
  /// observes it.
  var ownEnvironment: PromiseEnvironment? {
    environmentReference.map { $0._withUnsafeGuaranteedRef { $0 } }
  }

  /// Whether the promise has an environment of its own.
  @inline(__always)
  var hasEnvironment: Bool { environmentReference != nil }

  /// The environment for everything that concerns this promise.
  package var environment: PromiseEnvironment { ownEnvironment ?? .shared }

  /// The environment, if it is observed. A promise that was created without an observer has no
  /// environment of its own, so the check costs a link one branch on a field that is at hand. A
  /// promise that was created before the recording began is not observed in it.
  var observed: PromiseEnvironment? {
    #if PROMISE_NO_EVENTS
      nil
    #else
      // Without changing a reference count, unless it is observed.
      guard
        let environmentReference,
        environmentReference._withUnsafeGuaranteedRef({
          $0.bus.isObserved && $0.bus.declares(number)
        })
      else { return nil }
      return ownEnvironment
    #endif
  }

  /// The promise's name in the events of its environment, if the environment is observed, or its
  /// hooks need names.
  package var id: PromiseID { PromiseID(Int(number)) }

  /// Whether the promise has a name in the observed events of its environment.
  var isDeclared: Bool { ownEnvironment?.bus.declares(number) ?? false }

  /// The label that the program gave the promise.
  var label: Label? { metadata?.label }

  /// The settlement; `nil` while pending.
  @usableFromInline
  package var settled: Settled? { locked { $0.settled } }

  /// The number of handlers that the program has attached.
  package var handlerCount: Int { locked { $0.handlerCount } }

  /// Whether the promise cannot fail.
  var isGuarantee: Bool { false }

  /// Returns a settlement with which an override can fulfill the promise: the first of `known` that
  /// has a value of its type; otherwise an empty value, such as zero; `nil` if there is none.
  package func standIn(among known: [Settled]) -> Settled? { nil }

  /// Reads or changes the state under the lock.
  func locked<R: Sendable>(_ body: (inout CoreState) -> R) -> R {
    if let environmentReference {
      environmentReference._withUnsafeGuaranteedRef { $0.hooks?.touch(promise: number) }
    }
    return lock.withLock { _ in body(&state) }
  }

  /// The environment, if its promises have names: it is observed, or its hooks need them.
  var named: PromiseEnvironment? {
    observed ?? (hooks?.namesPromises == true ? ownEnvironment : nil)
  }

  /// The hooks of the environment; usually `nil`. Does not change its reference count.
  var hooks: (any Hooks)? { environmentReference?._withUnsafeGuaranteedRef { $0.hooks } }

  /// Returns a stamp for an event of this promise. Called under the lock, or by the initializer.
  func newStamp(in environment: PromiseEnvironment) -> EventStamp {
    var last = lastStamp.load(ordering: .relaxed)
    let stamp = environment.stamp(after: &last)
    lastStamp.store(last, ordering: .relaxed)
    return stamp
  }

  /// Registers the promise in its own environment: draws a number, and posts its creation.
  private func enter(
    _ environment: PromiseEnvironment, as operation: PromiseEvent.Operation,
    of parents: [PromiseCore]
  ) {
    guard takesNumber(in: environment) else { return }
    let names = parents.map { $0.id(in: environment) }
    inCarried(unless: names.isEmpty) {
      environment.bus.postCreated(
        newStamp(in: environment), id, operation, label: label?.text, site, of: names,
        isGuarantee: isGuarantee, tag: metadata?.tag?.text)
    }
    environment.hooks?.created(self, operation, of: names)
  }

  private func enter(
    _ environment: PromiseEnvironment, as operation: PromiseEvent.Operation, of parent: PromiseCore
  ) {
    guard takesNumber(in: environment) else { return }
    let parent = parent.id(in: environment)
    inCarried {
      environment.bus.postCreated(
        newStamp(in: environment), id, operation, label: label?.text, site, of: parent,
        isGuarantee: isGuarantee, tag: metadata?.tag?.text)
    }
    environment.hooks?.created(self, operation, of: [parent])
  }

  /// Runs `body`, which posts the creation, in what the promise carries, so that an observer sees
  /// that. For a promise that begins a chain, it is what is current.
  @inline(__always)
  private func inCarried(unless isCurrent: Bool = false, _ body: () -> Void) {
    guard CarriedContext.isAny, !isCurrent else { return body() }
    CarriedContext.bind(for: self, body)
  }

  /// Draws a number, if an observer or the hooks need one. Returns whether to post the creation.
  private func takesNumber(in environment: PromiseEnvironment) -> Bool {
    #if PROMISE_NO_EVENTS
      return false
    #else
      let isObserved = environment.bus.isObserved
      guard isObserved || environment.hooks?.namesPromises == true else { return false }
      number = UInt32(truncatingIfNeeded: environment.bus.nextPromise())
      return isObserved
    #endif
  }
}

extension PromiseCore {
  /// Notifies the handlers of the promise, which is settled.
  func notify(_ batch: consuming CoreState.Batch, _ settled: Settled, in thread: ThreadState) {
    Step.reached(.notifying)
    batch.first.deliver(settled, from: self, in: thread)
    guard let others = batch.others else { return }
    for handler in others {
      Step.reached(.notifying)
      handler.deliver(settled, from: self, in: thread)
    }
  }
}

extension PromiseCore {
  /// Returns the promise's name in the events of `environment`. A promise of another environment,
  /// or from before the recording, is declared there at its first use, and its settlement is posted
  /// as soon as it is known.
  func id(in environment: PromiseEnvironment) -> PromiseID {
    if environment === ownEnvironment, environment.hooks?.isTracking == true || isDeclared {
      return id
    }
    let settled = settled
    let description = settled?.description(for: environment.bus.values) ?? ""
    let (id, events) = locked { state -> (PromiseID, [PromiseEvent]) in
      var events: [PromiseEvent] = []
      let bus = environment.bus
      let place: Int
      if let known = state.foreignNames.firstIndex(where: { $0.bus == bus.number }) {
        place = known
      } else {
        place = state.foreignNames.count
        let id = PromiseID(bus.nextPromise())
        state.foreignNames.append(CoreState.ForeignName(bus: bus.number, id: id))
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
          settlement.origin = rejection.origin(orFirst: id, on: bus)
        }
        events.append(environment.event(.settled(settlement)))
      }
      return (id, events)
    }
    for event in events { environment.bus.post(event) }
    return id
  }
}

extension PromiseEnvironment {
  /// A reference for a promise: retained, unless the environment lives forever.
  fileprivate var reference: Unmanaged<PromiseEnvironment> {
    isShared ? .passUnretained(self) : .passRetained(self)
  }
}
