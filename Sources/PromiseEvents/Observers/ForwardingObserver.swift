import Synchronization

/// Passes events on to several observers, which can be added and removed while the program runs.
///
/// ```swift
/// let observers = ForwardingObserver()
/// let environment = PromiseEnvironment(observers: [observers])
///
/// let printing = observers.add(PrintingObserver())
/// environment.run { login() }
/// observers.remove(printing)
/// ```
///
/// Each event goes to the observers in order of addition. Events that arrive while
/// there are no observers are counted. As long as an environment has this observer, its events are
/// created, whether or not an observer wants them.
public final class ForwardingObserver: PromiseObserver {
  private let state: Mutex<State>
  private let missed = Atomic<Int>(0)

  private struct State {
    var observers: [Entry] = []
    var additions = 0
  }

  private struct Entry {
    let addition: Addition
    let observer: any PromiseObserver
  }

  /// Identifies an observer that was added.
  ///
  /// ```swift
  /// let observers = ForwardingObserver()
  /// let printing: ForwardingObserver.Addition = observers.add(PrintingObserver())
  /// observers.remove(printing)
  /// ```
  public struct Addition: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// Creates an observer that passes events on to `observers`.
  public init(to observers: [any PromiseObserver] = []) {
    state = Mutex(State())
    for observer in observers { add(observer) }
  }

  /// Adds an observer, which receives every event that is posted from now on.
  @discardableResult
  public func add(_ observer: any PromiseObserver) -> Addition {
    state.withLock { state in
      state.additions += 1
      let addition = Addition(number: state.additions)
      state.observers.append(Entry(addition: addition, observer: observer))
      return addition
    }
  }

  /// Removes an observer: it receives no event that is posted after this method returns. Another
  /// thread may still be passing it an earlier one. Nothing happens if it was already removed.
  public func remove(_ addition: Addition) {
    let removed = state.withLock { state in
      let index = state.observers.firstIndex { $0.addition == addition }
      return index.map { state.observers.remove(at: $0) }
    }
    // If this is the last reference to the observer, it is freed here, with no lock held.
    withExtendedLifetime(removed) {}
  }

  public func receive(_ event: PromiseEvent) {
    let observers = state.withLock { $0.observers }
    if observers.isEmpty { missed.add(1, ordering: .relaxed) }
    for entry in observers { entry.observer.receive(event) }
  }

  /// The number of events that arrived while there was no observer to pass them on to.
  public var unobserved: Int { missed.load(ordering: .relaxed) }
}
