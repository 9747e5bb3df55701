import Synchronization

/// What the handler that settles a promise sees of the context in which its link was attached: the
/// distributed trace, and the values of the environment's carriers.
final class CarriedContext: Sendable {
  /// The distributed trace that the chain belongs to.
  let scope: TraceScope?
  /// The values of the carriers.
  let values: CapturedValue?

  private init(scope: TraceScope?, values: CapturedValue?) {
    (self.scope, self.values) = (scope, values)
  }

  private static let wasUsed = Atomic<Bool>(false)

  /// Whether promises of this process can have such a context.
  @inline(__always)
  static var isAny: Bool { wasUsed.load(ordering: .relaxed) }
  static func begin() { wasUsed.store(true, ordering: .relaxed) }

  /// Returns the context of a promise that is created here: what is current, and what is not from
  /// `parent`, the context of the promise that it follows from. Called only if ``isAny``.
  static func captured(
    after parent: CarriedContext?, in environment: PromiseEnvironment
  ) -> CarriedContext? {
    let scope = TraceScope.running?.inHandlers ?? parent?.scope
    var isNew = scope !== parent?.scope
    let values = environment.carrierList?.capture(after: parent, isNew: &isNew)
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
