import PromiseEvents

/// The difference between a run's order and the expected one, line by line.
///
/// It compares a run with a text whose lines can omit times and whose blocks leave the order open. To compare
/// two runs, use `RunAlignment`.
package struct OrderDifference: Sendable {
  /// A line of both orders, or of one.
  package enum Row: Hashable, Sendable {
    /// It was expected and happened.
    case same(HandlerOrder.Step, GoldenLine)
    /// It was expected here and did not happen here.
    case missing(GoldenLine)
    /// It happened here and was not expected here.
    case extra(HandlerOrder.Step)
  }

  /// Every line, in order.
  package let rows: [Row]
  /// The items of the golden order that match completely, by the index of their first row.
  let kept: [Int: Int]
  /// Whether places of handlers in the source have moved since the golden order was written.
  package let hasMoved: Bool
  /// How many lines at the end were not compared, because too much before them differs.
  package let rest: Int

  /// Whether the order is the expected one.
  package var isEmpty: Bool { rest == 0 && rows.allSatisfy(\.isSame) }

  /// Compares a run's order with the expected one. Handlers without a label may have moved in the source.
  ///
  /// - Parameter times: Whether the times of lines that have one are compared.
  /// - Complexity: O(n) if they agree; bounded if they do not.
  package init(_ written: GoldenOrder, _ order: HandlerOrder, times: Bool) {
    let expected = written.moved(to: [order])
    hasMoved = expected != written
    let slots = expected.slots(like: order.steps, times: times)
    let steps = order.steps
    let start = zip(slots, steps).prefix { $0.line.matches($1, times: times) }.count
    let end = zip(slots[start...].reversed(), steps[start...].reversed())
      .prefix { $0.line.matches($1, times: times) }.count
    let middle = Middle(
      slots[start..<(slots.count - end)], steps[start..<(steps.count - end)], times: times)
    var rows = zip(slots, steps).prefix(start).map { Row.same($1, $0.line) }
    var items: [Int?] = slots.prefix(start).map(\.item)
    rows += middle.rows
    items += middle.items
    if middle.rest == 0 {
      rows += zip(slots.suffix(end), steps.suffix(end)).map { Row.same($1, $0.line) }
      items += slots.suffix(end).map(\.item)
    }
    self.rows = rows
    rest = middle.rest == 0 ? 0 : middle.rest + end
    kept = Self.whole(expected, items, rows)
  }

  /// Returns the items whose lines all match, one right after the other.
  private static func whole(
    _ expected: GoldenOrder, _ items: [Int?], _ rows: [Row]
  ) -> [Int: Int] {
    var kept: [Int: Int] = [:]
    var index = 0
    while index < rows.count {
      guard let item = items[index], rows[index].isSame else {
        index += 1
        continue
      }
      let run = zip(items[index...], rows[index...]).prefix { $0 == item && $1.isSame }.count
      if run == expected.items[item].lines.count { kept[index] = item }
      index += run
    }
    return kept
  }
}

extension OrderDifference.Row {
  /// Whether it was expected and happened.
  package var isSame: Bool { if case .same = self { true } else { false } }

  /// The step that happened.
  package var step: HandlerOrder.Step? {
    switch self {
    case .same(let step, _), .extra(let step): step
    case .missing: nil
    }
  }
}

/// The lines between those that agree at the start and at the end.
private struct Middle {
  var rows: [OrderDifference.Row] = []
  /// The item of each expected row.
  var items: [Int?] = []
  var rest = 0

  init(_ slots: ArraySlice<GoldenOrder.Slot>, _ steps: ArraySlice<HandlerOrder.Step>, times: Bool) {
    let before = Array(slots.prefix(Self.most))
    let after = Array(steps.prefix(Self.most))
    rest = max(slots.count - before.count, steps.count - after.count)
    // Numbers stand for the expected lines, and the numbers after these for what happened.
    let lines = before.indices
    let changes = (lines.count..<(lines.count + after.count)).difference(from: lines) { a, b in
      let (line, step) = (min(a, b), max(a, b) - lines.count)
      return lines.contains(line) && after.indices.contains(step)
        && before[line].line.matches(after[step], times: times)
    }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    merge(before, after, removed, inserted)
  }

  private mutating func merge(
    _ slots: [GoldenOrder.Slot], _ steps: [HandlerOrder.Step], _ removed: Set<Int>,
    _ inserted: Set<Int>
  ) {
    var (a, b) = (0, 0)
    while a < slots.count || b < steps.count {
      if a < slots.count, removed.contains(a) {
        add(.missing(slots[a].line), slots[a].item)
        a += 1
      } else if b < steps.count, inserted.contains(b) || a == slots.count {
        add(.extra(steps[b]), nil)
        b += 1
      } else {
        guard a < slots.count, b < steps.count else { return }
        add(.same(steps[b], slots[a].line), slots[a].item)
        a += 1
        b += 1
      }
    }
  }

  private mutating func add(_ row: OrderDifference.Row, _ item: Int?) {
    rows.append(row)
    items.append(item)
  }

  /// The most lines that are compared.
  private static var most: Int { 1000 }
}

extension OrderDifference {
  /// How many lines differ.
  package var count: Int { rows.count { !$0.isSame } }

  /// The number of the first event at which the run differs; `nil` if lines are only missing at the end.
  package var firstEvent: Int? {
    guard let first = rows.firstIndex(where: { !$0.isSame }) else { return nil }
    return rows[first...].lazy.compactMap(\.step).first?.sequence
  }

  /// Returns the lines around the differences: `-` for what was expected and did not happen there, `+` for
  /// what happened instead, with the number of its event.
  ///
  /// - Parameters:
  ///   - times: Whether lines that happened have times.
  ///   - context: How many matching lines are shown around a difference.
  package func text(times: Bool, context: Int = 3) -> String {
    var lines: [(text: String, note: String)] = []
    var shown = -1
    for (index, row) in rows.enumerated() where isNear(index, context) {
      if index > shown + 1 {
        lines.append(("  … \(plural(index - shown - 1, "line")) as expected", ""))
      }
      shown = index
      lines.append(Self.line(row, times: times))
    }
    let hidden = rows.count - shown - 1
    if hidden > 0 { lines.append(("  … \(plural(hidden, "line")) as expected", "")) }
    if rest > 0 { lines.append(("  … the rest, \(plural(rest, "line")), is not compared", "")) }
    let width = min(48, lines.filter { !$0.note.isEmpty }.map(\.text.count).max() ?? 0)
    return lines.map { line in
      guard !line.note.isEmpty else { return line.text + "\n" }
      return "\(line.text.padded(to: width))   \(line.note)\n"
    }.joined()
  }

  private static func line(_ row: Row, times: Bool) -> (String, String) {
    switch row {
    case .same(let step, let line): ("  " + step.line(times: line.time != nil && times), "")
    case .missing(let line): ("- " + line.raw, "")
    case .extra(let step): ("+ " + step.line(times: times), "event \(step.sequence)")
    }
  }

  private func isNear(_ index: Int, _ context: Int) -> Bool {
    let start = max(0, index - context)
    let end = min(rows.count - 1, index + context)
    return rows[start...end].contains { !$0.isSame }
  }
}
