import PromiseSystem
import Synchronization

/// Keeps the events in memory, in order, as far back as its limits allow.
///
/// ```swift
/// let recorder = RecordingObserver()
/// PromiseEnvironment(observers: [recorder]).run { begin() }
/// for event in recorder.events { print(event) }
/// ```
///
/// Both limits hold at any time. When there is no room for an event, older ones are given up: the
/// newer half stays whole, and of the older half the details go first, then how promises ended, then
/// the names of things; each is counted in ``droppedKinds``. Where numbers are missing because of that,
/// ``events`` has one ``PromiseEvent/Kind/dropped(count:)``, which is not counted by the limits.
///
/// It may be read while the program runs: whatever event it has received is there, in the order of the
/// numbers. Receiving takes less than a microsecond, on several threads at once too.
public final class RecordingObserver: PromiseObserver {
  /// Several, so that threads seldom meet at one; a power of two.
  private let desks: [Unmanaged<RecordingDesk>]
  private let archive: Mutex<EventArchive>
  /// The most that a page has room for.
  private let page: (events: Int, bytes: Int)

  /// An observer that keeps at most `limit` events in at most `bytes` bytes.
  ///
  /// - Parameters:
  ///   - limit: How many events; 8 at least. Up to a twentieth of that is room that is set aside for
  ///     each of several threads, so that a million is what surely fits into what is set by default.
  ///   - bytes: How many bytes the packed events may take; 16 KiB at least. A million events of an
  ///     ordinary program take some 30 million. An event that takes more than a quarter is dropped.
  public init(limit: Int = 1 << 20, bytes: Int = 64 << 20) {
    let limit = max(8, limit)
    let bytes = max(16 << 10, bytes)
    // Each desk may keep a page open for each weight, of whose room little is used maybe: in all that
    // is a twentieth of the limit.
    let isLarge = limit >= 10_000 && bytes >= 8 << 20
    let openPages = isLarge ? 48 : 3
    desks = (0..<(isLarge ? 16 : 1)).map { _ in Unmanaged.passRetained(RecordingDesk()) }
    let events = min(max(1, limit / openPages / 24), 4096)
    page = (events, min(max(events * 18, 1 << 10), bytes / openPages / 2))
    archive = Mutex(EventArchive(events: limit, bytes: bytes))
  }

  deinit { for desk in desks { desk.release() } }

  public func receive(_ event: PromiseEvent) {
    receive(event.stamp, EventForm(event.kind)) { event.kind.encode(into: &$0) }
  }

  /// Takes an event that need not be a value: `pack` writes what it says beside its stamp.
  @inline(__always)
  func receive(_ stamp: EventStamp, _ form: EventForm, _ pack: (inout EventPacker) -> Void) {
    let place = (stamp.thread?.rawValue ?? 0) & (desks.count - 1)
    let isWritten = desks[place]._withUnsafeGuaranteedRef { desk in
      desk.tryUse { write(stamp, form, pack, on: &$0) }
    }
    if !isWritten { receiveElsewhere(stamp, form, pack, place) }
  }

  /// The events so far, in order. Complexity: O(n log n), O(n) for those of one thread.
  public var events: [PromiseEvent] { snapshot(forgets: false).events }

  /// The events so far, in order; the observer forgets them. Complexity: as ``events``.
  ///
  /// ```swift
  /// let recorder = RecordingObserver()
  /// PromiseEnvironment(observers: [recorder]).run { begin() }
  /// for event in recorder.take() { print(event) }
  /// ```
  public func take() -> [PromiseEvent] { snapshot(forgets: true).events }

  /// The same, to be unpacked little by little.
  func takeBatches() -> EventBatches { EventBatches(snapshot(forgets: true)) }

  /// How many events were given up.
  public var dropped: Int { droppedKinds.values.reduce(0, +) }

  /// How many events of which kind were given up.
  public var droppedKinds: [PromiseEvent.Kind.Name: Int] { archive.withLock { $0.dropped } }

  /// How many bytes the pages take.
  package var byteCount: Int { archive.withLock { $0.taken.bytes } }
}

// MARK: - Writing

extension RecordingObserver {
  /// The desk at `place` is taken; any other one does as well.
  @inline(never)
  private func receiveElsewhere(
    _ stamp: EventStamp, _ form: EventForm, _ pack: (inout EventPacker) -> Void, _ place: Int
  ) {
    for step in 1..<max(2, desks.count) {
      let desk = desks[(place + step) & (desks.count - 1)].takeUnretainedValue()
      if desk.tryUse({ write(stamp, form, pack, on: &$0) }) { return }
    }
    desks[place].takeUnretainedValue().use { write(stamp, form, pack, on: &$0) }
  }

  @inline(__always)
  private func write(
    _ stamp: EventStamp, _ form: EventForm, _ pack: (inout EventPacker) -> Void,
    on pages: inout RecordingDesk.Pages
  ) {
    switch form.weight {
    case .detail: write(stamp, form, pack, on: &pages.details)
    case .ending: write(stamp, form, pack, on: &pages.endings)
    case .declaration: write(stamp, form, pack, on: &pages.declarations)
    }
  }

  @inline(__always)
  private func write(
    _ stamp: EventStamp, _ form: EventForm, _ pack: (inout EventPacker) -> Void,
    on page: inout EventPage
  ) {
    if !page.append(stamp, form, pack) { turn(&page, stamp, form, pack) }
  }

  /// The event has no room on the page: it comes on a new one.
  @inline(never)
  private func turn(
    _ page: inout EventPage, _ stamp: EventStamp, _ form: EventForm,
    _ pack: (inout EventPacker) -> Void
  ) {
    archive.withLock { archive in
      guard form.size <= archive.limit.bytes / 4 else { return archive.refuse(stamp, form.name) }
      if form.size > self.page.bytes {
        // One that is so large has a page of its own.
        var own = archive.openPage(events: 1, bytes: form.size, newest: stamp.sequence)
        _ = own.append(stamp, form, pack)
        archive.close(own, form.weight)
      } else {
        // The first pages are small: most recordings are.
        let bytes = min(self.page.bytes, max(page.capacity.bytes * 4, 1 << 10))
        archive.close(page, form.weight)
        page = archive.openPage(
          events: max(1, min(self.page.events, bytes / 8)), bytes: max(bytes, form.size),
          newest: stamp.sequence)
        _ = page.append(stamp, form, pack)
      }
    }
  }
}

// MARK: - Reading

extension RecordingObserver {
  /// What is kept at one instant, at which nobody writes: all desks are taken, one after the other.
  private func snapshot(
    forgets: Bool, from place: Int = 0, with open: [EventPage] = []
  ) -> EventSnapshot {
    guard place < desks.count else {
      return archive.withLock { archive in
        let snapshot = archive.snapshot(with: open)
        if forgets { archive.forget(handedOut: snapshot.highest) }
        return snapshot
      }
    }
    return desks[place].takeUnretainedValue().use { pages in
      let written = pages.written
      if forgets { pages = RecordingDesk.Pages() }
      return snapshot(forgets: forgets, from: place + 1, with: open + written)
    }
  }
}

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
