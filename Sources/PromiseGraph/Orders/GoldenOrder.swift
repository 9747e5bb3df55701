/// The order that a run is expected to have, as people read and write it.
///
/// Each line is a handler or a note. Lines between `{` and `}` may happen in any order. A line that begins with
/// `#` is a comment, and one that begins with `expect:` says what else must hold in the run.
package struct GoldenOrder: Hashable, Sendable {
  /// The expected items, in order.
  package var items: [Item]
  /// What else must hold in the run: the sentences above the items, and those below.
  package var above: [GoldenExpectation] = []
  package var below: [GoldenExpectation] = []

  /// One line, or a block of lines in any order.
  package struct Item: Hashable, Sendable {
    /// The comments and blank lines above the item.
    package var comments: [String] = []
    package var lines: [GoldenLine]
    /// Whether the lines are between braces.
    package var isBlock: Bool

    package init(comments: [String] = [], lines: [GoldenLine], isBlock: Bool = false) {
      self.comments = comments
      self.lines = lines
      self.isBlock = isBlock
    }
  }

  package init(_ items: [Item] = []) { self.items = items }

  /// Creates the order that a run had.
  package init(_ order: HandlerOrder, times: Bool) {
    items = order.steps.map { Item(lines: [GoldenLine($0, times: times)]) }
  }

  /// Creates an order of these lines.
  package init(lines: [String]) { items = lines.map { Item(lines: [GoldenLine($0)]) } }

  /// The number of lines.
  package var count: Int { items.reduce(0) { $0 + $1.lines.count } }

  /// Whether any line has a time.
  package var hasTimes: Bool { items.contains { $0.lines.contains { $0.time != nil } } }

  /// The lines as written, without comments.
  package var lines: [String] {
    items.flatMap(\.written)
  }

  /// The text of the file, or of its section.
  package var text: String {
    let lines =
      above.flatMap(\.written) + items.flatMap { $0.comments + $0.written }
      + below.flatMap(\.written)
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the order with the sentences of another one, in the same places.
  package func expecting(as other: GoldenOrder?) -> GoldenOrder {
    var order = self
    order.above = other?.above ?? []
    order.below = other?.below ?? []
    return order
  }
}

/// What is expected of a run besides its order: a line `expect: save before render`. The meaning of the sentence
/// is defined in PromiseExploration.
package struct GoldenExpectation: Hashable, Sendable {
  /// The start of the line.
  static let mark = "expect:"

  /// The comments and blank lines above the line.
  package var comments: [String] = []
  /// The line as in the file, without the spaces at its end.
  package let raw: String
  /// The number of the line, counted from 1.
  package let line: Int

  /// The text after the mark.
  package var sentence: String {
    raw.drop { $0 == " " || $0 == "\t" }.dropFirst(Self.mark.count)
      .drop { $0 == " " || $0 == "\t" }.description
  }

  /// The line as in the file, with the comments above it.
  fileprivate var written: [String] { comments + [raw] }
}

extension GoldenOrder.Item {
  /// The item as in the file, without the comments above it.
  fileprivate var written: [String] {
    isBlock ? ["{"] + lines.map { "  \($0.raw)" } + ["}"] : lines.map(\.raw)
  }
}

extension GoldenOrder {
  /// A line of the order, at the place where a run has it.
  struct Slot: Sendable {
    /// The index of the item that the line belongs to.
    var item: Int
    var line: GoldenLine
  }

  /// Returns the lines in order, those of a block as they happen in `steps`. If the steps have this order, each
  /// slot is at the index of its step. O(n), except for blocks, which are searched.
  func slots(like steps: [HandlerOrder.Step], times: Bool) -> [Slot] {
    var slots: [Slot] = []
    var place = 0
    for (index, item) in items.enumerated() {
      let end = min(steps.count, place + item.lines.count + Self.sight)
      let window = steps[place..<end]
      let (lines, last) = Self.arranged(item.lines, like: window, times: times)
      slots += lines.map { Slot(item: index, line: $0) }
      place = last.map { $0 + 1 } ?? place
    }
    return slots
  }

  /// Returns the lines in the order of those steps, lines without a step last, and the index of the last match.
  private static func arranged(
    _ lines: [GoldenLine], like steps: ArraySlice<HandlerOrder.Step>, times: Bool
  ) -> ([GoldenLine], Int?) {
    var rest = lines
    var arranged: [GoldenLine] = []
    var last: Int?
    for (index, step) in zip(steps.indices, steps) {
      guard !rest.isEmpty else { break }
      // A line with the time is preferred to one without.
      let exact = rest.firstIndex { $0.time != nil && $0.matches(step, times: times) }
      guard let found = exact ?? rest.firstIndex(where: { $0.matches(step, times: times) }) else {
        continue
      }
      arranged.append(rest.remove(at: found))
      last = index
    }
    return (arranged + rest, last)
  }

  /// How far ahead a line is searched for that is not where it should be.
  private static var sight: Int { 64 }
}

extension GoldenOrder {
  /// Returns the order as the run had it. Items that match are kept as written, with their blocks, comments and
  /// times, and so are the other expectations. If `times` are compared, new lines get them as well, unless the order
  /// has none.
  package func updated(to order: HandlerOrder, times: Bool) -> GoldenOrder {
    let writesTimes = writesTimes(if: times)
    let difference = OrderDifference(self, order, times: times)
    guard difference.rest == 0 else {
      return GoldenOrder(order, times: writesTimes).expecting(as: self)
    }
    let old = moved(to: [order])
    var items: [Item] = []
    var comments: [String] = []
    var index = 0
    while index < difference.rows.count {
      if let kept = difference.kept[index] {
        items.append(old.items[kept])
        index += old.items[kept].lines.count
      } else {
        if let step = difference.rows[index].step {
          items.append(Item(comments: comments, lines: [GoldenLine(step, times: writesTimes)]))
          comments = []
        }
        index += 1
      }
    }
    // The comment above the first line is about the whole order.
    if let heading = self.items.first?.comments, !items.isEmpty, items[0].comments.isEmpty {
      items[0].comments = heading
    }
    return GoldenOrder(items).expecting(as: self)
  }

  /// Returns whether new lines get times, if times are compared.
  package func writesTimes(if times: Bool) -> Bool { times && (items.isEmpty || hasTimes) }

  /// Creates the order that all of the runs have, with blocks where they differ; `nil` if one run has a line
  /// that another does not have.
  package init?(of orders: [HandlerOrder], times: Bool) {
    guard let first = orders.first else { return nil }
    let lines = orders.map { order in order.steps.map { GoldenLine($0, times: times) } }
    guard lines.allSatisfy({ $0.count == first.steps.count }) else { return nil }
    var items: [Item] = []
    var start = 0
    // How many more times each line occurred in the first run than in each of the others.
    var balances = Array(repeating: Balance(), count: lines.count)
    for place in lines[0].indices {
      for run in lines.indices.dropFirst() {
        balances[run].add(lines[0][place], 1)
        balances[run].add(lines[run][place], -1)
      }
      guard balances.allSatisfy(\.isEven) else { continue }
      let part = lines[0][start...place]
      items.append(Item(lines: Array(part), isBlock: part.count > 1))
      start = place + 1
    }
    guard start == lines[0].count else { return nil }
    self.items = items
  }
}

/// How many more times each line occurred in one run than in another.
private struct Balance {
  private var counts: [GoldenLine: Int] = [:]

  var isEven: Bool { counts.isEmpty }

  mutating func add(_ line: GoldenLine, _ count: Int) {
    let sum = counts[line, default: 0] + count
    counts[line] = sum == 0 ? nil : sum
  }
}

/// A line of a golden order: `80 fetch on net`, `fetch on net`, `shown 3`.
package struct GoldenLine: Hashable, Sendable {
  /// The line as in the file, without the spaces at its end.
  package let raw: String
  /// The milliseconds at the start of the line; `nil` if there are none.
  package let time: Int64?
  /// The text after the time.
  package let text: String
  /// The whole line, for a name that begins with a number.
  private let whole: String

  /// Reads a line. Text after a backslash at its start is taken literally.
  package init(_ line: String) {
    let line = line.trimmedBlanks
    raw = String(line)
    let whole = line.drop { $0 == " " || $0 == "\t" }
    self.whole = Self.unescaped(whole)
    let digits = whole.prefix { $0.isASCII && $0.isNumber }
    let rest = whole.dropFirst(digits.count)
    if let time = Int64(digits), rest.first.map({ $0 == " " || $0 == "\t" }) ?? true {
      self.time = time
      text = Self.unescaped(rest.drop { $0 == " " || $0 == "\t" })
    } else {
      time = nil
      text = self.whole
    }
  }

  /// Creates the line for a step.
  package init(_ step: HandlerOrder.Step, times: Bool) {
    self.init(step.line(of: Self.escaped(step.text, alone: !times), times: times))
  }

  /// Returns whether the line matches a step; without `times`, its time is ignored.
  package func matches(_ step: HandlerOrder.Step, times: Bool) -> Bool {
    let said = step.text.trimmedBlanks.drop { $0 == " " || $0 == "\t" }
    if time != nil, whole == said { return true }
    guard text == said || isWithoutPlace(step) else { return false }
    guard times, let time else { return true }
    return time == step.milliseconds
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text.first == "\\" ? text.dropFirst() : text)
  }

  /// Returns the text with a backslash if it would be read as something else; `alone` if no time precedes it.
  private static func escaped(_ text: String, alone: Bool) -> String {
    let said = text.drop { $0 == " " || $0 == "\t" }
    guard let first = said.first else { return "\\" }
    let isSpecial =
      alone && ("#{}[".contains(first) || said.hasPrefix(GoldenExpectation.mark))
    return first == "\\" || isSpecial ? "\\" + said : text
  }
}

extension StringProtocol {
  /// The text without the spaces at its end.
  var trimmedBlanks: SubSequence {
    var end = endIndex
    while end > startIndex, case let before = index(before: end),
      self[before] == " " || self[before] == "\t" || self[before] == "\r"
    {
      end = before
    }
    return self[..<end]
  }
}
