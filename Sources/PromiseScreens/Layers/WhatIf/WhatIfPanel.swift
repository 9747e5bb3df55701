import PromiseEvents
package import PromiseExploration
package import PromiseGraph
import PromiseInsight
package import PromiseSimulation

/// The what-if panel: what can be changed in a run, what is changed, and the results.
package struct WhatIfPanel: Sendable {
  /// A row: a promise, and one of its lengths, if it has any.
  package struct Row: Hashable, Sendable {
    package var promise: Adjustable
    package var length: Adjustable.Length?

    /// Returns whether it is the same row in another run.
    func isLike(_ other: Row) -> Bool {
      promise.key == other.promise.key && length?.timer == other.length?.timer
    }
  }

  /// The changes; the run on the screen may lag behind for a moment.
  package var changes: [Override]
  /// Whether the original run is known; it is not if the command line changed the run.
  let isOriginal: Bool
  /// The facts of the original run.
  let original: TimedFacts
  /// What can be changed in the original run.
  private let written: Adjustables
  /// The rows for the run on the screen.
  package private(set) var rows: [Row] = []
  /// Whether only the first events of a long run were read.
  private(set) var isCutOff = false
  /// The facts of the run on the screen.
  private var shown: TimedFacts
  /// A promise that always has a row, because the panel was opened for it.
  private let asked: PromiseKey?
  /// The row that the arrow keys have selected.
  package internal(set) var selected = 0
  /// The length in milliseconds being typed.
  package internal(set) var typed: String?
  /// Whether the panel asks how to settle the selected promise.
  package internal(set) var isSettling = false
  /// The scroll position of the text below the rows.
  var scroll = 0
  /// The critical values found; an inner `nil` while a search is running.
  var critical: [CriticalRequest: CriticalValues?] = [:]

  /// Creates the panel for a run; `original` contains the events of the original run. O(events)
  init(
    original: some Sequence<PromiseEvent>, shown: some Sequence<PromiseEvent>,
    changes: [Override], isOriginal: Bool = true, asked: PromiseID?
  ) {
    self.isOriginal = isOriginal
    self.original = TimedFacts(original)
    self.shown = self.original
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
    shown = TimedFacts(events)
    selected =
      rows.firstIndex { row in old.map(row.isLike) ?? false }
      ?? min(selected, max(0, rows.count - 1))
  }

  /// Returns what is different in the run on the screen, as sentences.
  package func differences(_ language: Language) -> [String] {
    RunChange(from: original, to: shown, language: language).sentences
  }

  /// The selected row; `nil` if there is no row.
  package var selectedRow: Row? { rows.indices.contains(selected) ? rows[selected] : nil }

  // MARK: What is changed

  /// Returns the change of this row's length; `nil` if it is unchanged.
  func lengthChange(of row: Row) -> Override? {
    guard let length = row.length else { return nil }
    let like = Override(row.promise.key, length.change(to: 0))
    return changes.last { $0.isAlike(like) }
  }

  /// Returns the current and the original length in nanoseconds.
  func length(of row: Row) -> (now: Int64, written: Int64)? {
    guard let length = row.length else { return nil }
    let original = written[key: row.promise.key]?.lengths.first { $0.timer == length.timer }
    let written = original?.nanoseconds ?? length.nanoseconds
    return (lengthChange(of: row)?.length ?? length.nanoseconds, written)
  }

  /// Returns whether the outcome of the row is flipped.
  func isFlipped(_ row: Row) -> Bool { changes.contains(Override(row.promise.key, .flip)) }

  /// Returns how, and after which event, the promise is settled by hand.
  func settling(of row: Row) -> (outcome: PromiseEvent.Outcome, event: Int)? {
    for change in changes.reversed() where change.promise == row.promise.key {
      if case .settle(let outcome, let event) = change.change { return (outcome, event) }
    }
    return nil
  }

  /// Applies a change; a change back to the original value removes it.
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
  /// The promise of this key; `nil` if the run has none.
  fileprivate subscript(key key: PromiseKey) -> Adjustable? { all.first { $0.key == key } }
}

extension WhatIfPanel {
  /// Returns the critical values of the selected row, if they are known.
  func criticalValues(in state: State) -> CriticalValues? {
    request(schedule: (state.unchanged ?? state.run)?.token?.schedule).flatMap {
      critical[$0] ?? nil
    }
  }

  /// Returns the request for the critical values of the selected row; `nil` if it has no length.
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
