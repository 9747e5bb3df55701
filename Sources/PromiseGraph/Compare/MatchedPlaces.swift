import PromiseKitLite

/// The places of two runs under numbers that both have in common: one for each place in the source and each
/// name that was given there.
struct MatchedPlaces {
  /// How many promises were made at a place in each run.
  struct Count {
    var old = 0
    var new = 0
  }

  /// The number of the place of each promise.
  private(set) var old: [Int] = []
  private(set) var new: [Int] = []
  /// By the numbers.
  private(set) var counts: [Count] = []
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    /// The place in the source: that of the run before, or of what only the run after has.
    var place: Int
    var label: String?
    /// Names do not count where each run gave others.
    var isNamed: Bool
  }

  init(_ one: ComparedRun, _ other: ComparedRun) {
    let sources = (SourcePlaces(one), SourcePlaces(other))
    let alignment = PlaceAlignment(sources.0, sources.1)
    let isNamed = sources.0.labels.indices.map { place in
      alignment.after[place].map { !sources.0.labels[place].isDisjoint(with: sources.1.labels[$0]) }
        ?? true
    }
    old = one.promises.indices.map { promise in
      let place = sources.0.ofPromise[promise]
      let number = number(place, one.promises[promise].label, isNamed[place])
      counts[number].old += 1
      return number
    }
    new = other.promises.indices.map { promise in
      let place = sources.1.ofPromise[promise]
      let partner = alignment.before[place]
      let number = number(
        partner ?? -1 - place, other.promises[promise].label, partner.map { isNamed[$0] } ?? true)
      counts[number].new += 1
      return number
    }
  }

  private mutating func number(_ place: Int, _ label: String?, _ isNamed: Bool) -> Int {
    let key = Key(place: place, label: isNamed ? label : nil, isNamed: isNamed)
    if let number = numbers[key] { return number }
    numbers[key] = counts.count
    counts.append(Count())
    return numbers[key] ?? 0
  }
}
