package import PromiseKitLite

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
  /// How many events there are.
  package var events = 0
  /// How many were lost, or are missing: the order is not wholly known.
  package var lost = 0

  /// More names or notes than these are not kept.
  package static let most = 200

  /// Of a run that told nothing.
  package init() {}

  /// The digest of a run by its events, in order. O(n)
  package init(_ events: [PromiseEvent], by grouping: RunGrouping) {
    let orders = Orders(events, sites: grouping == .order)
    let steps =
      switch grouping {
      case .labels: orders.hasNames ? orders.steps.filter(\.isNamed) : orders.steps
      case .order: orders.steps
      case .result: orders.steps.filter { $0.queue == nil }
      }
    for step in steps {
      mark.add(step.text)
      mark.add(step.queue ?? "\u{0}")
    }
    names = steps.filter { $0.queue != nil }.prefix(Self.most).map(\.text)
    notes = orders.steps.filter { $0.queue == nil }.prefix(Self.most).map(\.text)
    unhandled = orders.unhandled.sorted()
    self.events = events.count
    lost = orders.lost
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

/// The handlers that began, and what was said.
private struct Orders {
  struct Step {
    var text: String
    /// Where the handler runs; none of what was said.
    var queue: String?
    /// It was said, or is a handler with a name.
    var isNamed: Bool
  }

  var steps: [Step] = []
  var hasNames = false
  var unhandled: [String] = []
  var lost: Int { losses.count }
  private var losses = LossCounter()

  init(_ events: [PromiseEvent], sites: Bool) {
    var labels: [PromiseID: String] = [:]
    var others: [PromiseID: String] = [:]
    var queues: [QueueID: String] = [:]
    for event in events {
      losses.take(event)
      switch event.kind {
      case .created(let creation):
        labels[creation.promise] = creation.label
        if creation.label == nil { others[creation.promise] = creation.unlabelled(sites: sites) }
      case .queueDeclared(let queue, let label, _, _): queues[queue] = label
      case .jobStarted(_, let child?, let queue):
        let label = labels[child]
        hasNames = hasNames || label != nil
        steps.append(
          Step(
            text: label ?? others[child] ?? "?", queue: queues[queue] ?? "\(queue)",
            isNamed: label != nil))
      case .note(let text): steps.append(Step(text: text, queue: nil, isNamed: true))
      case .errorUnhandled(_, _, let error): unhandled.append(error)
      default: break
      }
    }
  }
}

extension PromiseEvent.Creation {
  /// `then`, or with its place `then Login.swift:14`.
  fileprivate func unlabelled(sites: Bool) -> String {
    guard sites, let site else { return operation.rawValue }
    return "\(operation.rawValue) \(site.file.split(separator: "/").last ?? ""):\(site.line)"
  }
}
