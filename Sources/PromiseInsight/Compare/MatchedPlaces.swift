import PromiseEvents
import PromiseGraph

/// Numbers that two runs have in common for their places: one for each place in the source and each name given
/// there.
struct MatchedPlaces {
  /// How many promises were created at a place in each run.
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
    /// The place in the source: that of the run before, or one that only the run after has.
    var place: Int
    /// The name; `nil` if each run gave different names at the place.
    var label: String?
    var isNamed: Bool
    var tag: String?
  }

  init(_ one: ComparedRun, _ other: ComparedRun) {
    let sources = (SourcePlaces(one), SourcePlaces(other))
    let alignment = PlaceAlignment(sources.0, sources.1)
    let isNamed = sources.0.labels.indices.map { place in
      alignment.after[place].map { !sources.0.labels[place].isDisjoint(with: sources.1.labels[$0]) }
        ?? true
    }
    let isTagged = sources.0.tags.indices.map { place in
      alignment.after[place].map { !sources.0.tags[place].isDisjoint(with: sources.1.tags[$0]) }
        ?? false
    }
    old = numbers(of: one) { index, promise in
      let place = sources.0.ofPromise[index]
      return Key(
        place: place, label: isNamed[place] ? promise.label : nil, isNamed: isNamed[place],
        tag: isTagged[place] ? promise.tag : nil)
    }
    for number in old { counts[number].old += 1 }
    new = numbers(of: other) { index, promise in
      let place = sources.1.ofPromise[index]
      let partner = alignment.before[place]
      let isNamed = partner.map { isNamed[$0] } ?? true
      let isTagged = partner.map { isTagged[$0] } ?? false
      return Key(
        place: partner ?? -1 - place, label: isNamed ? promise.label : nil, isNamed: isNamed,
        tag: isTagged ? promise.tag : nil)
    }
    for number in new { counts[number].new += 1 }
  }

  /// Returns the numbers of the promises. Promises of one kind without a tag have the same number.
  private mutating func numbers(
    of run: ComparedRun, _ key: (Int, ComparedPromise) -> Key
  ) -> [Int] {
    var ofKind = [Int?](repeating: nil, count: run.kindCounts.count)
    return run.promises.enumerated().map { index, promise in
      guard promise.tag == nil else { return number(key(index, promise)) }
      if let number = ofKind[promise.kind] { return number }
      let number = number(key(index, promise))
      ofKind[promise.kind] = number
      return number
    }
  }

  private mutating func number(_ key: Key) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = counts.count
    counts.append(Count())
    return counts.count - 1
  }
}

/// The places in the source that created the promises of a run, and the names that each gave them.
struct SourcePlaces {
  /// A place in a file, and its operation. Without a file, all uses of an operation are one place.
  struct Place: Hashable {
    var file = ""
    var line = 0
    var column = 0
    var operation: PromiseEvent.Operation

    init(_ promise: ComparedPromise) {
      operation = promise.operation
      guard let site = promise.site else { return }
      (file, line, column) = (site.file, site.line, site.column)
    }

    /// The order in a file.
    static func < (a: Place, b: Place) -> Bool {
      (a.line, a.column, a.operation.rawValue) < (b.line, b.column, b.operation.rawValue)
    }
  }

  /// The places, by file and line.
  private(set) var places: [Place] = []
  /// The names that each place gave; `nil` can be one of them.
  private(set) var labels: [Set<String?>] = []
  /// The tags of the chains at each place.
  private(set) var tags: [Set<String>] = []
  /// The index of the place of each promise.
  private(set) var ofPromise: [Int] = []
  /// The places of each file.
  private(set) var files: [String: Range<Int>] = [:]

  /// O(n), and what it takes to sort the places.
  init(_ run: ComparedRun) {
    var found: [Place: Set<String?>] = [:]
    var tagged: [Place: Set<String>] = [:]
    // Promises of one kind have the same place and name.
    var kinds: [Place] = []
    kinds.reserveCapacity(run.kindCounts.count)
    for promise in run.promises {
      if promise.kind == kinds.count {
        kinds.append(Place(promise))
        found[kinds[promise.kind], default: []].insert(promise.label)
      }
      if let tag = promise.tag { tagged[kinds[promise.kind], default: []].insert(tag) }
    }
    places = found.keys.sorted { $0.file != $1.file ? $0.file < $1.file : $0 < $1 }
    labels = places.map { found[$0] ?? [] }
    tags = places.map { tagged[$0] ?? [] }
    var index: [Place: Int] = [:]
    for (number, place) in places.enumerated() {
      index[place] = number
      files[place.file] = (files[place.file]?.lowerBound ?? number)..<(number + 1)
    }
    let ofKind = kinds.map { index[$0] ?? 0 }
    ofPromise = run.promises.map { ofKind[$0.kind] }
  }
}
