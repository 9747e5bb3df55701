/// An order that a run is expected to have, as a person reads and writes it.
///
/// A line tells a handler or a note. Lines between `{` and `}` may come in any order among themselves.
/// A line that begins with `#` is a comment, and one that begins with `expect:` says what else holds in the
/// run.
package struct GoldenOrder: Hashable, Sendable {
  /// What is expected, one after the other.
  package var items: [Item]
  /// What else holds in the run: the sentences that stand above the items, and those that stand below.
  package var above: [GoldenExpectation] = []
  package var below: [GoldenExpectation] = []

  /// One line, or a block of lines in any order.
  package struct Item: Hashable, Sendable {
    /// The comments and blank lines above it.
    package var comments: [String] = []
    package var lines: [GoldenLine]
    /// The lines stand between braces.
    package var isBlock: Bool

    package init(comments: [String] = [], lines: [GoldenLine], isBlock: Bool = false) {
      self.comments = comments
      self.lines = lines
      self.isBlock = isBlock
    }
  }

  package init(_ items: [Item] = []) { self.items = items }

  /// The order that a run had.
  package init(_ order: HandlerOrder, times: Bool) {
    items = order.steps.map { Item(lines: [GoldenLine($0, times: times)]) }
  }

  /// Those lines.
  package init(lines: [String]) { items = lines.map { Item(lines: [GoldenLine($0)]) } }

  /// How many lines there are.
  package var count: Int { items.reduce(0) { $0 + $1.lines.count } }

  /// Some line tells when.
  package var hasTimes: Bool { items.contains { $0.lines.contains { $0.time != nil } } }

  /// The lines as they are written, without comments.
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

  /// The order with the sentences of another one, which stand where they stood there.
  package func expecting(as other: GoldenOrder?) -> GoldenOrder {
    var order = self
    order.above = other?.above ?? []
    order.below = other?.below ?? []
    return order
  }
}

/// What is expected of a run beside its order: a line `expect: save before render`. What the sentence means
/// is not known here.
package struct GoldenExpectation: Hashable, Sendable {
  /// What the line begins with.
  static let mark = "expect:"

  /// The comments and blank lines above it.
  package var comments: [String] = []
  /// As it stands in the file, without the blanks behind it.
  package let raw: String
  /// The line, counted from 1.
  package let line: Int

  /// What follows the mark.
  package var sentence: String {
    raw.drop { $0 == " " || $0 == "\t" }.dropFirst(Self.mark.count)
      .drop { $0 == " " || $0 == "\t" }.description
  }

  /// As it stands in the file, with what stands above it.
  fileprivate var written: [String] { comments + [raw] }
}

extension GoldenOrder.Item {
  /// As it stands in the file, without what stands above it.
  fileprivate var written: [String] {
    isBlock ? ["{"] + lines.map { "  \($0.raw)" } + ["}"] : lines.map(\.raw)
  }
}

extension GoldenOrder {
  /// One line of the order, in the place where a run has it.
  struct Slot: Sendable {
    /// Which item it is a line of.
    var item: Int
    var line: GoldenLine
  }

  /// The lines one after the other, those of a block as they come in `steps`. Where the steps have this
  /// order, each slot stands where its step does. O(n) but for blocks, which are searched.
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

  /// The lines as they come among those steps, what does not come at the end; and the last one's place.
  private static func arranged(
    _ lines: [GoldenLine], like steps: ArraySlice<HandlerOrder.Step>, times: Bool
  ) -> ([GoldenLine], Int?) {
    var rest = lines
    var arranged: [GoldenLine] = []
    var last: Int?
    for (index, step) in zip(steps.indices, steps) {
      guard !rest.isEmpty else { break }
      // The line that tells the time is meant before one that tells none.
      let exact = rest.firstIndex { $0.time != nil && $0.tells(step, times: times) }
      guard let found = exact ?? rest.firstIndex(where: { $0.tells(step, times: times) }) else {
        continue
      }
      arranged.append(rest.remove(at: found))
      last = index
    }
    return (arranged + rest, last)
  }

  /// So far ahead a line is looked for that does not come where it should.
  private static var sight: Int { 64 }
}

extension GoldenOrder {
  /// The order as that run had it. What came as it is expected stands as it stood: its block, its comments
  /// and whether it tells when; and so does what else is expected.
  ///
  /// - Parameters:
  ///   - order: The run's order.
  ///   - times: Whether times are compared.
  ///   - writesTimes: Whether new lines tell when.
  package func updated(to order: HandlerOrder, times: Bool, writesTimes: Bool) -> GoldenOrder {
    let difference = OrderDifference(self, order, times: times)
    guard difference.rest == 0 else {
      return GoldenOrder(order, times: writesTimes).expecting(as: self)
    }
    var items: [Item] = []
    var comments: [String] = []
    var index = 0
    while index < difference.rows.count {
      if let kept = difference.kept[index] {
        items.append(self.items[kept])
        index += self.items[kept].lines.count
      } else {
        if let step = difference.rows[index].step {
          items.append(Item(comments: comments, lines: [GoldenLine(step, times: writesTimes)]))
          comments = []
        }
        index += 1
      }
    }
    // What stands above the first line is about all of it.
    if let heading = self.items.first?.comments, !items.isEmpty, items[0].comments.isEmpty {
      items[0].comments = heading
    }
    return GoldenOrder(items).expecting(as: self)
  }

  /// The order that all of those runs have: what they do not agree about stands in blocks.
  ///
  /// - Returns: Nothing where one run has a line that another has not.
  package init?(of orders: [HandlerOrder], times: Bool) {
    guard let first = orders.first else { return nil }
    let lines = orders.map { order in order.steps.map { GoldenLine($0, times: times) } }
    guard lines.allSatisfy({ $0.count == first.steps.count }) else { return nil }
    var items: [Item] = []
    var start = 0
    // How often each line has come in the first run, and how often less in each of the others.
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

/// How many more of each line one run has had than another.
private struct Balance {
  private var counts: [GoldenLine: Int] = [:]

  var isEven: Bool { counts.isEmpty }

  mutating func add(_ line: GoldenLine, _ count: Int) {
    let sum = counts[line, default: 0] + count
    counts[line] = sum == 0 ? nil : sum
  }
}

/// One line of a golden order: `80 fetch on net`, `fetch on net`, `shown 3`.
package struct GoldenLine: Hashable, Sendable {
  /// As it stands in the file, without the blanks behind it.
  package let raw: String
  /// The milliseconds that it begins with.
  package let time: Int64?
  /// The rest.
  package let text: String
  /// All of it, for a name that begins with a number.
  private let whole: String

  /// Reads a line. What comes after a backslash at the start of the text is taken as it stands.
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

  /// The line for a step.
  package init(_ step: HandlerOrder.Step, times: Bool) {
    self.init(step.line(of: Self.escaped(step.text, alone: !times), times: times))
  }

  /// Whether it tells that step; without `times` when it happened is left aside.
  package func tells(_ step: HandlerOrder.Step, times: Bool) -> Bool {
    let said = step.text.trimmedBlanks.drop { $0 == " " || $0 == "\t" }
    if time != nil, whole == said { return true }
    guard text == said else { return false }
    guard times, let time else { return true }
    return time == step.milliseconds
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text.first == "\\" ? text.dropFirst() : text)
  }

  /// With a backslash where the line would be read as something else: `alone` where no time stands before.
  private static func escaped(_ text: String, alone: Bool) -> String {
    let said = text.drop { $0 == " " || $0 == "\t" }
    guard let first = said.first else { return "\\" }
    let isSpecial =
      alone && ("#{}[".contains(first) || said.hasPrefix(GoldenExpectation.mark))
    return first == "\\" || isSpecial ? "\\" + said : text
  }
}

extension StringProtocol {
  /// Without the blanks at its end.
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
