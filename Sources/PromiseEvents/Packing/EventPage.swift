/// A page of events, packed into bytes: about fifteen for most kinds, where the value takes 128.
///
/// Each event is written relative to the one before it, since numbers and times of neighbours differ
/// little. The format never leaves the process: ``PromiseTrace/Header`` tells the one that does.
struct EventPage: Sendable {
  private var paper: Paper
  private var room: Int
  private var used = 0
  private(set) var count = 0
  /// The least and the greatest number of its events.
  private(set) var lowest = Int.max
  private(set) var highest = Int.min
  private var previous = EventStamp()

  /// An empty page for at most `events` events in at most `bytes` bytes.
  init(events: Int, bytes: Int) {
    paper = Paper(size: bytes)
    room = events
  }

  /// A page that has room for nothing.
  static var none: EventPage { EventPage(events: 0, bytes: 0) }

  /// How many events and bytes it takes at most.
  var capacity: (events: Int, bytes: Int) { (room, paper.size) }

  /// Writes the event, if there is room for it. Copies of the page, which share the bytes, do not see it.
  @inline(__always)
  mutating func append(_ event: PromiseEvent) -> Bool {
    append(event.stamp, EventForm(event.kind)) { event.kind.encode(into: &$0) }
  }

  /// The same for one that need not be a value: `pack` writes what it says beside its stamp.
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

  /// A full page of the same events in as many bytes as they take.
  var trimmed: EventPage {
    var page = self
    page.paper = Paper(size: used)
    page.paper.bytes.copyMemory(from: paper.bytes, byteCount: used)
    page.room = count
    for name in PromiseEvent.Kind.Name.allCases { page.paper.set(count(of: name), name) }
    return page
  }

  /// How many events of that kind there are. For the owner of the page, and once it is full.
  func count(of name: PromiseEvent.Kind.Name) -> Int { paper.count(of: name) }

  /// Adds its events to `events`, in the order in which they were written. Complexity: O(n).
  func unpack(into events: inout [PromiseEvent]) {
    var unpacker = EventUnpacker(bytes: UnsafeRawBufferPointer(start: paper.bytes, count: used))
    for _ in 0..<count { events.append(unpacker.next()) }
    withExtendedLifetime(paper) {}
  }
}

extension EventPage {
  /// The bytes of a page. Each is written once, by the owner of the page, and read only by those who
  /// got a copy of the page afterwards.
  private final class Paper: Sendable {
    nonisolated(unsafe) let bytes: UnsafeMutableRawPointer
    let size: Int

    /// How many events there are of each kind; for the owner alone.
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

/// Some consecutive events, packed: a fifth of the memory that they take as values, or less.
///
/// It takes some tens of nanoseconds an event to pack and about a hundred to unpack them.
package final class PackedEvents: Sendable {
  private let page: EventPage

  /// Packs `events`. O(n)
  package init(_ events: [PromiseEvent]) {
    let room = events.reduce(0) { $0 + EventForm($1.kind).size }
    var page = EventPage(events: events.count, bytes: room)
    for event in events { _ = page.append(event) }
    self.page = page.trimmed
  }

  /// How many events there are.
  package var count: Int { page.count }
  /// The bytes that they take.
  package var byteCount: Int { page.capacity.bytes }

  /// The events in the order in which they were given. O(n)
  package var events: [PromiseEvent] {
    var events: [PromiseEvent] = []
    events.reserveCapacity(page.count)
    page.unpack(into: &events)
    return events
  }
}
