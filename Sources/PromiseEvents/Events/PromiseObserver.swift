/// Receives the events of an environment.
///
/// ```swift
/// struct Alarm: PromiseObserver {
///   func receive(_ event: PromiseEvent) {
///     if case .errorUnhandled(_, _, let error) = event.kind { report(error) }
///   }
/// }
/// ```
///
/// The library and an observer follow these rules. The library keeps the first two; every observer
/// keeps the others, and a suite of tests checks them for each observer of the library.
///
/// 1. **Any thread.** An observer is called on the thread on which the event happened, immediately,
///    possibly by several threads at the same time, and with no lock held.
/// 2. **Every number.** The numbers of a stream are 1, 2, 3, and so on. Events from several threads
///    may arrive out of order.
/// 3. **Order is by number.** An observer orders what it keeps or shows by
///    ``PromiseEvent/sequence``.
/// 4. **No silent loss.** Every event that arrives is kept, shown, passed on, or counted.
/// 5. **Bounded.** However many events arrive, an observer takes a bounded amount of memory. It
///    returns quickly, because the program waits for it; slow work belongs on a thread of its own.
/// 6. **No lock during calls out.** Code that an observer calls may use promises, post events, add
///    observers, and query the observer itself.
/// 7. **Removal is final.** An observer that was removed receives no event that is posted later.
///
/// If an observer uses promises itself, they belong in another environment; otherwise it observes
/// itself.
public protocol PromiseObserver: Sendable {
  /// Receives one event.
  func receive(_ event: PromiseEvent)
}
