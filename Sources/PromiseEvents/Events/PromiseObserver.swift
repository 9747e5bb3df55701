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
/// These are the laws between an observer and those who call it. The library keeps the first two; every
/// observer keeps the others, and one suite of tests puts them to each of the library's own.
///
/// 1. **Any thread.** An observer is called on the thread on which the event happened, at once and also
///    by several threads at the same time, and nothing is locked meanwhile.
/// 2. **Every number.** The numbers of a stream are 1, 2, 3 and so on. Events of several threads may
///    arrive out of order.
/// 3. **Order is the number's.** What an observer keeps or shows it orders by
///    ``PromiseEvent/sequence``.
/// 4. **Nothing is lost without a word.** Each event that arrives is kept, shown or passed on, or it is
///    counted.
/// 5. **Bounded.** However many events arrive, an observer takes a bounded amount of memory; and it
///    returns soon, since the program waits for it. What is slow belongs on a thread of the observer's.
/// 6. **It calls out under no lock.** What it calls may use promises, post events, add observers and ask
///    the observer itself.
/// 7. **An end is an end.** Who is removed is given nothing that is posted later.
///
/// What an observer does with promises belongs in another environment, or it observes itself.
public protocol PromiseObserver: Sendable {
  /// Takes one event.
  func receive(_ event: PromiseEvent)
}
