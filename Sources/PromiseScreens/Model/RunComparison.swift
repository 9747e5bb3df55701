import PromiseGraph
package import PromiseInsight

/// Two runs on one screen: which promises and handlers correspond, and what differs.
package struct RunComparison: Hashable, Sendable {
  /// One of the two runs.
  package struct Side: Hashable, Sendable {
    /// Its name: that of the file, or of the demo.
    package var name: String
    /// How its recording ended.
    package var ending: TraceEnding
    /// Whether some of its trace could not be read.
    package var isDamaged: Bool
    /// What came out.
    package var card: EndCard

    package init(name: String, ending: TraceEnding, isDamaged: Bool, card: EndCard) {
      self.name = name
      self.ending = ending
      self.isDamaged = isDamaged
      self.card = card
    }
  }

  package let before: Side
  package let after: Side
  package let alignment: RunAlignment
  /// The differences, those that decide first.
  package let differences: [RunDifference]
  /// How many handlers run in another order that explains no difference.
  package let free: Int
  /// Both runs, line by line.
  package let lines: AlignedRuns
  /// How many differences each group has, in order; groups without any are left out.
  let groups: [(group: RunDifference.Group, range: Range<Int>)]
  /// The promises whose outcome or value differs, by their indices in the two runs.
  let changedBefore: Set<Int>
  let changedAfter: Set<Int>
  /// The steps that are listed as another order, by their indices in the two runs.
  let movedBefore: Set<Int>
  let movedAfter: Set<Int>

  package init(
    _ before: Side, _ after: Side, alignment: RunAlignment, differences: [RunDifference], free: Int
  ) {
    (self.before, self.after, self.alignment) = (before, after, alignment)
    (self.differences, self.free) = (differences, free)
    lines = AlignedRuns(alignment)
    var groups: [(group: RunDifference.Group, range: Range<Int>)] = []
    var changed: Set<Int> = []
    var moves: [RunChanges.Move] = []
    for (place, difference) in differences.enumerated() {
      if let last = groups.last, last.group == difference.group {
        groups[groups.count - 1].range = last.range.lowerBound..<(place + 1)
      } else {
        groups.append((difference.group, place..<(place + 1)))
      }
      switch difference.change {
      case .outcome(let change), .value(let change):
        changed.formUnion([change.before] + change.followers)
      case .race(let change): changed.insert(change.before)
      case .move(let move): moves.append(move)
      case .presence, .ran, .printed, .link, .time, .warning: break
      }
    }
    self.groups = groups
    changedBefore = changed
    movedBefore = Set(moves.map(\.before))
    movedAfter = Set(moves.map(\.after))
    changedAfter = Set(changed.compactMap { alignment.partnersAfter[$0] })
  }

  /// How many differences say what the runs did differently.
  package var decisive: Int { differences.prefix { $0.isDecisive }.count }

  package static func == (one: RunComparison, other: RunComparison) -> Bool {
    one.before == other.before && one.after == other.after && one.alignment == other.alignment
      && one.differences == other.differences && one.free == other.free
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(before)
    hasher.combine(after)
    hasher.combine(differences)
  }

  func side(_ pane: ComparePane) -> Side { pane == .after ? after : before }

  func run(_ pane: ComparePane) -> ComparedRun {
    pane == .after ? alignment.after : alignment.before
  }

  /// Returns where the difference at an index is in a run: there, or else where it would be by the order of the lines.
  func place(of index: Int, in pane: ComparePane) -> RunAlignment.Place {
    guard differences.indices.contains(index) else { return RunAlignment.Place(event: .max) }
    let isBefore = pane != .after
    if let place = alignment.place(of: differences[index], before: isBefore) { return place }
    let event = lines.event(atRow: row(of: index), before: isBefore)
    return RunAlignment.Place(event: event ?? 0)
  }

  /// Returns the row of the lines at which the difference at an index is.
  func row(of index: Int) -> Int {
    guard differences.indices.contains(index) else { return max(0, lines.rows.count - 1) }
    let difference = differences[index]
    if let place = alignment.place(of: difference, before: true) {
      return row(of: place, before: true)
    }
    return alignment.place(of: difference, before: false).map { row(of: $0, before: false) } ?? 0
  }

  /// Returns the row of the difference at an index in one run: where that run has it, or else where the other one has.
  func row(of index: Int, in pane: ComparePane) -> Int {
    guard differences.indices.contains(index) else { return -1 }
    let isBefore = pane != .after
    let place = alignment.place(of: differences[index], before: isBefore)
    return place.map { row(of: $0, before: isBefore) } ?? row(of: index)
  }

  /// Returns the row of what a promise did at an event or next, or else the last row up to that event.
  private func row(of place: RunAlignment.Place, before isBefore: Bool) -> Int {
    let run = isBefore ? alignment.before : alignment.after
    let line = place.promise.flatMap { promise in
      lines.event(atOrAfter: place.event, before: isBefore) { run.promises[$0].id == promise }
    }
    return lines.row(ofEvent: line ?? place.event, before: isBefore)
  }
}

extension RunDifference.Group {
  /// The heading of the group.
  func title(_ language: Language) -> String {
    switch self {
    case .decisive: language.text("decisive")
    case .order: language.text("order")
    case .structure: language.text("structure")
    case .times: language.text("times")
    case .warnings: language.text("warnings")
    }
  }
}
