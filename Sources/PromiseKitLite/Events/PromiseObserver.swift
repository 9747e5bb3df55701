/// Receives the events of an environment.
///
/// - An observer is called on the thread on which the event happened, with no lock held.
/// - Events of several threads may arrive out of order; ``PromiseEvent/sequence`` orders them.
/// - It returns soon: the program waits for it. What is slow belongs on a thread of the observer's.
/// - What it does with promises of its own belongs in another environment, or it observes itself.
public protocol PromiseObserver: Sendable {
  /// Takes one event.
  func receive(_ event: PromiseEvent)
}
