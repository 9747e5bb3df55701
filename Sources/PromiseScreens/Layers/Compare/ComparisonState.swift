package import PromiseGraph
import PromiseInsight

/// Two compared runs on the screen, and the view of them.
package struct ComparisonState: Sendable {
  /// The runs and their differences.
  @Box package private(set) var comparison: RunComparison
  /// Both runs, line by line.
  @Box private(set) var lines: AlignedRuns
  /// The rows of the list: the headings of the groups, and the indices of the differences under them.
  private(set) var rows: [ListRow] = []
  /// The promises whose outcome or value differs, and the steps that are listed as another order, by their indices
  /// in the run before.
  private var changed: Set<Int> = []
  private var moved: Set<Int> = []
  /// The index of the selected difference.
  package internal(set) var selected = 0
  /// The focused pane.
  var focus = PairPane.list
  /// The run that Enter opens.
  package internal(set) var side = PairPane.before
  /// The first visible row of the runs, if the user scrolled them.
  var scrolled: Int?
  /// Whether it is visible: no run covers it.
  package internal(set) var isInFront = true
  /// Whether it covers the open run, to which Esc returns.
  var coversRun = false

  /// A row of the list.
  enum ListRow: Hashable, Sendable {
    case heading(RunDifference.Group)
    case difference(Int)
  }

  init(_ comparison: RunComparison) {
    self.comparison = comparison
    lines = AlignedRuns(comparison.alignment)
    var group: RunDifference.Group?
    for (place, difference) in comparison.differences.enumerated() {
      if group != difference.group { rows.append(.heading(difference.group)) }
      group = difference.group
      rows.append(.difference(place))
      switch difference.change {
      case .outcome(let change), .value(let change):
        changed.formUnion([change.before] + change.followers)
      case .race(let change): changed.insert(change.before)
      case .move(let move): moved.insert(move.before)
      case .presence, .ran, .printed, .link, .time, .warning: break
      }
    }
  }

  /// The selected difference; `nil` if there is none.
  var difference: RunDifference? { difference(selected) }

  private func difference(_ index: Int) -> RunDifference? {
    comparison.differences.indices.contains(index) ? comparison.differences[index] : nil
  }
}

extension ComparisonState {
  /// Returns the first visible row of the runs in `height` rows: the selected difference is a third below it.
  func firstRow(height: Int) -> Int {
    let last = max(0, lines.rows.count - height)
    return min(max(0, scrolled ?? row(of: selected) - height / 3), last)
  }

  /// Returns whether a line of a run is in another order there, or has another outcome.
  func isChanged(_ line: AlignedRuns.Line, in pane: PairPane) -> Bool {
    let alignment = comparison.alignment
    func before(_ place: Int?, _ partners: [Int?]) -> Int? {
      pane == .after ? place.flatMap { partners[$0] } : place
    }
    return before(line.promise, alignment.partnersBefore).map { changed.contains($0) } == true
      || before(line.step, alignment.stepsBefore).map { moved.contains($0) } == true
  }

  /// Returns where the difference at an index is in a run: there, or else where it would be by the order of the lines.
  func place(of index: Int, in pane: PairPane) -> RunAlignment.Place {
    guard let difference = difference(index) else { return RunAlignment.Place(event: .max) }
    let isBefore = pane != .after
    let event = lines.event(atRow: row(of: index), before: isBefore)
    return comparison.alignment.place(of: difference, before: isBefore)
      ?? RunAlignment.Place(event: event ?? 0)
  }

  /// Returns the row of the lines at which the difference at an index is.
  func row(of index: Int) -> Int {
    guard difference(index) != nil else { return max(0, lines.rows.count - 1) }
    return ownRow(of: index, before: true) ?? ownRow(of: index, before: false) ?? 0
  }

  /// Returns the row of the difference at an index in one run: where that run has it, or else where the other one has.
  func row(of index: Int, in pane: PairPane) -> Int {
    guard difference(index) != nil else { return -1 }
    return ownRow(of: index, before: pane != .after) ?? row(of: index)
  }

  /// Returns the row of what the promise of a difference did at its event or next, or else the last row up to that
  /// event; `nil` if the run does not have the difference.
  private func ownRow(of index: Int, before isBefore: Bool) -> Int? {
    let alignment = comparison.alignment
    let place = difference(index).flatMap { alignment.place(of: $0, before: isBefore) }
    guard let place else { return nil }
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
