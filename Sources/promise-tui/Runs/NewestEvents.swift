import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The newest events of a trace, up to the limits of what a command keeps in memory, so that a trace of
/// any length can be read.
struct NewestEvents {
  /// The greatest number of events.
  static let mostEvents = 1_000_000
  /// The greatest number of bytes, counted as 128 for each event, plus its texts and lists, and 64 for each
  /// parent of a promise, which takes that much in a graph.
  static let mostBytes = 256 << 20

  /// Events that were read together, and their bytes.
  private var batches: [(events: [PromiseEvent], bytes: Int)] = []
  /// The index of the first batch that is kept.
  private var first = 0
  private let limits: (events: Int, bytes: Int)
  /// How many events are kept, and their bytes.
  private(set) var count = 0
  private var bytes = 0
  /// How many older events were left out.
  private(set) var leftOut = 0

  init(events: Int = Self.mostEvents, bytes: Int = Self.mostBytes) { limits = (events, bytes) }

  /// Adds events that were read, and drops the oldest ones if there are too many.
  mutating func add(_ events: [PromiseEvent]) {
    guard !events.isEmpty else { return }
    let size = events.reduce(0) { $0 + Self.size(of: $1.kind) }
    batches.append((events, size))
    count += events.count
    bytes += size
    while count > limits.events || bytes > limits.bytes, first < batches.count - 1 {
      count -= batches[first].events.count
      bytes -= batches[first].bytes
      leftOut += batches[first].events.count
      batches[first] = ([], 0)
      first += 1
    }
    if first > 1000 {
      batches.removeFirst(first)
      first = 0
    }
  }

  private static func size(of kind: PromiseEvent.Kind) -> Int {
    guard case .created(let creation) = kind else { return 128 + kind.variableSize }
    return 128 + kind.variableSize + 64 * creation.parents.count
  }

  /// Removes the events, and returns them in order of arrival.
  mutating func take() -> [PromiseEvent] {
    var events: [PromiseEvent] = []
    events.reserveCapacity(count)
    for index in batches.indices {
      events += batches[index].events
      batches[index].events = []
    }
    batches = []
    (first, count, bytes) = (0, 0, 0)
    return events
  }

  /// What was left out, as a sentence; `nil` if nothing was.
  var sentence: String? {
    guard leftOut > 0 else { return nil }
    return "the first \(grouped(leftOut)) events are left out: "
      + "only the newest \(grouped(count)) are kept"
  }
}
