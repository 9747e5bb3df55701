import PromiseEvents
import PromiseGraph

/// The changes of an order that may matter, the most promising and the smallest first.
struct ChangeCandidates: Sendable {
  /// Single changes in which other runs differ, with another result. The more of them differ, the earlier.
  private(set) var guided: [OrderChange.Part] = []
  /// All differences from the run with another result that differs least.
  private(set) var whole: [OrderChange.Part] = []
  /// Single changes, over the smallest distance first.
  private(set) var single: [OrderChange.Part] = []

  /// - Parameters:
  ///   - base: The run whose order is changed.
  ///   - guides: Runs of the same program with another result.
  ///   - longest: The longest time to wait for a timer, in nanoseconds.
  init(_ base: RunStarts, guides: [RunStarts], longest: Int64) {
    single = Self.singles(base, longest: longest)
    let inversions = guides.prefix(Self.mostGuides).map { Self.inversions(from: base, to: $0) }
    var counts: [OrderChange.Part: Int] = [:]
    for part in inversions.joined() { counts[part, default: 0] += 1 }
    let costs = Dictionary(
      counts.keys.map { ($0, Self.cost(of: $0, in: base) ?? .max) }, uniquingKeysWith: { $1 })
    func isEarlier(_ a: OrderChange.Part, _ b: OrderChange.Part) -> Bool {
      (counts[b] ?? 0, costs[a] ?? 0, a.key) < (counts[a] ?? 0, costs[b] ?? 0, b.key)
    }
    guided = Array(counts.keys.sorted(by: isEarlier).prefix(Self.mostGuided))
    whole = (inversions.min { $0.count < $1.count } ?? []).sorted(by: isEarlier)
  }

  /// Two single changes together, those with the smallest parts first.
  var pairs: [[OrderChange.Part]] {
    let parts = Array(single.prefix(Self.mostPaired))
    return parts.indices.flatMap { second in parts[..<second].map { [$0, parts[second]] } }
  }

  /// The most other runs, changes in which they differ, and changes that are paired.
  private static var mostGuides: Int { 16 }
  private static var mostGuided: Int { 8 }
  private static var mostPaired: Int { 40 }
  /// The most starts of a run between which orders are changed, and the most single changes.
  private static var mostStarts: Int { 2000 }
  private static var mostSingles: Int { 50_000 }
}

extension ChangeCandidates {
  /// Returns the single changes of `base`.
  private static func singles(_ base: RunStarts, longest: Int64) -> [OrderChange.Part] {
    let started = 0..<min(base.count, mostStarts)
    var found: [(part: OrderChange.Part, cost: Int)] = []
    func add(_ part: OrderChange.Part) {
      guard base.delay(of: part) <= longest, let cost = cost(of: part, in: base) else { return }
      found.append((part, cost))
    }
    for start in started where base.starts[start].step.isBeside { add(.apart(start)) }
    for later in base.starts.indices.dropFirst(base.count).prefix(mostStarts) {
      for start in started { add(.before(first: later, second: start)) }
    }
    let reach = max(1, mostSingles / max(1, started.count))
    for first in started {
      for second in max(0, first - reach)..<first { add(.before(first: first, second: second)) }
    }
    return found.sorted { ($0.cost, $0.part.key) < ($1.cost, $1.part.key) }.map(\.part)
  }

  /// Returns how large a change is: over how many starts something moves. `nil` if it is impossible, because
  /// one of the two enqueues the other.
  private static func cost(of part: OrderChange.Part, in base: RunStarts) -> Int? {
    switch part {
    case .apart: return 1
    case .before(let first, let second):
      guard !base.starts[first].causes.contains(second) else { return nil }
      let place =
        first < base.count ? first : base.starts[first].cancelledBy ?? base.count
      // What waits for a timer, or for code outside the queues, is tried later.
      let slow = Int(base.delay(of: part) / 50_000_000)
      let outside = base.starts[first].before.map { $0 >= second ? 8 : 0 } ?? 0
      return abs(place - second) + slow + outside + (first < base.count ? 0 : 1)
    }
  }

  /// Returns the pairs of starts that have the opposite order in another run.
  private static func inversions(
    from base: RunStarts, to other: RunStarts
  ) -> [OrderChange.Part] {
    var places: [JobSchedule.Step: Int] = [:]
    for (place, step) in other.steps.enumerated() { places[step.alone] = place }
    var parts: [OrderChange.Part] = []
    let known = base.starts.indices.compactMap { index in
      places[base.starts[index].step.alone].map { (index: index, place: $0) }
    }
    for (rank, second) in known.prefix(mostStarts).enumerated() where second.index < base.count {
      for first in known.prefix(mostStarts)[(rank + 1)...] where first.place < second.place {
        parts.append(.before(first: first.index, second: second.index))
      }
    }
    return parts
  }
}

extension RunStarts {
  /// Returns how much later something starts because it waits for a timer, in nanoseconds.
  fileprivate func delay(of part: OrderChange.Part) -> Int64 {
    guard case .before(let first, let second) = part, let due = starts[first].due else { return 0 }
    return max(0, due - starts[second].time)
  }
}

extension OrderChange.Part {
  /// A number by which parts are sorted.
  fileprivate var key: Int {
    switch self {
    case .before(let first, let second): second << 32 | first
    case .apart(let start): start << 32
    }
  }
}
