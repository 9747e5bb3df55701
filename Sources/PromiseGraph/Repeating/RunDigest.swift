package import PromiseEvents

/// What runs of a program are told apart by, beside how they ended.
package enum RunGrouping: String, Hashable, Sendable, CaseIterable {
  /// The order of the handlers that have a name, and of what was said. Of a run in which no handler has a
  /// name, that of all handlers.
  case labels
  /// The order of all handlers and of what was said; a handler without a name is told by its place.
  case order
  /// What was said, in order.
  case result
}

/// What a run did, as short as is needed to tell it from others.
package struct RunDigest: Hashable, Sendable {
  /// The handlers that began, by name, in order: the first of them.
  package var names: [String] = []
  /// What was said, in order: the first of it.
  package var notes: [String] = []
  /// The errors that nobody handled, sorted.
  package var unhandled: [String] = []
  /// Stands for all handlers or notes that count, also for those that are not kept.
  package var mark = OrderMark()
  /// The number of events.
  package var events = 0
  /// How many were lost: the order is not wholly known.
  package var lost = 0

  /// More names or notes than these are not kept.
  package static let most = 200

  /// Of a run that told nothing.
  package init() {}

  /// The digest of a run by its events, in order. A port, an address in memory, a UUID or a point in time
  /// in what was said tells no runs apart. O(n)
  package init(_ events: [PromiseEvent], by grouping: RunGrouping) {
    let order = HandlerOrder(events, times: false, sites: grouping == .order)
    let hasNames = order.steps.contains { $0.isNamed && !$0.isNote }
    let steps =
      switch grouping {
      case .labels: hasNames ? order.steps.filter(\.isNamed) : order.steps
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

/// Stands for texts in their order: the same texts have the same mark in every process.
package struct OrderMark: Hashable, Sendable {
  private var low: UInt64 = 0xcbf2_9ce4_8422_2325
  private var high: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Takes the next text in.
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
