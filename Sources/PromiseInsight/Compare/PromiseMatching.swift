import PromiseEvents
import PromiseGraph

/// Matches the promises of two runs: among those created at the same place in the source under the same name,
/// the ones with the same parent that were created in the same handler. Several equal ones are matched in
/// order. Identities are ignored.
struct PromiseMatching {
  /// The partner of each promise, before and after; `nil` if it has none.
  private(set) var after: [Int?]
  private(set) var before: [Int?]

  private let old: Side
  private let new: Side
  /// Whether neither run lost events.
  private let areWhole: Bool
  private let counts: [MatchedPlaces.Count]

  /// O(n), except for the places in the source, of which there are few.
  init(_ one: ComparedRun, _ other: ComparedRun) {
    areWhole = one.isWhole && other.isWhole
    let places = MatchedPlaces(one, other)
    counts = places.counts
    old = Side(one, places.old, counts: places.counts, ignoringCreators: !areWhole)
    new = Side(other, places.new, counts: places.counts, ignoringCreators: !areWhole)
    after = Array(repeating: nil, count: one.promises.count)
    before = Array(repeating: nil, count: other.promises.count)
    matchSingles(places.counts.count)
    for _ in 0..<Self.mostRounds {
      // The creator of a promise may have been lost.
      matchLevels(ignoringCreators: !areWhole)
      guard matchMovedPlaces() else { break }
    }
  }

  private mutating func pair(_ one: Int, _ other: Int) {
    after[one] = other
    before[other] = one
  }

  /// Matches what was created exactly once in each run, whatever its parent is.
  private mutating func matchSingles(_ places: Int) {
    var lone = [Int?](repeating: nil, count: places)
    for promise in new.places.indices where new.isSingle[promise] {
      lone[new.places[promise]] = promise
    }
    for promise in old.places.indices where old.isSingle[promise] {
      if let other = lone[old.places[promise]] { pair(promise, other) }
    }
  }

  // MARK: - From the roots on

  /// The key of a promise: its place, and the pairs of its parent and its creator.
  private struct Key: Hashable {
    var place: Int
    var parent: Int
    var creator: Int
  }

  /// Matches the remaining promises, starting with those on which others depend.
  private mutating func matchLevels(ignoringCreators: Bool) {
    let (left, right) = (old.open(after), new.open(before))
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let level = min(old.levels[left[i]], new.levels[right[j]])
      var groups: [Key: Group] = [:]
      while i < left.count, old.levels[left[i]] == level {
        groups[key(left[i], isOld: true, ignoringCreators), default: Group()].old.append(left[i])
        i += 1
      }
      while j < right.count, new.levels[right[j]] == level {
        groups[key(right[j], isOld: false, ignoringCreators), default: Group()].new.append(right[j])
        j += 1
      }
      for (key, group) in groups
      where areWhole || group.old.count == group.new.count && isComplete(key.place) {
        for (one, other) in zip(group.old, group.new) { pair(one, other) }
      }
    }
  }

  /// Promises with the same key. If events were lost and the numbers differ, here or of all that were created at the
  /// place, it is unknown which promise is which.
  private struct Group {
    var old: [Int] = []
    var new: [Int] = []
  }

  /// Returns whether both runs created the same number of promises at a place.
  private func isComplete(_ place: Int) -> Bool { counts[place].old == counts[place].new }

  private func key(_ promise: Int, isOld: Bool, _ ignoringCreators: Bool) -> Key {
    let side = isOld ? old : new
    // The number of a pair, which both runs share; for a promise without a partner, a unique number.
    func token(_ promise: Int?) -> Int {
      guard let promise else { return -1 }
      return isOld
        ? (after[promise] == nil ? -2 - 2 * promise : promise) : before[promise] ?? -3 - 2 * promise
    }
    return Key(
      place: side.places[promise],
      parent: side.isOrphan[promise] ? Self.orphan : token(side.parents[promise]),
      creator: ignoringCreators ? -1 : token(side.creators[promise]))
  }

  // MARK: - What hangs elsewhere

  /// Matches, in order, what was created at places without any partner so far, because its parent differs.
  /// Returns whether there was anything.
  private mutating func matchMovedPlaces() -> Bool {
    var isMatched = [Bool](repeating: false, count: old.placeCount)
    for promise in after.indices where after[promise] != nil {
      isMatched[old.places[promise]] = true
    }
    var waiting: [Int: [Int]] = [:]
    for promise in before.indices.reversed() where !isMatched[new.places[promise]] {
      waiting[new.places[promise], default: []].append(promise)
    }
    var isAnything = false
    for promise in after.indices where !isMatched[old.places[promise]] {
      guard areWhole || isComplete(old.places[promise]),
        let other = waiting[old.places[promise]]?.popLast()
      else { continue }
      pair(promise, other)
      isAnything = true
    }
    return isAnything
  }

  /// Stands for a promise that is not in the trace.
  private static var orphan: Int { .min }
  private static var mostRounds: Int { 4 }
}

extension PromiseMatching {
  /// One of the runs: the places of its promises in the source and in the chains.
  private struct Side {
    let places: [Int]
    let placeCount: Int
    /// Whether a promise is the only one of its place, in both runs.
    private(set) var isSingle: [Bool]
    /// The parent and the creator of each promise, skipping promises that the other run does not have.
    private(set) var parents: [Int?] = []
    private(set) var creators: [Int?] = []
    /// Whether the parent of a promise is not in the trace.
    let isOrphan: [Bool]
    /// How many levels must be matched before each promise.
    private(set) var levels: [Int] = []
    private let isShared: [Bool]

    init(
      _ run: ComparedRun, _ places: [Int], counts: [MatchedPlaces.Count], ignoringCreators: Bool
    ) {
      self.places = places
      placeCount = counts.count
      let single = places.map { counts[$0].old == 1 && counts[$0].new == 1 }
      let shared = places.map { counts[$0].old > 0 && counts[$0].new > 0 }
      (isSingle, isShared) = (single, shared)
      isOrphan = run.promises.map(\.isOrphan)
      for (number, promise) in run.promises.enumerated() {
        // A later promise cannot be the cause, although a damaged trace may say so.
        let parent = promise.parent.flatMap { $0 < number ? $0 : nil }
        let creator = promise.creator.flatMap { $0 < number ? $0 : nil }
        parents.append(parent.flatMap { shared[$0] ? $0 : parents[$0] })
        creators.append(creator.flatMap { shared[$0] ? $0 : creators[$0] })
        let level = max(
          level(of: parents[number]), ignoringCreators ? 0 : level(of: creators[number]))
        levels.append(single[number] ? 0 : level + 1)
      }
    }

    private func level(of promise: Int?) -> Int { promise.map { levels[$0] } ?? 0 }

    /// Returns the promises without a partner that might have one, by level and in the order of creation.
    func open(_ partners: [Int?]) -> [Int] {
      let open = partners.indices.filter { partners[$0] == nil && isShared[$0] }
      var starts = [Int](repeating: 0, count: (open.map { levels[$0] }.max() ?? 0) + 2)
      for promise in open { starts[levels[promise] + 1] += 1 }
      for level in starts.indices.dropFirst() { starts[level] += starts[level - 1] }
      var result = [Int](repeating: 0, count: open.count)
      for promise in open {
        result[starts[levels[promise]]] = promise
        starts[levels[promise]] += 1
      }
      return result
    }
  }
}

/// Matches the handlers and the printed texts of two runs.
struct StepMatching {
  /// The partner of each step, before and after.
  private(set) var after: [Int?]
  private(set) var before: [Int?]

  /// A printed text, and the pair in whose handler it was printed.
  private struct Note: Hashable {
    var text: String
    var promise: Int?
  }

  /// O(n)
  init(_ one: ComparedRun, _ other: ComparedRun, _ matching: PromiseMatching, exactly: Bool) {
    after = Array(repeating: nil, count: one.steps.count)
    before = Array(repeating: nil, count: other.steps.count)
    // An async function starts again after each await.
    var handlers: [Int: (steps: [Int], next: Int)] = [:]
    var notes: [Note: (steps: [Int], next: Int)] = [:]
    for (place, step) in other.steps.enumerated() {
      let promise = step.promise.flatMap { matching.before[$0] }
      if let text = step.note {
        let text = exactly ? text : masked(text)
        notes[Note(text: text, promise: promise), default: ([], 0)].steps.append(place)
      } else if let promise {
        handlers[promise, default: ([], 0)].steps.append(place)
      }
    }
    for (place, step) in one.steps.enumerated() {
      // A text printed in a handler without a partner has no partner; one printed outside any handler may have
      // one.
      let promise = step.promise.flatMap { matching.after[$0] == nil ? nil : $0 }
      if let text = step.note {
        let key = Note(text: exactly ? text : masked(text), promise: promise)
        guard let next = notes[key]?.next, let partner = notes[key]?.steps[next...].first else {
          continue
        }
        notes[key]?.next += 1
        pair(place, partner)
      } else if let promise, let next = handlers[promise]?.next,
        let partner = handlers[promise]?.steps[next...].first
      {
        handlers[promise]?.next += 1
        pair(place, partner)
      }
    }
  }

  private mutating func pair(_ one: Int, _ other: Int) {
    after[one] = other
    before[other] = one
  }
}

/// Returns the indices of a longest increasing subsequence of distinct numbers. O(n log n)
package func longestIncreasing(_ numbers: [Int]) -> [Int] {
  /// The index of the least number that ends a sequence of each length, and the index before each.
  var ends: [Int] = []
  var previous = [Int](repeating: -1, count: numbers.count)
  for (place, number) in numbers.enumerated() {
    let length = ends.partitionPoint { numbers[$0] < number }
    previous[place] = length > 0 ? ends[length - 1] : -1
    if length == ends.count { ends.append(place) } else { ends[length] = place }
  }
  var result: [Int] = []
  var place = ends.last ?? -1
  while place >= 0 {
    result.append(place)
    place = previous[place]
  }
  return result.reversed()
}
