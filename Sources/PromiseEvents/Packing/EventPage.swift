/// A page of events, packed into bytes: about fifteen bytes for most kinds, compared with 128 for
/// the value.
///
/// Each event is written relative to the previous one, because the numbers and times of neighbors
/// differ only a little. This format never leaves the process; ``PromiseTrace/Header`` describes
/// the one that does.
struct EventPage: Sendable {
  private var paper: Paper
  private var room: Int
  private var used = 0
  private(set) var count = 0
  /// The lowest and the highest number of its events.
  private(set) var lowest = Int.max
  private(set) var highest = Int.min
  private var previous = EventStamp()

  /// Creates an empty page for at most `events` events in at most `bytes` bytes.
  init(events: Int, bytes: Int) {
    paper = Paper(size: bytes)
    room = events
  }

  /// A page without any room.
  static let none = EventPage(events: 0, bytes: 0)

  /// The maximum number of events, and of bytes.
  var capacity: (events: Int, bytes: Int) { (room, paper.size) }

  /// Writes the event if there is room for it. Copies of the page share the bytes but do not
  /// contain the event.
  @inline(__always)
  mutating func append(_ event: PromiseEvent) -> Bool {
    append(event.stamp, EventForm(event.kind)) { event.kind.encode(into: &$0) }
  }

  /// Writes an event without a `PromiseEvent` value: `pack` writes its fields after its stamp.
  @inline(__always)
  mutating func append(
    _ stamp: EventStamp, _ form: EventForm, _ pack: (inout EventPacker) -> Void
  ) -> Bool {
    guard count < room, paper.size - used >= form.size else { return false }
    var packer = EventPacker(base: paper.bytes, offset: used)
    packer.write(stamp, form.name, after: previous)
    pack(&packer)
    previous = stamp
    used = packer.offset
    count += 1
    paper.count(form.name)
    lowest = min(lowest, stamp.sequence)
    highest = max(highest, stamp.sequence)
    return true
  }

  /// A full page with the same events in exactly as many bytes as they take.
  var trimmed: EventPage {
    var page = self
    page.paper = Paper(size: used)
    page.paper.bytes.copyMemory(from: paper.bytes, byteCount: used)
    page.room = count
    for name in PromiseEvent.Kind.Name.allCases { page.paper.set(count(of: name), name) }
    return page
  }

  /// Returns the number of events of the given kind. Only for the owner of the page, or once the
  /// page is full.
  func count(of name: PromiseEvent.Kind.Name) -> Int { paper.count(of: name) }

  /// Appends its events to `events`, in writing order. Complexity: O(n).
  func unpack(into events: inout [PromiseEvent]) {
    var unpacker = EventUnpacker(bytes: UnsafeRawBufferPointer(start: paper.bytes, count: used))
    for _ in 0..<count { events.append(unpacker.next()) }
    withExtendedLifetime(paper) {}
  }
}

extension EventPage {
  /// The bytes of a page. Each byte is written once, by the owner of the page, and read only
  /// through copies of the page that were made afterwards.
  private final class Paper: Sendable {
    nonisolated(unsafe) let bytes: UnsafeMutableRawPointer
    let size: Int

    /// The number of events of each kind; only for the owner of the page.
    nonisolated(unsafe) private let counts: UnsafeMutablePointer<UInt16>

    init(size: Int) {
      self.size = size
      bytes = .allocate(byteCount: size, alignment: 1)
      counts = .allocate(capacity: PromiseEvent.Kind.Name.allCases.count)
      counts.initialize(repeating: 0, count: PromiseEvent.Kind.Name.allCases.count)
    }

    deinit {
      bytes.deallocate()
      counts.deallocate()
    }

    @inline(__always)
    func count(_ name: PromiseEvent.Kind.Name) { counts[Int(name.code)] &+= 1 }

    func count(of name: PromiseEvent.Kind.Name) -> Int { Int(counts[Int(name.code)]) }

    func set(_ count: Int, _ name: PromiseEvent.Kind.Name) {
      counts[Int(name.code)] = UInt16(truncatingIfNeeded: count)
    }
  }
}

/// Consecutive events, packed: they take at most a fifth of the memory of the values.
///
/// Packing takes some tens of nanoseconds per event, unpacking about a hundred.
package final class PackedEvents: Sendable {
  private let page: EventPage

  /// Packs `events`. O(n)
  package init(_ events: [PromiseEvent]) {
    let room = events.reduce(0) { $0 + EventForm($1.kind).size }
    var page = EventPage(events: events.count, bytes: room)
    for event in events { _ = page.append(event) }
    self.page = page.trimmed
  }

  /// The number of events.
  package var count: Int { page.count }
  /// The size of the packed events in bytes.
  package var byteCount: Int { page.capacity.bytes }

  /// The events in the given order. O(n)
  package var events: [PromiseEvent] {
    var events: [PromiseEvent] = []
    events.reserveCapacity(page.count)
    page.unpack(into: &events)
    return events
  }
}
