import PromiseEvents
package import PromiseExploration
package import PromiseSimulation

/// The panel in which a run is changed by hand: what can be changed, what is, and what comes of it.
package struct WhatIfPanel: Sendable {
  /// A row: a promise, and one of its lengths if it has any.
  package struct Row: Hashable, Sendable {
    package var promise: Adjustable
    package var length: Adjustable.Length?

    /// Stands for the same in another run.
    func isLike(_ other: Row) -> Bool {
      promise.key == other.promise.key && length?.timer == other.length?.timer
    }
  }

  /// What is changed by hand; what is shown may lag behind for a moment.
  package var changes: [Override]
  /// The run as it is written is known; where the command line has changed it, it is not.
  let isOriginal: Bool
  /// What comes out of the run as it is written.
  let original: TimedFacts
  /// What can be changed in it.
  private let written: Adjustables
  /// What can be changed in the run that is shown.
  package private(set) var rows: [Row] = []
  /// Only the beginning of a long run was looked at.
  private(set) var isCutOff = false
  /// What is otherwise in the run that is shown.
  package private(set) var differences: [String] = []
  /// A promise that was asked for, and has a row whatever it is.
  private let asked: PromiseKey?
  /// The row that the arrow keys have selected.
  package internal(set) var selected = 0
  /// A length in milliseconds that is being typed.
  package internal(set) var typed: String?
  /// How the selected promise is settled is asked for.
  package internal(set) var isSettling = false
  /// How far the text below the rows is scrolled.
  var scroll = 0
  /// What was found of lengths; none while it is looked for.
  var critical: [CriticalRequest: CriticalValues?] = [:]

  /// The panel over a run; `original` are the events of the run as it is written. O(events)
  init(
    original: some Sequence<PromiseEvent>, shown: some Sequence<PromiseEvent>,
    changes: [Override], isOriginal: Bool = true, asked: PromiseID?
  ) {
    self.isOriginal = isOriginal
    self.original = TimedFacts(original)
    self.changes = changes
    written = Adjustables(original)
    let now = Adjustables(shown)
    self.asked = asked.flatMap { now[$0]?.key }
    show(now, shown)
    selected = rows.firstIndex { $0.promise.key == self.asked } ?? 0
  }

  /// Shows another run of the same program. O(events)
  mutating func show(_ events: some Sequence<PromiseEvent>) { show(Adjustables(events), events) }

  private mutating func show(_ now: Adjustables, _ events: some Sequence<PromiseEvent>) {
    let old = selectedRow
    let accessed = Set(changes.map(\.promise))
    rows = now.all.flatMap { promise -> [Row] in
      guard promise.isTelling || promise.key == asked || accessed.contains(promise.key) else {
        return []
      }
      let isHandler = promise.lengths.allSatisfy { $0.nanoseconds == 0 }
      let lengths = isHandler ? Array(promise.lengths.prefix(1)) : promise.lengths
      return lengths.isEmpty
        ? [Row(promise: promise)] : lengths.map { Row(promise: promise, length: $0) }
    }
    isCutOff = now.isCutOff
    differences = RunChange(from: original, to: TimedFacts(events)).sentences
    selected =
      rows.firstIndex { row in old.map(row.isLike) ?? false }
      ?? min(selected, max(0, rows.count - 1))
  }

  /// The row that is selected; none where there is no row.
  package var selectedRow: Row? { rows.indices.contains(selected) ? rows[selected] : nil }

  // MARK: What is changed

  /// The change of this row's length; none where that is as it is written.
  func lengthChange(of row: Row) -> Override? {
    guard let length = row.length else { return nil }
    let like = Override(row.promise.key, length.change(to: 0))
    return changes.last { $0.isAlike(like) }
  }

  /// How long it takes now, and how long as it is written, in nanoseconds.
  func length(of row: Row) -> (now: Int64, written: Int64)? {
    guard let length = row.length else { return nil }
    let original = written[key: row.promise.key]?.lengths.first { $0.timer == length.timer }
    let written = original?.nanoseconds ?? length.nanoseconds
    return (lengthChange(of: row)?.length ?? length.nanoseconds, written)
  }

  /// Its outcome is turned round.
  func isFlipped(_ row: Row) -> Bool { changes.contains(Override(row.promise.key, .flip)) }

  /// How, and after which event, it is settled by hand.
  func settling(of row: Row) -> (outcome: PromiseEvent.Outcome, event: Int)? {
    for change in changes.reversed() where change.promise == row.promise.key {
      if case .settle(let outcome, let event) = change.change { return (outcome, event) }
    }
    return nil
  }

  /// Changes something; what is as it is written needs no change.
  mutating func change(_ new: Override) {
    let before = changes.last { $0.isAlike(new) }
    changes.removeAll { $0.isAlike(new) }
    if new.change == .flip, before != nil { return }
    if isOriginal, let length = new.length, let row = selectedRow,
      self.length(of: row)?.written == length
    {
      return
    }
    changes.append(new)
  }
}

extension Adjustables {
  /// The promise of this key; none where the run has none.
  fileprivate subscript(key key: PromiseKey) -> Adjustable? { all.first { $0.key == key } }
}

extension WhatIfPanel {
  /// What is asked of the selected row's length; none where it has none.
  func request(schedule: Schedule?) -> CriticalRequest? {
    guard let row = selectedRow, let length = row.length,
      let written = self.length(of: row)?.written
    else { return nil }
    let like = Override(row.promise.key, length.change(to: 0))
    return CriticalRequest(
      schedule: schedule, others: changes.filter { !$0.isAlike(like) }, promise: row.promise.key,
      length: Adjustable.Length(timer: length.timer, nanoseconds: written))
  }
}
