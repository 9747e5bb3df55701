import Synchronization

extension PromiseEnvironment {
  /// Takes the values of `carrier` through the handlers of this environment's promises that are
  /// created from now on. A carrier cannot be removed.
  ///
  /// ```swift
  /// enum User { @TaskLocal static var name: String? }
  ///
  /// struct UserCarrier: PromiseContextCarrier {
  ///   func capture() -> String? { User.name }
  ///   func bind<R>(_ captured: String?, for _: PromiseID?, _ body: () throws -> R) rethrows -> R {
  ///     try User.$name.withValue(captured, operation: body)
  ///   }
  /// }
  /// PromiseEnvironment.shared.carry(UserCarrier())
  /// ```
  public func carry(_ carrier: some PromiseContextCarrier) {
    var older = carriers.load(ordering: .acquiring)
    while true {
      let new = Unmanaged.passRetained(CarrierList(carrier, before: older?.takeUnretainedValue()))
      let (isSet, other) = carriers.compareExchange(
        expected: older, desired: new, ordering: .acquiringAndReleasing)
      if isSet { break }
      new.release()
      older = other
    }
    // The list before it is kept alive by the new one.
    older?.release()
    CarriedContext.begin()
  }

  /// The carriers of the environment, the newest first; `nil` if there are none.
  var carrierList: CarrierList? {
    carriers.load(ordering: .acquiring).map { $0._withUnsafeGuaranteedRef { $0 } }
  }

  /// Removes the carriers, if nothing else refers to the environment.
  func dropCarriers() {
    carriers.exchange(nil, ordering: .acquiringAndReleasing)?.release()
  }
}

extension PromiseEnvironment {
  /// Returns a number for a new trace or span: a random one, or in a simulation one that is the same
  /// in every replay. It is never 0.
  func newSpanNumber() -> UInt64 {
    executor.randomBits(spanCount.add(1, ordering: .relaxed).newValue) | 1
  }
}

extension CarriedContext {
  /// Returns the context of a promise that is created here: what is current, and what is not from
  /// `parent`, the context of the promise that it follows from. Called only if ``isAny``.
  static func captured(
    after parent: CarriedContext?, in environment: PromiseEnvironment
  ) -> CarriedContext? {
    let scope = TraceScope.running?.inHandlers ?? parent?.scope
    var isNew = scope !== parent?.scope
    let values = environment.carrierList?.capture(after: parent?.values, isNew: &isNew)
    if !isNew { return parent }
    return scope == nil && values == nil ? nil : CarriedContext(scope: scope, values: values)
  }

  /// Returns the context of a promise that follows from several: what is current, and otherwise what
  /// the first of them that has a context carries.
  static func captured(of parents: [PromiseCore]) -> CarriedContext? {
    guard let first = parents.first else { return nil }
    let carried = parents.lazy.compactMap { $0.metadata?.carried }.first
    return captured(after: carried, in: first.environment)
  }

  /// Runs `body`, code of the program that settles `promise`, in what the promise carries. What the
  /// calling thread has is not visible in it.
  static func bind<R>(for promise: PromiseCore?, _ body: () throws -> R) rethrows -> R {
    guard let promise else { return try body() }
    let carried = promise.metadata?.carried
    func inValues() throws -> R {
      guard let list = promise.environment.carrierList else { return try body() }
      let name = promise.observed == nil ? nil : promise.id
      return try list.bind(carried?.values, for: name, body)
    }
    let running = TraceScope.running
    guard running !== carried?.scope else { return try inValues() }
    return try TraceScope.$running.withValue(carried?.scope, operation: inValues)
  }

  /// Returns a closure that runs `body` in what is current here.
  static func keeping(
    in environment: PromiseEnvironment, _ body: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    guard isAny, let carried = captured(after: nil, in: environment) else { return body }
    return {
      TraceScope.$running.withValue(carried.scope) {
        environment.carrierList.map { $0.bind(carried.values, for: nil, body) } ?? body()
      }
    }
  }
}

extension PromiseCore {
  /// Posts that the promise has to do with a span, if there is an observer.
  package func link(to context: PromiseEvent.TraceContext, as role: PromiseEvent.SpanRole) {
    if let observed { observed.post(.spanLinked(promise: id, context: context, role: role)) }
  }

  /// Posts that the promise, with which a chain begins, stands for the handling of a request.
  func noteReceived() {
    guard let scope = TraceScope.running, scope.isReceiving else { return }
    link(to: scope.context, as: .received)
  }
}
