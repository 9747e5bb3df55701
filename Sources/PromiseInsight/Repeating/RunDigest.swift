package import PromiseEvents
package import PromiseGraph

/// How runs of a program are grouped, besides how they ended.
package enum RunGrouping: String, Hashable, Sendable, CaseIterable {
  /// By the order of named handlers and notes; in a run without named handlers, of all handlers.
  case labels
  /// By the order of all handlers and notes; a handler without a name is identified by its place.
  case order
  /// By the notes, in order.
  case result
  /// By what was printed.
  case output
  /// Only by how the run ended, and why it failed.
  case exit
}

/// A short summary of what a run did, enough to distinguish it from others.
package struct RunDigest: Hashable, Sendable {
  /// The names of the first handlers that started, in order.
  package var names: [String] = []
  /// The first notes, in order.
  package var notes: [String] = []
  /// The unhandled errors, sorted.
  package var unhandled: [String] = []
  /// A digest of all handlers or notes that count, including those that are not kept.
  package var mark = OrderMark()
  /// The number of events.
  package var events = 0
  /// How many events were lost, so that the order is not fully known.
  package var lost = 0

  /// The most names or notes that are kept.
  package static let most = 200

  /// Creates the digest of a run without events.
  package init() {}

  /// Creates the digest of a run from its events, in order, and the graph after them, if it is known. Ports,
  /// memory addresses, UUIDs and times in notes are ignored. O(n)
  package init(_ events: [PromiseEvent], by grouping: RunGrouping, in graph: Graph? = nil) {
    let order = HandlerOrder(events, times: false, sites: true, in: graph)
    let hasNames = order.steps.contains { $0.isNamed && !$0.isNote }
    let steps =
      switch grouping {
      case .labels, .output, .exit: hasNames ? order.steps.filter(\.isNamed) : order.steps
      case .order: order.steps
      case .result: order.steps.filter(\.isNote)
      }
    for step in steps {
      mark.add(step.isNote ? masked(step.name) : step.name)
      mark.add(step.queue ?? "\u{0}")
    }
    names = steps.filter { !$0.isNote }.prefix(Self.most).map(\.name)
    notes = order.steps.filter(\.isNote).prefix(Self.most).map(\.name)
    unhandled =
      events.compactMap { event in
        if case .errorUnhandled(_, _, let error) = event.kind { error } else { nil }
      }.sorted()
    self.events = events.count
    lost = order.lost
  }
}

/// A digest of texts in order: the same texts have the same mark in every process.
package struct OrderMark: Hashable, Sendable {
  private var low: UInt64 = 0xcbf2_9ce4_8422_2325
  private var high: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Creates the digest of no texts.
  package init() {}

  /// Adds the next text.
  package mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xff)
  }

  private mutating func add(_ byte: UInt8) {
    low = (low ^ UInt64(byte)) &* 0x100_0000_01b3
    high = (high &+ UInt64(byte) &+ 1) &* 0xbf58_476d_1ce4_e5b9
    high ^= high >> 29
  }
}
