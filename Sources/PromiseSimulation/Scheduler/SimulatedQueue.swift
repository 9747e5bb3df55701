public import PromiseKitLite

/// A queue of the simulated machine, as a test or a demo declares it.
///
/// Queues are identified by label. Main is serial and the global queues are concurrent; any other
/// queue that is not declared is assumed to be serial, and shown as such.
///
/// ```swift
/// let queues: [SimulatedQueue] = [.serial("disk"), .concurrent("net", width: 2)]
/// let simulation = Simulation(queues: queues)
/// ```
public struct SimulatedQueue: Hashable, Sendable {
  /// The label of the Dispatch queue, or the name of the dispatcher, that it represents.
  public let label: String
  /// How many of its jobs run at a time.
  public let kind: PromiseEvent.QueueKind
  /// A Boolean value that indicates whether its jobs ever run; those of a server's main queue do
  /// not.
  public let isDrained: Bool

  /// Creates a queue with this label and kind.
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

  /// Creates a queue that runs one job at a time, in order.
  public static func serial(_ label: String) -> SimulatedQueue {
    SimulatedQueue(label: label, kind: .serial)
  }

  /// Creates a queue that runs up to `width` jobs at a time and starts them in order; `nil` means
  /// no limit.
  public static func concurrent(_ label: String, width: Int?) -> SimulatedQueue {
    SimulatedQueue(label: label, kind: .concurrent(width: width.map { max(1, $0) }))
  }
}
