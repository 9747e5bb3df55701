import PromiseGraph

/// What a program has printed so far: the newest lines, as many as a bound of bytes allows.
package struct PrintedOutput: Sendable {
  /// The lines, of which those before ``start`` are given up.
  private var storage: [PrintedLine] = []
  private var start = 0
  private var bytes = 0
  /// How many lines were given up to make room for newer ones.
  package private(set) var evicted = 0

  /// Nothing was printed yet.
  package init() {}

  /// The lines that are kept, the oldest first.
  package var lines: ArraySlice<PrintedLine> { storage[start...] }
  /// How many there are.
  package var count: Int { storage.count - start }

  /// Takes lines in, in the order in which they were printed; tells how many older ones it gave up.
  @discardableResult
  mutating func append(contentsOf lines: [PrintedLine]) -> Int {
    let before = evicted
    for var line in lines {
      line.text = Self.kept(of: line.text)
      line.after = max(line.after, storage.last?.after ?? 0)
      storage.append(line)
      bytes += Self.cost(of: line)
    }
    while bytes > Self.mostBytes, count > 1 {
      bytes -= Self.cost(of: storage[start])
      storage[start].text = ""
      start += 1
      evicted += 1
    }
    if start > storage.count / 2 {
      storage.removeFirst(start)
      start = 0
    }
    return evicted - before
  }

  /// How many of the lines had been printed when the event `number` was the newest. O(log lines)
  package func count(at number: Int) -> Int {
    lines.partitionPoint { $0.after <= number } - lines.startIndex
  }

  /// A line of a file may have no end, and colours say nothing here.
  private static func kept(of text: String) -> String {
    let head = text.utf8.count > mostOfLine ? String(text.prefix(mostOfLine)) : text
    guard head.unicodeScalars.contains("\u{1B}") else { return head }
    return head.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }

  private static func cost(of line: PrintedLine) -> Int { line.text.utf8.count + 64 }

  private static let mostBytes = 4 << 20
  private static let mostOfLine = 4096
}

/// A line that a program printed.
package struct PrintedLine: Hashable, Sendable {
  /// What it says, without the end of the line.
  package var text: String
  /// It was printed on the standard error.
  package var isError: Bool
  /// The number of the newest event that had come before it.
  package var after: Int

  /// A line as it came.
  package init(text: String, isError: Bool = false, after: Int) {
    self.text = text
    self.isError = isError
    self.after = after
  }
}
