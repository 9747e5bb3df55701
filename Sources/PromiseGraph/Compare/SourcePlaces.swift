import PromiseKitLite

/// The places in the source that made the promises of a run, and the names that each gave them.
struct SourcePlaces {
  /// A place in a file, and the verb that stands there. Without a file all of a verb are one place.
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

  /// The places, file by file and in the order of the lines in it.
  private(set) var places: [Place] = []
  /// The names that each place gave; none is one of them.
  private(set) var labels: [Set<String?>] = []
  /// The tags under which each was reached.
  private(set) var tags: [Set<String>] = []
  /// The index of the place of each promise.
  private(set) var ofPromise: [Int] = []
  /// The places of each file.
  private(set) var files: [String: Range<Int>] = [:]

  /// O(n), and what it takes to sort the places.
  init(_ run: ComparedRun) {
    var found: [Place: Set<String?>] = [:]
    var tagged: [Place: Set<String>] = [:]
    // What is of one kind has one place and one name.
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
