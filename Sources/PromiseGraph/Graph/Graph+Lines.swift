package import PromiseEvents

/// The promises that one line of the source created.
package struct LineNode: Hashable, Sendable {
  /// The line.
  let key: LineKey
  /// The promises that were created there, in order.
  package internal(set) var promises = RemovableList<PromiseID>()
  /// How many of them are in each state.
  package internal(set) var counts = StateCounts()
  /// How many gaps there were when it was last changed.
  var gaps = 0

  init(key: LineKey) { self.key = key }

  /// Forgets a promise. It is still counted in its state, unless that state may change.
  mutating func forget(_ node: PromiseNode) {
    promises.remove(node.id)
    pass(gaps: node.gaps)
    if !node.isFinal { counts.move(from: node.state, to: nil) }
  }

  /// After gaps, counts every state that may have changed in them as unknown.
  mutating func pass(gaps: Int) {
    guard self.gaps != gaps else { return }
    self.gaps = gaps
    counts.forgetOpen()
  }
}

/// A line of a file.
struct LineKey: Hashable, Sendable, Bucketed {
  var file: String
  var line: Int
  /// The process; `nil` for the first one.
  var process: ProcessID?

  var bucket: Int { hashValue }
}

extension Graph {
  /// Returns what `line` of `file` created; `nil` if that is nothing. Of several processes, it is what the line
  /// created in the one to which `promise` belongs. O(1)
  package func made(in file: String, line: Int, near promise: PromiseID? = nil) -> LineNode? {
    let thread = promise.flatMap { id in promiseTable.read(id.rawValue) { $0.created.thread } ?? nil
    }
    let key = LineKey(file: file, line: line, process: processKey(of: thread))
    guard let number = lineNumber(of: key), var node = lineTables.lines[number] else { return nil }
    node.pass(gaps: gaps)
    return node
  }

  /// Adds a new promise to the line that created it.
  mutating func joinLine(_ id: PromiseID) {
    guard
      let made = promiseTable.read(
        id.rawValue, { ($0.creation.site, $0.state, $0.created.thread) }), let site = made.0
    else { return }
    let key = LineKey(file: site.file, line: site.line, process: processKey(of: made.2))
    var number = lineNumber(of: key) ?? 0
    if number == 0 {
      number = lineTables.lines.count + 1
      var line = LineNode(key: key)
      line.gaps = gaps
      lineTables.lines.insert(number, line)
      lineTables.numbers.insert(number, for: key)
    }
    promiseTable.update(id.rawValue) { $0.line = number }
    updateLine(number) {
      $0.promises.append(id)
      $0.counts.add(1, to: made.1)
    }
  }

  /// Updates the counts for a promise that was in the state `old` before.
  mutating func moveInLine(_ node: Member, from old: PromiseState) {
    if node.line > 0 { updateLine(node.line) { $0.counts.move(from: old, to: node.state) } }
  }

  private func lineNumber(of key: LineKey) -> Int? {
    lineTables.numbers.first(for: key) { lineTables.lines.read($0) { $0.key == key } ?? false }
  }

  private mutating func updateLine(_ number: Int, _ body: (inout LineNode) -> Void) {
    lineTables.lines.update(number) { [gaps] line in
      line.pass(gaps: gaps)
      body(&line)
    }
  }
}
