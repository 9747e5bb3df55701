extension GoldenOrder {
  /// The order as that run had it. What came as it is expected stands as it stood: its block, its comments
  /// and whether it tells when.
  ///
  /// - Parameters:
  ///   - order: The run's order.
  ///   - times: Whether times are compared.
  ///   - writesTimes: Whether new lines tell when.
  package func updated(to order: HandlerOrder, times: Bool, writesTimes: Bool) -> GoldenOrder {
    let difference = OrderDifference(self, order, times: times)
    guard difference.rest == 0 else { return GoldenOrder(order, times: writesTimes) }
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
    return GoldenOrder(items)
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
