import Synchronization

/// What the handler that settles a promise sees of the context in which its link was attached: the
/// distributed trace, and the values of the environment's carriers.
final class CarriedContext: Sendable {
  /// The distributed trace that the chain belongs to.
  let scope: TraceScope?
  /// The values of the carriers.
  let values: CapturedValue?

  init(scope: TraceScope?, values: CapturedValue?) {
    (self.scope, self.values) = (scope, values)
  }

  private static let wasUsed = Atomic<Bool>(false)

  /// Whether promises of this process can have such a context.
  @inline(__always)
  static var isAny: Bool { wasUsed.load(ordering: .relaxed) }
  static func begin() { wasUsed.store(true, ordering: .relaxed) }
}
