import Synchronization

/// Counts the events, by kind, and keeps nothing else of them.
///
/// ```swift
/// let counter = CountingObserver()
/// PromiseEnvironment(observers: [counter]).run { begin() }
/// print(counter[.created] - counter[.deallocated], "promises are alive")
/// ```
public final class CountingObserver: PromiseObserver {
  /// One for each kind, in the order of ``PromiseEvent/Kind/Name``.
  private let counts = PromiseEvent.Kind.Name.allCases.map { _ in Count() }

  private final class Count: Sendable {
    let value = Atomic<Int>(0)
  }

  /// An observer that has counted nothing yet.
  public init() {}

  public func receive(_ event: PromiseEvent) {
    counts[Int(event.kind.name.code)].value.add(1, ordering: .relaxed)
  }

  /// How many events of that kind there were.
  public subscript(_ name: PromiseEvent.Kind.Name) -> Int {
    counts[Int(name.code)].value.load(ordering: .relaxed)
  }

  /// How many events of each kind there were; kinds of which there was none are left out.
  public var all: [PromiseEvent.Kind.Name: Int] {
    let counted = PromiseEvent.Kind.Name.allCases.map { ($0, self[$0]) }
    return Dictionary(uniqueKeysWithValues: counted.filter { $0.1 > 0 })
  }

  /// How many events there were.
  public var total: Int { all.values.reduce(0, +) }
}
