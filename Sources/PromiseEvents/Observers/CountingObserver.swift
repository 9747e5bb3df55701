import Synchronization

/// Counts events by kind, and keeps nothing else.
///
/// ```swift
/// let counter = CountingObserver()
/// PromiseEnvironment(observers: [counter]).run { begin() }
/// print(counter[.created] - counter[.deallocated], "promises are alive")
/// ```
public final class CountingObserver: PromiseObserver {
  /// One counter for each kind, in the order of ``PromiseEvent/Kind/Name``.
  private let counts = PromiseEvent.Kind.Name.allCases.map { _ in Count() }

  private final class Count: Sendable {
    let value = Atomic<Int>(0)
  }

  /// Creates an observer that has counted nothing yet.
  public init() {}

  public func receive(_ event: PromiseEvent) {
    counts[Int(event.kind.name.code)].value.add(1, ordering: .relaxed)
  }

  /// The number of events of the given kind.
  public subscript(_ name: PromiseEvent.Kind.Name) -> Int {
    counts[Int(name.code)].value.load(ordering: .relaxed)
  }

  /// The number of events of each kind; kinds without events are left out.
  public var all: [PromiseEvent.Kind.Name: Int] {
    let counted = PromiseEvent.Kind.Name.allCases.map { ($0, self[$0]) }
    return Dictionary(uniqueKeysWithValues: counted.filter { $0.1 > 0 })
  }

  /// The number of events of all kinds.
  public var total: Int { all.values.reduce(0, +) }
}
