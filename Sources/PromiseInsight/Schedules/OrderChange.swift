package import PromiseEvents
import PromiseGraph

/// A change of the order in which the jobs and timers of a run start.
package struct OrderChange: Hashable, Sendable {
  /// One part of a change. The numbers are those of starts.
  package enum Part: Hashable, Sendable {
    /// `first` starts before `second`, which waits until the turn of `first` has ended.
    case before(first: Int, second: Int)
    /// The start waits until all that started before it has ended.
    case apart(Int)

    /// The starts that it concerns.
    var starts: [Int] {
      switch self {
      case .before(let first, let second): [first, second]
      case .apart(let start): [start]
      }
    }
  }

  package var parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }
}

/// An order of the starts of a run that its queues allow.
package struct ChangedOrder: Hashable, Sendable {
  /// The order as a schedule.
  package var schedule: JobSchedule
  /// How many steps of it the change depends on.
  package var decisive: Int
}

extension RunStarts {
  /// Returns the order with a change: what must wait starts as early as the rest allows, and all else keeps
  /// its order. `nil` if the queues, or what enqueues what, forbid it.
  package func order(with change: OrderChange) -> ChangedOrder? {
    var waits: [Int: [Int]] = [:]
    var apart: Set<Int> = []
    for part in change.parts {
      switch part {
      case .before(let first, let second):
        waits[second, default: []].append(first)
        apart.insert(second)
      case .apart(let start): apart.insert(start)
      }
    }
    var line = OrderLine(self, waits: waits, keepsQueues: !isModelled)
    guard let order = line.run() else { return nil }
    var steps = order.map { index in
      var step = starts[index].step
      if isModelled, let occurrence = line.occurrences[index] { step.occurrence = occurrence }
      step.isLater = false
      // What moves to the front of another start may need to run beside what runs there.
      let followers = waits.filter { $0.value.contains(index) }.keys
      step.isBeside = step.isBeside || followers.contains { starts[$0].step.isBeside }
      if apart.contains(index) { step.isBeside = false }
      return step
    }
    let last = order.lastIndex { index in
      apart.contains(index) || waits.values.contains { $0.contains(index) }
    }
    let placed = Set(order)
    steps += starts.indices.filter { $0 >= count && !placed.contains($0) }.map { starts[$0].step }
    return ChangedOrder(schedule: JobSchedule(steps: steps), decisive: last.map { $0 + 1 } ?? 0)
  }

  /// Returns the starts in the order that the rules of queues give if some wait for others; `nil` if there is
  /// none.
  func line(with parts: [OrderChange.Part]) -> [Int]? {
    var waits: [Int: [Int]] = [:]
    for case .before(let first, let second) in parts { waits[second, default: []].append(first) }
    var line = OrderLine(self, waits: waits, keepsQueues: false)
    return line.run()
  }

  /// Whether the rules of queues give the order of this run, and the numbers of its jobs.
  var followsRules: Bool {
    var line = OrderLine(self, waits: [:], keepsQueues: false)
    return line.run() == Array(0..<count)
      && starts.indices.allSatisfy { line.occurrences[$0] ?? -1 == starts[$0].step.occurrence }
  }
}

/// Puts starts in a line by the rules of their queues.
private struct OrderLine {
  private let starts: [RunStarts.Start]
  private let waits: [Int: [Int]]
  /// Whether the jobs of a serial queue keep the order of the run, rather than that in which they are enqueued.
  private let keepsQueues: Bool
  /// The starts in the order in which they are to start if nothing forbids it.
  private let wanted: [Int]
  private var causes: [Int: [Int]] = [:]
  private var effects: [Int: [Int]] = [:]
  private var queues: [QueueID: [Int]] = [:]
  /// Whether a start is in the line.
  private let isPlaced: [Bool]
  private var isOver: [Bool]
  private var isEnqueued: [Bool]
  private var counts: [JobSchedule.Name: Int] = [:]
  /// Which of the jobs with the same name each start is.
  private(set) var occurrences: [Int: Int] = [:]

  init(_ run: RunStarts, waits: [Int: [Int]], keepsQueues: Bool) {
    (starts, self.waits, self.keepsQueues) = (run.starts, waits, keepsQueues)
    (isOver, isEnqueued) = (
      Array(repeating: false, count: starts.count), Array(repeating: false, count: starts.count)
    )
    // What did not start in the run comes right before what waits for it.
    var places = (0..<run.count).map { (start: $0, place: $0, isLast: 1) }
    let early = Set(waits.values.joined())
    for index in early where index >= run.count {
      let place = waits.filter { $0.value.contains(index) }.keys.min() ?? index
      places.append((index, place, 0))
    }
    wanted = places.sorted { ($0.place, $0.isLast, $0.start) < ($1.place, $1.isLast, $1.start) }
      .map(\.start)
    let placed = Set(wanted)
    isPlaced = run.starts.indices.map(placed.contains)
    for (index, start) in starts.enumerated() {
      let before = early.contains(index) ? nil : start.before
      causes[index] = start.causes + [before].compactMap { $0 }
      for cause in causes[index] ?? [] { effects[cause, default: []].append(index) }
    }
  }

  /// Returns the order; `nil` if there is none.
  mutating func run() -> [Int]? {
    enqueue(starts.indices.filter { causes[$0]?.isEmpty ?? true })
    var order: [Int] = []
    var left = wanted[...]
    while !left.isEmpty {
      guard let place = left.firstIndex(where: canStart) else { return nil }
      let index = left[place]
      if place == left.startIndex {
        left = left.dropFirst()
      } else {
        left.remove(at: place)
      }
      order.append(index)
      isOver[index] = true
      if let queue = starts[index].queue { queues[queue]?.removeAll { $0 == index } }
      enqueue(
        (effects[index] ?? []).filter { effect in
          !isEnqueued[effect] && (causes[effect] ?? []).allSatisfy { isOver[$0] }
        })
    }
    return order
  }

  /// Enqueues jobs and sets timers, in the order in which the run did.
  private mutating func enqueue(_ indices: [Int]) {
    for index in indices.sorted(by: { starts[$0].enqueued < starts[$1].enqueued })
    where !isEnqueued[index] {
      isEnqueued[index] = true
      let name = starts[index].step.name
      occurrences[index] = counts[name, default: 0]
      counts[name, default: 0] += 1
      if isPlaced[index], let queue = starts[index].queue {
        queues[queue, default: []].append(index)
      }
    }
  }

  private func canStart(_ index: Int) -> Bool {
    guard isEnqueued[index], (waits[index] ?? []).allSatisfy({ isOver[$0] }) else { return false }
    guard let queue = starts[index].queue else { return true }
    guard keepsQueues else { return queues[queue]?.first == index }
    return !wanted.contains { $0 < index && starts[$0].queue == queue && !isOver[$0] }
  }
}
