import Synchronization

/// Passes the events on to several observers, which come and go while the program runs.
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
/// Each event goes to the observers in the order in which they were added. Where there is none it is
/// counted. As long as an environment has this observer its events are made, whether anybody wants them
/// or not.
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

  /// Names an observer that was added.
  ///
  /// ```swift
  /// let observers = ForwardingObserver()
  /// let printing: ForwardingObserver.Addition = observers.add(PrintingObserver())
  /// observers.remove(printing)
  /// ```
  public struct Addition: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// An observer that passes the events on to `observers`.
  public init(to observers: [any PromiseObserver] = []) {
    state = Mutex(State())
    for observer in observers { add(observer) }
  }

  /// Adds an observer, which is given every event that is posted from now on.
  @discardableResult
  public func add(_ observer: any PromiseObserver) -> Addition {
    state.withLock { state in
      state.additions += 1
      let addition = Addition(number: state.additions)
      state.observers.append(Entry(addition: addition, observer: observer))
      return addition
    }
  }

  /// Removes an observer: it is given no event that is posted after this returns. Another thread may
  /// still be giving it an earlier one. Nothing happens if it was removed before.
  public func remove(_ addition: Addition) {
    let removed = state.withLock { state in
      let index = state.observers.firstIndex { $0.addition == addition }
      return index.map { state.observers.remove(at: $0) }
    }
    // What it was the last reference to is freed here, where nothing is locked.
    withExtendedLifetime(removed) {}
  }

  public func receive(_ event: PromiseEvent) {
    let observers = state.withLock { $0.observers }
    if observers.isEmpty { missed.add(1, ordering: .relaxed) }
    for entry in observers { entry.observer.receive(event) }
  }

  /// How many events came while there was nobody to pass them on to.
  public var unobserved: Int { missed.load(ordering: .relaxed) }
}
