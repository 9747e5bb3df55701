public import PromiseKitLite

/// A queue of the simulated machine, as a test or a demo declares it.
///
/// Queues are told apart by label. Main is serial and the global queues are concurrent; any other
/// that is not declared is assumed to be serial, and shown as assumed.
///
/// ```swift
/// let queues: [SimulatedQueue] = [.serial("disk"), .concurrent("net", width: 2)]
/// let simulation = Simulation(queues: queues)
/// ```
public struct SimulatedQueue: Hashable, Sendable {
  /// The label of the Dispatch queue, or the name of the dispatcher, that it stands for.
  public let label: String
  /// How many of its jobs run at once.
  public let kind: PromiseEvent.QueueKind
  /// Somebody runs its jobs; the main queue of a server has nobody who does.
  public let isDrained: Bool

  /// A queue of this label and kind.
  ///
  /// ```swift
  /// let nobodysMain = SimulatedQueue(label: "main", kind: .serial, isDrained: false)
  /// let simulation = Simulation(queues: [.serial("disk"), nobodysMain])
  /// ```
  public init(label: String, kind: PromiseEvent.QueueKind, isDrained: Bool = true) {
    self.label = label
    self.kind = kind
    self.isDrained = isDrained
  }

  /// One job at a time, in order.
  public static func serial(_ label: String) -> SimulatedQueue {
    SimulatedQueue(label: label, kind: .serial)
  }

  /// Up to `width` jobs at once, begun in order; as many as there are if `width` is `nil`.
  public static func concurrent(_ label: String, width: Int?) -> SimulatedQueue {
    SimulatedQueue(label: label, kind: .concurrent(width: width.map { max(1, $0) }))
  }
}
