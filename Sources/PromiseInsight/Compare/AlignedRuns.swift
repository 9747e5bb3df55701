import PromiseEvents
import PromiseGraph

/// What two runs did, line by line, side by side: what both did in the same order is in one row, everything else is in
/// a row of its own run.
package struct AlignedRuns: Hashable, Sendable {
  /// Something that a run did.
  package struct Line: Hashable, Sendable {
    /// The handler that started, or the text that was printed, by its index in ``ComparedRun/steps``; `nil` if a
    /// promise without a handler settled.
    package var step: Int?
    /// The promise, by its index in ``ComparedRun/promises``.
    package var promise: Int?
    /// The event.
    package var event: Int
    /// The index of the same line of the other run, wherever it is there.
    package var partner: Int?
  }

  /// A row: the lines of the two runs, by their indices; at least one of them is there.
  package struct Row: Hashable, Sendable {
    package var before: Int?
    package var after: Int?
  }

  package private(set) var before: [Line]
  package private(set) var after: [Line]
  package private(set) var rows: [Row] = []
  /// The row of each line, in order.
  private var rowsBefore: [Int] = []
  private var rowsAfter: [Int] = []

  /// O(n log n)
  package init(_ runs: RunAlignment) {
    before = Self.lines(runs.before)
    after = Self.lines(runs.after)
    pair(runs)
    let common = before.indices.filter { before[$0].partner != nil }
    let kept = longestIncreasing(common.compactMap { before[$0].partner })
    rows.reserveCapacity(before.count + after.count - kept.count)
    var (i, j) = (0, 0)
    for place in kept {
      let one = common[place]
      guard let other = before[one].partner else { continue }
      addApart(&i, to: one, &j, to: other)
      rows.append(Row(before: one, after: other))
      (i, j) = (one + 1, other + 1)
    }
    addApart(&i, to: before.count, &j, to: after.count)
    for (place, row) in rows.enumerated() {
      if row.before != nil { rowsBefore.append(place) }
      if row.after != nil { rowsAfter.append(place) }
    }
  }

  /// Adds the lines up to a common one.
  private mutating func addApart(_ i: inout Int, to one: Int, _ j: inout Int, to other: Int) {
    for line in i..<max(i, one) { rows.append(Row(before: line)) }
    for line in j..<max(j, other) { rows.append(Row(after: line)) }
    (i, j) = (one, other)
  }

  /// Returns the index of the last row at or before an event of one run; 0 if there is none. O(log n)
  package func row(ofEvent event: Int, before isBefore: Bool) -> Int {
    let lines = isBefore ? before : after
    let count = lines.partitionPoint { $0.event <= event }
    return count > 0 ? (isBefore ? rowsBefore : rowsAfter)[count - 1] : 0
  }

  /// Returns the event of the first line of one run, among some dozens at or after an event, that is about a
  /// certain promise, by its index in ``ComparedRun/promises``; `nil` if there is none.
  package func event(
    atOrAfter event: Int, before isBefore: Bool, about isMeant: (Int) -> Bool
  ) -> Int? {
    let lines = isBefore ? before : after
    return lines[lines.partitionPoint { $0.event < event }...].prefix(Self.mostSearched)
      .first { $0.promise.map(isMeant) == true }?.event
  }

  private static var mostSearched: Int { 64 }

  /// Returns the last line of one run in the rows up to `row`. O(log n)
  private func lastLine(upTo row: Int, before isBefore: Bool) -> Int? {
    let count = (isBefore ? rowsBefore : rowsAfter).partitionPoint { $0 <= row }
    return count > 0 ? count - 1 : nil
  }

  /// Returns the event of one run at a row, or else before it.
  package func event(atRow row: Int, before isBefore: Bool) -> Int? {
    guard rows.indices.contains(row) else { return nil }
    return lastLine(upTo: row, before: isBefore).map { (isBefore ? before : after)[$0].event }
  }

  // MARK: - Lines

  /// The handlers and texts of a run, and the settlements of what has no handler.
  private static func lines(_ run: ComparedRun) -> [Line] {
    var lines = run.steps.enumerated().map { place, step in
      Line(step: place, promise: step.promise, event: step.moment.sequence)
    }
    for (place, promise) in run.promises.enumerated() {
      guard promise.enqueued == nil, promise.skipped == nil, let settled = promise.settled else {
        continue
      }
      lines.append(Line(promise: place, event: settled.sequence))
    }
    return lines.sorted { $0.event < $1.event }
  }

  private mutating func pair(_ runs: RunAlignment) {
    var steps = [Int?](repeating: nil, count: runs.after.steps.count)
    var settlements = [Int?](repeating: nil, count: runs.after.promises.count)
    for (place, line) in after.enumerated() {
      if let step = line.step {
        steps[step] = place
      } else if let promise = line.promise {
        settlements[promise] = place
      }
    }
    for (place, line) in before.enumerated() {
      let partner =
        if let step = line.step {
          runs.stepsAfter[step].flatMap { steps[$0] }
        } else {
          line.promise.flatMap { runs.partnersAfter[$0] }.flatMap { settlements[$0] }
        }
      guard let partner else { continue }
      before[place].partner = partner
      after[partner].partner = place
    }
  }
}
