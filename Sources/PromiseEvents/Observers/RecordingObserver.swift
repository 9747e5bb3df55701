import PromiseSystem
import Synchronization

/// Keeps events in memory, in order, as far back as its limits allow.
///
/// ```swift
/// let recorder = RecordingObserver()
/// PromiseEnvironment(observers: [recorder]).run { begin() }
/// for event in recorder.events { print(event) }
/// ```
///
/// Both limits hold at all times. If there is no room for an event, older events are dropped: the
/// newer half stays complete, and from the older half details are dropped first, then how promises
/// ended, then the names of things. Each is counted in ``droppedKinds``. Where numbers are missing
/// as a result, ``events`` contains a ``PromiseEvent/Kind/dropped(count:)``, which does not count
/// toward the limits.
///
/// It can be read while the program runs, and contains every event that it has received, in the
/// order of the numbers. Receiving an event takes less than a microsecond, also on several threads
/// at the same time.
public final class RecordingObserver: PromiseObserver {
  /// Several, so that threads seldom compete for the same one; the count is a power of two.
  private let desks: [Unmanaged<RecordingDesk>]
  private let archive: Mutex<EventArchive>
  /// The maximum size of a page.
  private let page: (events: Int, bytes: Int)

  /// Creates an observer that keeps at most `limit` events in at most `bytes` bytes.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of events, at least 8. Up to a twentieth of it is reserved for
  ///     each of several threads, so the default is a little more than a million to guarantee that
  ///     a million events fit.
  ///   - bytes: The maximum size of the packed events in bytes, at least 16 KiB. A million events of
  ///     an ordinary program take about 30 million bytes. An event that takes more than a quarter of
  ///     the limit is dropped.
  public init(limit: Int = 1 << 20, bytes: Int = 64 << 20) {
    let limit = max(8, limit)
    let bytes = max(16 << 10, bytes)
    // Each desk may keep one open, mostly unused page for each weight. Together these take a
    // twentieth of the limit.
    let isLarge = limit >= 10_000 && bytes >= 8 << 20
    let openPages = isLarge ? 48 : 3
    desks = (0..<(isLarge ? 16 : 1)).map { _ in Unmanaged.passRetained(RecordingDesk()) }
    let events = min(max(1, limit / openPages / 24), 4096)
    page = (events, min(max(events * 18, 1 << 10), bytes / openPages / 2))
    archive = Mutex(EventArchive(events: limit, bytes: bytes))
  }

  deinit { for desk in desks { desk.release() } }

  public func receive(_ event: PromiseEvent) {
    // Closures that capture the event would copy it.
    withUnsafePointer(to: event) { event in
      receive(event.pointee.stamp, EventForm(event.pointee.kind)) {
        event.pointee.kind.encode(into: &$0)
      }
    }
  }

  /// Receives an event without a `PromiseEvent` value: `pack` writes its fields after its stamp.
  @inline(__always)
  func receive(_ stamp: EventStamp, _ form: EventForm, _ pack: (inout EventPacker) -> Void) {
    let place = (stamp.thread?.rawValue ?? 0) & (desks.count - 1)
    let isWritten = desks[place]._withUnsafeGuaranteedRef { desk in
      desk.tryUse { write(stamp, form, pack, on: &$0) }
    }
    if !isWritten { receiveElsewhere(stamp, form, pack, place) }
  }

  /// The events so far, in order. Complexity: O(n log n), or O(n) for the events of a single
  /// thread.
  public var events: [PromiseEvent] { snapshot(forgets: false).events }

  /// Returns the events so far, in order, and removes them. Complexity: as ``events``.
  ///
  /// ```swift
  /// let recorder = RecordingObserver()
  /// PromiseEnvironment(observers: [recorder]).run { begin() }
  /// for event in recorder.take() { print(event) }
  /// ```
  public func take() -> [PromiseEvent] { snapshot(forgets: true).events }

  /// The number of events that were dropped.
  public var dropped: Int { droppedKinds.values.reduce(0, +) }

  /// The number of events that were dropped, by kind.
  public var droppedKinds: [PromiseEvent.Kind.Name: Int] { archive.withLock { $0.dropped } }

  /// The size of the pages in bytes.
  package var byteCount: Int { archive.withLock { $0.taken.bytes } }
}

// MARK: - Writing

extension RecordingObserver {
  /// The desk at `place` is in use; any other desk will do.
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
    if !page.append(stamp, form, pack) { startPage(&page, stamp, form, pack) }
  }

  /// Writes an event that has no room on the page to a new page.
  @inline(never)
  private func startPage(
    _ page: inout EventPage, _ stamp: EventStamp, _ form: EventForm,
    _ pack: (inout EventPacker) -> Void
  ) {
    archive.withLock { archive in
      guard form.size <= archive.limit.bytes / 4 else { return archive.refuse(stamp, form.name) }
      if form.size > self.page.bytes {
        // An event this large has a page of its own.
        var own = archive.openPage(events: 1, bytes: form.size, newest: stamp.sequence)
        _ = own.append(stamp, form, pack)
        archive.close(own, form.weight)
      } else {
        // The first pages are small, since most recordings are small.
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
  /// Returns the contents at one instant at which no thread is writing: it takes all desks, one
  /// after the other.
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

/// A place where one thread at a time writes events.
///
/// Writers do not wait for its lock: a thread that finds a desk in use tries another one. A thread
/// that is interrupted while it writes therefore delays only readers of the recording. Taking this
/// lock costs half as much as a `Mutex`, which takes a third of the time of writing an event.
final class RecordingDesk: @unchecked Sendable {
  private let isTaken = Atomic<Bool>(false)
  @exclusivity(unchecked) private var pages = Pages()

  /// The open pages, one for each weight.
  struct Pages: Sendable {
    var details = EventPage.none
    var endings = EventPage.none
    var declarations = EventPage.none

    /// The pages that contain events.
    var written: [EventPage] { [details, endings, declarations].filter { $0.count > 0 } }
  }

  /// Runs `body` with the pages if no other thread is using the desk. Returns whether it ran.
  @inline(__always)
  func tryUse(_ body: (inout Pages) -> Void) -> Bool {
    guard !isTaken.exchange(true, ordering: .acquiring) else { return false }
    body(&pages)
    isTaken.store(false, ordering: .releasing)
    return true
  }

  /// Runs `body` with the pages as soon as no other thread is using the desk.
  func use<R>(_ body: (inout Pages) -> R) -> R {
    while isTaken.exchange(true, ordering: .acquiring) { sched_yield() }
    defer { isTaken.store(false, ordering: .releasing) }
    return body(&pages)
  }
}
