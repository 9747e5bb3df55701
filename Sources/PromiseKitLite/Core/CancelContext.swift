import Synchronization

/// Cancels whole chains: every pending promise that was created in the context, through fan-ins and
/// adoptions, whatever it waits for.
///
/// A cancellation is a rejection with a cancellation error. By default, `catch` and `recover` do
/// not handle it; ``CatchMixin/cancelled(label:on:flags:file:line:column:_:)`` runs for it, and
/// `ensure` and `finally` run. (rule 10) A promise belongs to the context if it is created inside
/// ``run(_:)`` or in a handler of a chain that belongs to it, or if it follows, by a link or a
/// fan-in, from a promise that belongs to it, wherever that link is written. A link on a promise of
/// other code therefore does not belong to the context; see
/// ``Thenable/until(label:_:file:line:column:)-(_,CancelContext,_,_,_)``.
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
/// Only work that has not started is canceled. A running handler continues, and its result is
/// ignored; a handler that waits in its queue with a value does not run. Timers are stopped, and
/// the cancel handlers of bodies (``Resolver/onCancel(_:)``) run once their promises are rejected.
/// A context that is created inside another one is canceled with it. All members can be called from
/// any thread.
///
/// A cancellation does not replace an error that has already occurred. A rejection reaches the
/// chain's `catch` and `recover` even if the context was canceled in the meantime, and a handler
/// that cancels its own chain and then throws an error ends with that error. The body of a promise
/// is not a handler: an error that it throws after its context was canceled is ignored, and so is
/// an error from a handler that was running when another thread canceled the context.
///
/// Work that handlers start to clean up after a cancellation is not canceled: these handlers run
/// outside the context.
///
/// A chain leaves a canceled context in three ways. The links that follow then run, and canceling
/// the context again does not affect them. A `timeout`, a fan-in, or a `then` that waits for such a
/// chain inside the same context is still canceled with it: put work that must continue before
/// them, or attach it to ``Thenable/detached(label:file:line:column:)``.
///
/// - A `recover` (or a `then` with two handlers) turns the cancellation into a value, or any error
///   if its policy is ``CatchPolicy/allErrors``.
/// - An `ensure` or a `tap` of the chain cancels the context itself: it passes on the result that
///   it received, and stops everything else in the context. For example, a race can stop its losers
///   and keep its result.
/// - ``Thenable/detached(label:file:line:column:)`` ends the part of a chain that the context
///   covers.
///
/// ```swift
/// let both = CancelContext()
/// both.run { race(fetch(token), fetch(token)) }
///   .ensure { both.cancel() }
///   .done { items in show(items) }
///   .catch { error in alert(error) }
/// ```
///
/// Bolts calls this a cancellation token source, and PromiseKit 7 a cancel context.
public final class CancelContext: Sendable {
  fileprivate let state = Mutex(State())
  private let isOver = Atomic<Bool>(false)
  private let environment: PromiseEnvironment
  /// The contexts in which this one was created. They stay alive, and cancel it, for as long as it
  /// exists.
  // Written by the initializer, and when no other code refers to the context any longer.
  nonisolated(unsafe) private var outer: [CancelContext] = []

  fileprivate struct State {
    var error: (any Error)?
    /// The promises, in order of creation.
    var members = WeakMembers<Weak<PromiseCore>>(least: 64)
    var contexts = WeakMembers<Weak<CancelContext>>(least: 16)
    var handlers: [@Sendable () -> Void] = []
    /// The environments of its promises, to which the cancellation is reported.
    var environments: [PromiseEnvironment] = []
    /// The number of environments to which it has been reported.
    var notified = 0

    /// Marks the context as canceled, and returns everything to cancel; `nil` the second time.
    mutating func take(_ error: any Error) -> State? {
      guard self.error == nil else { return nil }
      self.error = error
      defer { (members.all, contexts.all, handlers) = ([], [], []) }
      return self
    }
  }

  /// Creates a context. If it is created inside another context, that one also cancels it.
  public convenience init() {
    self.init(within: [Context.current?.cancellation].compactMap { $0 })
  }

  /// Creates a context that is canceled with any of `outer`.
  init(within outer: [CancelContext]) {
    environment = .current
    InheritedContext.begin()
    Activity.begin()
    self.outer = outer
    for context in outer { context.add(self) }
  }

  deinit {
    Activity.end()
    // In a loop, however deeply the contexts are nested.
    var list = outer
    outer = []
    while var context = list.popLast() {
      guard isKnownUniquelyReferenced(&context) else { continue }
      list.append(contentsOf: context.outer)
      context.outer = []
    }
  }

  /// Whether the context was canceled.
  public var isCancelled: Bool {
    touch()
    return isOver.load(ordering: .acquiring)
  }

  /// Runs `body`. Every chain that starts in it belongs to this context and to no other: with
  /// nested calls, the innermost `run` counts. A context that is created in `body` is canceled with
  /// this one.
  ///
  /// - Parameter body: The closure to run immediately, on the calling thread.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  @discardableResult
  public func run<R>(_ body: () throws -> R) rethrows -> R {
    let environment = PromiseEnvironment.current
    return try environment.bind(
      queue: environment.runningQueue, job: environment.runningJob, cancellation: self, body)
  }

  /// Calls `handler` once when the context is canceled, on the thread that cancels it, before the
  /// promises are canceled. If the context is already canceled, `handler` is called immediately.
  ///
  /// ```swift
  /// let context = CancelContext()
  /// context.onCancel { hideSpinner() }
  /// context.run { fetch(token).done { items in show(items) }.catch { error in alert(error) } }
  /// ```
  ///
  /// Bolts calls this a cancellation observer.
  ///
  /// A handler keeps the objects that it captures alive for as long as the context lives.
  @preconcurrency
  public func onCancel(_ handler: @escaping @Sendable () -> Void) {
    touch()
    let handler = CarriedContext.keeping(in: environment, handler)
    let isLate = state.withLock { state in
      if state.error == nil { state.handlers.append(handler) }
      return state.error != nil
    }
    if isLate { outside(handler) }
  }

  /// Cancels every pending promise of the context, and every promise that is created in it later.
  /// Only the first call counts.
  ///
  /// - Parameter error: The error that the promises are rejected with. An error that does not
  ///   indicate a cancellation (``CancellableError``) results in ordinary rejections.
  /// - Complexity: O(n), where n is the number of promises in the context.
  public func cancel(with error: any Error = PMKError.cancelled) {
    // In a loop, however deeply contexts are nested: first all contexts, then their promises.
    var over: [(context: CancelContext, taken: State)] = []
    var list = [self]
    while let context = list.popLast() {
      guard let taken = context.end(with: error) else { continue }
      over.append((context, taken))
      list.append(contentsOf: taken.contexts.all.reversed().compactMap(\.object))
    }
    for (context, taken) in over {
      for handler in taken.handlers { context.outside(handler) }
    }
    for (_, taken) in over.reversed() {
      for member in taken.members.all { member.object?.cancel(.cancellation(error)) }
    }
  }

  /// Marks the context as canceled. Returns what to cancel; `nil` if it was already canceled.
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

  /// Runs cleanup code of the program. The work that it starts is not canceled.
  private func outside(_ handler: () -> Void) {
    environment.hooks?.runsCode(accessing: nil)
    environment.bind(queue: environment.runningQueue, job: environment.runningJob, handler)
  }
}

// MARK: - Events

extension CancelContext {
  /// Notes that a promise of the context belongs to `environment`, so that the cancellation is
  /// reported there too.
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
  /// Returns the events for `environment` and for the environments of the promises that have not
  /// been notified yet. Their numbers are drawn before the cancellation becomes visible.
  fileprivate mutating func takeRequests(
    with environment: PromiseEnvironment
  ) -> [(EventBus, PromiseEvent)] {
    if environment.bus.isObserved, !environments.contains(where: { $0 === environment }) {
      environments.append(environment)
    }
    defer { notified = environments.count }
    return environments[notified...].map {
      ($0.bus, $0.event(.cancelRequested(context: $0.bus.nextContext())))
    }
  }
}

// MARK: - Members

extension CancelContext {
  /// Notes that the promises in the context, and the code that checks it, depend on each other.
  private func touch() { environment.hooks?.touchContexts() }

  /// The error that the context was canceled with; `nil` if it was not canceled.
  var error: (any Error)? {
    isCancelled ? state.withLock { $0.error } : nil
  }

  /// The number of promises and contexts that it refers to, including some that were freed
  /// recently.
  package var memberCount: Int { state.withLock { $0.members.all.count + $0.contexts.all.count } }

  /// Adds a promise. Returns the error if the context is already canceled.
  ///
  /// - Complexity: O(1), amortized.
  func add(_ core: PromiseCore) -> (any Error)? {
    touch()
    let member = Weak(core)
    if let observed = core.observed { meet(observed) }
    let (error, members) = state.withLock { state in
      (state.error, state.error == nil ? state.members.add(member) : [])
    }
    if !members.isEmpty { removeFreed(members) }
    return error
  }

  /// Removes the members that no longer need to be canceled. Never called under the lock, because
  /// reading a member can free it.
  private func removeFreed(_ members: [Weak<PromiseCore>]) {
    let pending = members.filter { $0.object?.settled == nil && $0.object != nil }
    let error = state.withLock { state in
      if state.error == nil { state.members.putBack(pending) }
      return state.error
    }
    if let error { for member in pending { member.object?.cancel(.cancellation(error)) } }
  }

  private func add(_ inner: CancelContext) {
    touch()
    let member = Weak(inner)
    let (error, members) = state.withLock { state in
      (state.error, state.error == nil ? state.contexts.add(member) : [])
    }
    if let error { inner.cancel(with: error) }
    if !members.isEmpty { removeFreed(members) }
  }

  private func removeFreed(_ members: [Weak<CancelContext>]) {
    let alive = members.filter { $0.object != nil }
    let error = state.withLock { state in
      if state.error == nil { state.contexts.putBack(alive) }
      return state.error
    }
    if let error { for member in alive { member.object?.cancel(with: error) } }
  }
}
