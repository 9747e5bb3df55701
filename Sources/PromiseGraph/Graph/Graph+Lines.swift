package import PromiseEvents

/// What one line of the source has made.
package struct LineNode: Hashable, Sendable {
  /// Which line.
  let key: LineKey
  /// The promises that were made there, in the order of their creation.
  package internal(set) var promises = RemovableList<PromiseID>()
  /// How many of them are in which state.
  package internal(set) var counts = StateCounts()
  /// How many gaps there had been when it was changed last.
  var gaps = 0

  init(key: LineKey) { self.key = key }

  /// A promise is forgotten. How many there were of its state stays, unless that may still change.
  mutating func forget(_ node: PromiseNode) {
    promises.remove(node.id)
    pass(gaps: node.gaps)
    if !node.isFinal { counts.move(from: node.state, to: nil) }
  }

  /// After gaps no state is known that may have changed in them.
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

  /// Files of one program have names of different lengths, most of them.
  var bucket: Int { line &+ file.utf8.count &* 509 }
}

extension Graph {
  /// What `line` of `file` has made; none where that is nothing. O(1)
  package func made(in file: String, line: Int) -> LineNode? {
    guard let number = lineNumber(of: LineKey(file: file, line: line)), var node = lineTable[number]
    else { return nil }
    node.pass(gaps: gaps)
    return node
  }

  /// A promise begins, at some line of the source.
  mutating func joinLine(_ id: PromiseID) {
    guard let made = promiseTable.read(id.rawValue, { ($0.creation.site, $0.state) }),
      let site = made.0
    else { return }
    let key = LineKey(file: site.file, line: site.line)
    var number = lineNumber(of: key) ?? 0
    if number == 0 {
      number = lineTable.count + 1
      var line = LineNode(key: key)
      line.gaps = gaps
      lineTable.insert(number, line)
      lineIndex.insert(number, for: key)
    }
    promiseTable.update(id.rawValue) { $0.line = number }
    updateLine(number) {
      $0.promises.append(id)
      $0.counts.add(1, to: made.1)
    }
  }

  /// The promise, as it is now, was in the state `old` before.
  mutating func moveInLine(_ node: Member, from old: PromiseState) {
    if node.line > 0 { updateLine(node.line) { $0.counts.move(from: old, to: node.state) } }
  }

  private func lineNumber(of key: LineKey) -> Int? {
    lineIndex.first(for: key) { lineTable.read($0) { $0.key == key } ?? false }
  }

  private mutating func updateLine(_ number: Int, _ body: (inout LineNode) -> Void) {
    lineTable.update(number) { [gaps] line in
      line.pass(gaps: gaps)
      body(&line)
    }
  }
}
