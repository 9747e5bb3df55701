import PromiseEvents
import PromiseGraph

/// Matches the places in the source of two runs, even if lines were inserted, removed or moved: like a
/// comparison of two texts, by the operations and the names at each place.
struct PlaceAlignment {
  /// The place after for each one before, and vice versa; `nil` if there is none.
  private(set) var after: [Int?]
  private(set) var before: [Int?]

  private let old: SourcePlaces
  private let new: SourcePlaces

  init(_ old: SourcePlaces, _ new: SourcePlaces) {
    (self.old, self.new) = (old, new)
    after = Array(repeating: nil, count: old.places.count)
    before = Array(repeating: nil, count: new.places.count)
    for (file, range) in old.files {
      if let other = new.files[file] { align(range, other) }
    }
    alignMovedFiles()
    alignByName()
  }

  private mutating func pair(_ one: Int, _ other: Int) {
    guard after[one] == nil, before[other] == nil else { return }
    after[one] = other
    before[other] = one
  }

  /// Aligns files that are in one run only with those of the other run whose paths have the same end: of several, the
  /// one with the longest end in common. On two machines, the beginnings of the paths differ.
  private mutating func alignMovedFiles() {
    func lonely(_ one: SourcePlaces, _ other: SourcePlaces) -> [Substring: [[Substring]]] {
      let files = one.files.keys.filter { other.files[$0] == nil }.sorted()
      return Dictionary(grouping: files.map { $0.split(separator: "/") }.filter { !$0.isEmpty }) {
        $0[$0.count - 1]
      }
    }
    func end(_ one: [Substring], _ other: [Substring]) -> Int {
      zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
    }
    let (left, right) = (lonely(old, new), lonely(new, old))
    let oldFiles = Dictionary(old.files.map { ($0.split(separator: "/"), $1) }) { first, _ in first
    }
    let newFiles = Dictionary(new.files.map { ($0.split(separator: "/"), $1) }) { first, _ in first
    }
    for (name, files) in left {
      guard let others = right[name] else { continue }
      for file in files {
        // The best partner of each must be the other one, and no second one may be as good.
        guard let other = Self.best(others, { end(file, $0) }),
          Self.best(files, { end(other, $0) }) == file, let one = oldFiles[file],
          let partner = newFiles[other]
        else { continue }
        align(one, partner)
      }
    }
  }

  /// Returns the path with the highest score, if there is just one.
  private static func best(
    _ paths: [[Substring]], _ score: ([Substring]) -> Int
  ) -> [Substring]? {
    let scores = paths.map(score)
    guard let most = scores.max(), scores.count(where: { $0 == most }) == 1 else { return nil }
    return scores.firstIndex(of: most).map { paths[$0] }
  }

  /// Aligns the remaining places with a name that no other remaining place has.
  private mutating func alignByName() {
    struct Name: Hashable {
      var label: String
      var operation: PromiseEvent.Operation
    }
    func left(_ places: SourcePlaces, _ partners: [Int?]) -> [Name: [Int]] {
      var result: [Name: [Int]] = [:]
      for place in places.places.indices where partners[place] == nil {
        guard places.labels[place].count == 1, let label = places.labels[place].first ?? nil else {
          continue
        }
        result[Name(label: label, operation: places.places[place].operation), default: []]
          .append(place)
      }
      return result
    }
    let right = left(new, before)
    for (name, places) in left(old, after) {
      guard places.count == 1, let others = right[name], others.count == 1 else { continue }
      pair(places[0], others[0])
    }
  }

  // MARK: - In one file

  /// Aligns the places of two files, in order. O(n) if they are equal, else O(n m) up to a limit.
  private mutating func align(_ one: Range<Int>, _ other: Range<Int>) {
    var (one, other) = (one, other)
    while let a = one.first, let b = other.first, isSame(a, b) {
      pair(a, b)
      (one, other) = (one.dropFirst(), other.dropFirst())
    }
    while let a = one.last, let b = other.last, isSame(a, b) {
      pair(a, b)
      (one, other) = (one.dropLast(), other.dropLast())
    }
    guard !one.isEmpty, !other.isEmpty else { return }
    if one.count.multipliedReportingOverflow(by: other.count).partialValue <= Self.mostCells,
      one.count <= Self.mostCells, other.count <= Self.mostCells
    {
      alignByScores(one, other)
    } else {
      alignExactly(one, other)
    }
  }

  /// Returns whether two places have the same line, column and operation, and a name in common.
  private func isSame(_ a: Int, _ b: Int) -> Bool { isAtSamePlace(a, b) && haveNameInCommon(a, b) }

  private func isAtSamePlace(_ a: Int, _ b: Int) -> Bool {
    let (x, y) = (old.places[a], new.places[b])
    return (x.line, x.column, x.operation) == (y.line, y.column, y.operation)
  }

  private func haveNameInCommon(_ a: Int, _ b: Int) -> Bool {
    let (x, y) = (old.labels[a], new.labels[b])
    return x.count <= y.count ? x.contains { y.contains($0) } : y.contains { x.contains($0) }
  }

  /// Returns how well two places match; `nil` if they cannot be the same place.
  private func score(_ a: Int, _ b: Int) -> Int32 {
    let (x, y) = (old.places[a], new.places[b])
    guard x.operation == y.operation else { return 0 }
    let exactness: Int32 = (x.line == y.line ? 3 : 0) + (x.column == y.column ? 2 : 0)
    if haveNameInCommon(a, b) {
      return (old.labels[a] == [nil] || new.labels[b] == [nil] ? 6 : 10) + exactness
    }
    guard !x.file.isEmpty else { return 0 }
    // A name was added, removed or changed; or each promise has its own name.
    let isUnnamed = old.labels[a].contains(nil) || new.labels[b].contains(nil)
    let areMany = old.labels[a].count > 1 && new.labels[b].count > 1
    return isUnnamed || areMany ? 3 + exactness : exactness == 5 ? 5 : 0
  }

  /// Aligns the pairs, in order, with the greatest total score.
  private mutating func alignByScores(_ one: Range<Int>, _ other: Range<Int>) {
    let width = other.count + 1
    var best = [Int32](repeating: 0, count: (one.count + 1) * width)
    for i in one.indices.reversed() {
      for j in other.indices.reversed() {
        let cell = (i - one.lowerBound) * width + (j - other.lowerBound)
        let score = score(i, j)
        let matched = score > 0 ? best[cell + width + 1] + score : 0
        best[cell] = max(matched, best[cell + width], best[cell + 1])
      }
    }
    var (i, j) = (one.lowerBound, other.lowerBound)
    while i < one.upperBound, j < other.upperBound {
      let cell = (i - one.lowerBound) * width + (j - other.lowerBound)
      let score = score(i, j)
      if score > 0, best[cell] == best[cell + width + 1] + score {
        pair(i, j)
        (i, j) = (i + 1, j + 1)
      } else if best[cell + width] == best[cell + 1] {
        // Either may be skipped: skip the one further up, so that no side is preferred.
        if old.places[i] < new.places[j] { i += 1 } else { j += 1 }
      } else if best[cell + width] > best[cell + 1] {
        i += 1
      } else {
        j += 1
      }
    }
  }

  /// Aligns the pairs at the same place, for files with very many places.
  private mutating func alignExactly(_ one: Range<Int>, _ other: Range<Int>) {
    var j = other.lowerBound
    for i in one {
      while j < other.upperBound, new.places[j] < old.places[i] { j += 1 }
      guard j < other.upperBound else { return }
      if isAtSamePlace(i, j) {
        pair(i, j)
        j += 1
      }
    }
  }

  private static var mostCells: Int { 2_000_000 }
}
