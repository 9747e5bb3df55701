import Synchronization

/// Cancels whole chains: every promise that was made in it and is pending, through fan-ins and
/// adoptions, whatever it waits for.
///
/// A cancellation is a rejection with a cancelled error. `catch` and `recover` leave it out by default,
/// ``Thenable/cancelled(label:on:flags:file:line:column:_:)`` hears it, `ensure` and `finally` run. (rule 10)
/// A promise belongs to the context if it begins inside ``run(_:)``, or in a handler of a chain that
/// does, or if it follows from one that belongs to it, by a link or a fan-in, wherever that is written.
/// So a link on a promise of somebody else does not belong to it; see
/// ``Thenable/until(label:_:file:line:column:)-(CancelContext,_,_,_)``.
///
/// ```swift
/// let context = CancelContext()
/// context.run {
///   firstly { login() }
///     .then { token in fetch(token) }
///     .done { items in show(items) }
///     .cancelled { hideSpinner() }
///     .catch { error in alert(error) }
/// }
/// context.cancel()
/// ```
///
/// What is cancelled is what has not begun: a handler that is running goes on, and what it answers is
/// ignored; one that waits in its queue with a value does not run. Timers are stopped, and the cancel
/// handlers of bodies run (``Resolver/onCancel(_:)``) once their promises are rejected. A context that is
/// made inside another one is cancelled with it. Everything may be called from any thread.
///
/// A cancellation replaces no error that really happened: a rejection reaches the chain's `catch` and
/// `recover` although the context was cancelled meanwhile, and a handler that cancels its own chain and
/// then throws ends with what it threw. The body of a promise is not a handler: what it throws after its
/// context was cancelled is ignored, as everything is that a handler throws that was running when another
/// thread cancelled the context.
///
/// What handlers that run for a cancellation begin, to clear up, is not cancelled: they run outside the
/// context.
///
/// A chain leaves a cancelled context in three ways. The links that follow run, and cancelling the context
/// again has no effect on them. A `timeout`, a fan-in, or a `then` that waits for such a chain inside the same
/// context is still cancelled with it: put what has to go on before them, or attach it to
/// ``Thenable/detached(label:file:line:column:)``.
///
/// - A `recover` (or `then` with two handlers) makes a value of the cancellation, or of any error where its
///   policy is ``CatchPolicy/allErrors``.
/// - An `ensure` or a `tap` of the chain cancels the context itself: it passes on what it read, and stops
///   everything else in the context. So a race stops its losers and keeps its result.
/// - ``Thenable/detached(label:file:line:column:)`` ends the part of a chain that the context covers.
///
/// ```swift
/// let both = CancelContext()
/// both.run { race(fetch(token), fetch(token)) }
///   .ensure { both.cancel() }
///   .done { items in show(items) }
///   .catch { error in alert(error) }
/// ```
///
/// Bolts calls the same a cancellation token source, PromiseKit 7 a cancel context.
public final class CancelContext: Sendable {
  fileprivate let state = Mutex(State())
  private let isOver = Atomic<Bool>(false)
  private let environment: PromiseEnvironment
  /// The contexts that it was made in: they cancel it as long as it exists, whoever else has them.
  // Written by the initialiser, and where nobody else refers to the context any more.
  nonisolated(unsafe) private var outer: [CancelContext] = []

  fileprivate struct State {
    var error: (any Error)?
    /// The promises, in the order in which they were made.
    var members = Crowd<WeakCore>(least: 64)
    var contexts = Crowd<WeakContext>(least: 16)
    var handlers: [@Sendable () -> Void] = []
    /// The environments of its promises that are to be told of the cancellation, or were.
    var environments: [PromiseEnvironment] = []
    /// So many of them were.
    var told = 0

    /// Everything there is to cancel; none the second time.
    mutating func take(_ error: any Error) -> State? {
      guard self.error == nil else { return nil }
      self.error = error
      defer { (members.all, contexts.all, handlers) = ([], [], []) }
      return self
    }
  }

  fileprivate final class WeakContext: Sendable {
    // Written once; a weak reference may be read from any thread.
    nonisolated(unsafe) private(set) weak var context: CancelContext?
    init(_ context: CancelContext) { self.context = context }
  }

  /// A context that nobody has cancelled; cancelled with the current one, if it is made inside another.
  public convenience init() {
    self.init(within: [Context.current?.cancellation].compactMap { $0 })
  }

  /// A context that is cancelled with any of `outer`.
  init(within outer: [CancelContext]) {
    environment = .current
    InheritedContext.begin()
    Activity.begin()
    self.outer = outer
    for context in outer { context.add(self) }
  }

  deinit {
    Activity.end()
    // In a loop, however deep they lie in each other.
    var list = outer
    outer = []
    while var context = list.popLast() {
      guard isKnownUniquelyReferenced(&context) else { continue }
      list.append(contentsOf: context.outer)
      context.outer = []
    }
  }

  /// It was cancelled.
  public var isCancelled: Bool {
    touch()
    return isOver.load(ordering: .acquiring)
  }

  /// Runs `body`, in which every chain that begins belongs to the context, and to no other: the
  /// innermost `run` counts. A context that is made in `body` is cancelled with this one.
  ///
  /// - Parameter body: Runs at once, on the calling thread.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func run<R>(_ body: () throws -> R) rethrows -> R {
    let environment = PromiseEnvironment.current
    return try environment.bind(
      queue: environment.runningQueue, job: environment.runningJob, cancellation: self, body)
  }

  /// Calls `handler` once when the context is cancelled, on the thread that cancels it, before its
  /// promises are; at once, if it was.
  ///
  /// ```swift
  /// let context = CancelContext()
  /// context.onCancel { hideSpinner() }
  /// context.run { fetch(token).done { items in show(items) }.catch { error in alert(error) } }
  /// ```
  ///
  /// Bolts calls it a cancellation observer.
  ///
  /// A handler keeps what it captures alive for as long as the context lives.
  @preconcurrency
  public func onCancel(_ handler: @escaping @Sendable () -> Void) {
    touch()
    let isLate = state.withLock { state in
      if state.error == nil { state.handlers.append(handler) }
      return state.error != nil
    }
    if isLate { outside(handler) }
  }

  /// Cancels every promise of the context that is pending, and every one that is made in it later.
  /// The first call counts.
  ///
  /// - Parameter error: What they are rejected with. An error that does not say that it is a
  ///   cancellation (``CancellableError``) makes ordinary rejections.
  ///
  /// Complexity: O(n) in the promises of the context.
  public func cancel(with error: any Error = PMKError.cancelled) {
    // In a loop, however deep contexts lie in each other: first all of them, then what they cancel.
    var over: [(context: CancelContext, taken: State)] = []
    var list = [self]
    while let context = list.popLast() {
      guard let taken = context.end(with: error) else { continue }
      over.append((context, taken))
      list.append(contentsOf: taken.contexts.all.reversed().compactMap(\.context))
    }
    for (context, taken) in over {
      for handler in taken.handlers { context.outside(handler) }
    }
    for (_, taken) in over.reversed() {
      for member in taken.members.all { member.core?.cancel(.cancellation(error)) }
    }
  }

  /// It is cancelled from now on. Answers what there is to cancel; none if it was before.
  private func end(with error: any Error) -> State? {
    touch()
    let (taken, requests) = state.withLock { state in
      state.error == nil
        ? (state.take(error), state.takeRequests(with: environment)) : (nil, [])
    }
    for (bus, event) in requests { bus.post(event) }
    if taken != nil { isOver.store(true, ordering: .releasing) }
    return taken
  }

  /// Runs the program's code that clears up: what it begins is not cancelled.
  private func outside(_ handler: () -> Void) {
    environment.accessTracker?.runsCode(accessing: nil)
    environment.bind(queue: environment.runningQueue, job: environment.runningJob, handler)
  }
}

// MARK: - What is told

extension CancelContext {
  /// A promise of the context belongs to `environment`, which is told of the cancellation too.
  private func meet(_ environment: PromiseEnvironment) {
    let requests = state.withLock { state in
      if !state.environments.contains(where: { $0 === environment }) {
        state.environments.append(environment)
      }
      return state.error == nil ? [] : state.takeRequests(with: environment)
    }
    for (bus, event) in requests { bus.post(event) }
  }
}

extension CancelContext.State {
  /// What `environment`, and those of the promises, have not been told yet, with numbers that are drawn
  /// before anybody can see that the context is cancelled.
  fileprivate mutating func takeRequests(
    with environment: PromiseEnvironment
  ) -> [(EventBus, PromiseEvent)] {
    if environment.bus.isObserved, !environments.contains(where: { $0 === environment }) {
      environments.append(environment)
    }
    defer { told = environments.count }
    return environments[told...].map {
      ($0.bus, $0.event(.cancelRequested(context: $0.bus.nextContext())))
    }
  }
}

// MARK: - Inside

extension CancelContext {
  /// Tells who witnesses the run that what is in the context, or asks for it, has to do with each other.
  private func touch() { environment.accessTracker?.touch(.contexts) }

  /// What it was cancelled with; none if nobody has.
  var error: (any Error)? {
    isCancelled ? state.withLock { $0.error } : nil
  }

  /// How many promises and contexts it keeps an eye on, those included that have gone lately.
  package var memberCount: Int { state.withLock { $0.members.all.count + $0.contexts.all.count } }

  /// Takes a promise in; answers the error if the context is cancelled. Complexity: O(1), amortised.
  func add(_ core: PromiseCore) -> (any Error)? {
    touch()
    let member = WeakCore(core)
    if let observed = core.observed { meet(observed) }
    let (error, crowd) = state.withLock { state in
      (state.error, state.error == nil ? state.members.add(member) : [])
    }
    if !crowd.isEmpty { thinOut(crowd) }
    return error
  }

  /// Leaves out the members that need no cancelling any more. Never under the lock: to look at one may
  /// be to free it.
  private func thinOut(_ crowd: [WeakCore]) {
    let pending = crowd.filter { $0.core?.settled == nil && $0.core != nil }
    let error = state.withLock { state in
      if state.error == nil { state.members.putBack(pending) }
      return state.error
    }
    if let error { for member in pending { member.core?.cancel(.cancellation(error)) } }
  }

  private func add(_ inner: CancelContext) {
    touch()
    let member = WeakContext(inner)
    let (error, crowd) = state.withLock { state in
      (state.error, state.error == nil ? state.contexts.add(member) : [])
    }
    if let error { inner.cancel(with: error) }
    if !crowd.isEmpty { thinOut(crowd) }
  }

  private func thinOut(_ crowd: [WeakContext]) {
    let alive = crowd.filter { $0.context != nil }
    let error = state.withLock { state in
      if state.error == nil { state.contexts.putBack(alive) }
      return state.error
    }
    if let error { for member in alive { member.context?.cancel(with: error) } }
  }
}
