import PromiseEvents
import PromiseGraph

/// Finds out which findings are alike, and which follow from which.
struct CulpritFold {
  let lints: LintState
  let graph: Graph
  let atEnd: [CulpritRanking.Found]
  let symptom: Symptom?
  /// What each finding changed.
  private var effects: [Consequences.Effect] = []
  /// The finding that harmed a promise, and the times in which findings blocked a queue, in order.
  private var harmed: [PromiseID: Int] = [:]
  private var blocked: [QueueID: [Block]] = [:]
  /// The finding that each finding follows from, if any.
  private var causes: [Int?] = []

  /// The events during which a finding blocked a queue.
  private struct Block {
    var during: ClosedRange<Int>
    var finding: Int
  }

  init(lints: LintState, graph: Graph, atEnd: [CulpritRanking.Found], symptom: Symptom?) {
    (self.lints, self.graph, self.atEnd, self.symptom) = (lints, graph, atEnd, symptom)
  }

  /// Returns the ranked list of mistakes.
  mutating func entries() -> [CulpritRanking.Entry] {
    let count = lints.warningCount + atEnd.count
    for place in 0..<count { addHarm(of: place) }
    for queue in blocked.keys {
      blocked[queue]?.sort { $0.during.lowerBound < $1.during.lowerBound }
    }
    causes = Array(repeating: nil, count: count)
    if !harmed.isEmpty || !blocked.isEmpty {
      for place in 0..<count { causes[place] = cause(of: place) }
    }
    var (roots, places) = fold((0..<count).filter { causes[$0] == nil })
    var victims: [Int: [Int]] = [:]
    for place in 0..<count where causes[place] != nil {
      if let root = places[self.root(of: place)] { victims[root, default: []].append(place) }
    }
    for (root, members) in victims {
      let consequences = fold(members).entries
      roots[root].consequences = Self.ranked(consequences)
      roots[root].effect = consequences.map(\.effect).reduce(roots[root].effect, max)
      roots[root].nearest = consequences.map(\.nearest).reduce(roots[root].nearest, max)
    }
    return Self.ranked(roots)
  }

  func found(_ place: Int) -> CulpritRanking.Found {
    place < lints.warningCount ? lints.finding(place) : atEnd[place - lints.warningCount]
  }

  /// Records what a finding changed and harmed.
  private mutating func addHarm(of place: Int) {
    let found = found(place)
    let lint = Lints.all[found.lint]
    let consequences = lints.consequences(of: found.finding, by: lint, in: graph)
    effects.append(consequences.effect)
    for harm in consequences.harm {
      switch harm {
      case .promise(let promise): if harmed[promise] == nil { harmed[promise] = place }
      case .queue(let queue, let during):
        blocked[queue, default: []].append(Block(during: during, finding: place))
      }
    }
  }

  /// Returns the finding of another lint from which this one follows.
  private func cause(of place: Int) -> Int? {
    let found = found(place)
    for victim in Lints.all[found.lint].victims(of: found.finding, in: graph) {
      let other: Int?
      switch victim {
      case .promise(let promise): other = harmed[promise]
      case .queue(let queue, let during): other = blocker(of: queue, during, of: found.lint)
      }
      if let other, self.found(other).lint != found.lint, root(of: other) != place { return other }
    }
    return nil
  }

  /// Returns the finding that blocked a queue for most of that time.
  private func blocker(of queue: QueueID, _ during: ClosedRange<Int>, of lint: Int) -> Int? {
    guard let blocks = blocked[queue] else { return nil }
    let end = blocks.partitionPoint { $0.during.lowerBound < during.upperBound }
    let near = blocks[..<end].suffix(Self.mostBlocks).filter {
      $0.during.overlaps(during) && found($0.finding).lint != lint
    }
    return near.max { $0.during.clamped(to: during).count < $1.during.clamped(to: during).count }?
      .finding
  }

  /// Returns the finding that a finding follows from in the end.
  private func root(of place: Int) -> Int {
    var place = place
    while let cause = causes[place] { place = cause }
    return place
  }

  /// Makes one entry of alike findings; `places` has the entry of each finding.
  private func fold(_ findings: [Int]) -> (entries: [CulpritRanking.Entry], places: [Int: Int]) {
    var entries: [CulpritRanking.Entry] = []
    var known: [Culprit.Key: Int] = [:]
    var places: [Int: Int] = [:]
    for place in findings {
      let key = key(of: place)
      let touch = symptom?.touch(of: found(place).finding, in: graph) ?? .nothing
      let index = known[key] ?? entries.count
      places[place] = index
      if index == entries.count {
        known[key] = index
        entries.append(
          CulpritRanking.Entry(
            key: key, telling: place, first: place, effect: effects[place],
            severity: Lints.all[found(place).lint].severity, touch: touch, nearest: touch))
      } else {
        entries[index].count += 1
        let isTelling = (touch, effects[place]) > (entries[index].touch, entries[index].effect)
        if isTelling { (entries[index].telling, entries[index].touch) = (place, touch) }
        entries[index].nearest = max(entries[index].nearest, touch)
        entries[index].effect = max(entries[index].effect, effects[place])
      }
    }
    return (entries, places)
  }

  private func key(of place: Int) -> Culprit.Key {
    let (lint, finding) = found(place)
    return Culprit.Key(Lints.all[lint], finding)
  }

  private static func ranked(_ entries: [CulpritRanking.Entry]) -> [CulpritRanking.Entry] {
    entries.sorted {
      ($0.nearest, $0.effect, $0.severity, -$0.first)
        > ($1.nearest, $1.effect, $1.severity, -$1.first)
    }
  }

  /// How many of the times in which a queue was blocked are compared.
  private static var mostBlocks: Int { 16 }
}

extension ClosedRange where Bound == Int {
  /// How long it is.
  fileprivate var count: Int { upperBound - lowerBound }
}
