import Synchronization
import PromiseSystem

/// Where events are written down, by one thread at a time.
///
/// The lock is one that writers do not wait at: a thread that finds a desk taken goes to another one.
/// So one that is interrupted while it writes holds up nobody but who reads the recording; and taking
/// the lock costs half of what a `Mutex` does, which is a third of what writing an event takes.
final class RecordingDesk: @unchecked Sendable {
  private let isTaken = Atomic<Bool>(false)
  @exclusivity(unchecked) private var pages = Pages()

  /// The open pages, one for each weight.
  struct Pages: Sendable {
    var details = EventPage.none
    var endings = EventPage.none
    var declarations = EventPage.none

    /// Those on which there is something.
    var written: [EventPage] { [details, endings, declarations].filter { $0.count > 0 } }
  }

  /// Runs `body` with the pages if nobody else is at the desk. Answers whether it did.
  @inline(__always)
  func tryUse(_ body: (inout Pages) -> Void) -> Bool {
    guard !isTaken.exchange(true, ordering: .acquiring) else { return false }
    body(&pages)
    isTaken.store(false, ordering: .releasing)
    return true
  }

  /// Runs `body` with the pages as soon as nobody else is at the desk.
  func use<R>(_ body: (inout Pages) -> R) -> R {
    while isTaken.exchange(true, ordering: .acquiring) { sched_yield() }
    defer { isTaken.store(false, ordering: .releasing) }
    return body(&pages)
  }
}
