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
    /// Its row.
    var row = 0
  }

  /// A row: the lines of the two runs, by their indices; at least one of them is there.
  package struct Row: Hashable, Sendable {
    package var before: Int?
    package var after: Int?
  }

  package private(set) var before: [Line]
  package private(set) var after: [Line]
  package private(set) var rows: [Row] = []

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
      add(i..<max(i, one), j..<max(j, other))
      add(Row(before: one, after: other))
      (i, j) = (one + 1, other + 1)
    }
    add(i..<before.count, j..<after.count)
  }

  /// Adds the lines between two common ones, each in a row of its own.
  private mutating func add(_ ours: Range<Int>, _ theirs: Range<Int>) {
    for line in ours { add(Row(before: line)) }
    for line in theirs { add(Row(after: line)) }
  }

  private mutating func add(_ row: Row) {
    if let line = row.before { before[line].row = rows.count }
    if let line = row.after { after[line].row = rows.count }
    rows.append(row)
  }

  /// Returns the index of the last row at or before an event of one run; 0 if there is none. O(log n)
  package func row(ofEvent event: Int, before isBefore: Bool) -> Int {
    let lines = isBefore ? before : after
    let count = lines.partitionPoint { $0.event <= event }
    return count > 0 ? lines[count - 1].row : 0
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

  /// Returns the event of one run at a row, or else before it. O(log n)
  package func event(atRow row: Int, before isBefore: Bool) -> Int? {
    guard rows.indices.contains(row) else { return nil }
    let lines = isBefore ? before : after
    let count = lines.partitionPoint { $0.row <= row }
    return count > 0 ? lines[count - 1].event : nil
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
