import PromiseGraph
import PromiseInsight

/// The output of a program so far: the newest lines, within a limit of bytes.
package struct PrintedOutput: Sendable {
  /// The lines; those before ``start`` have been dropped.
  private var storage: [PrintedLine] = []
  private var start = 0
  private var bytes = 0
  /// How many lines were dropped to make room for newer ones.
  package private(set) var evicted = 0

  /// Creates an empty output.
  package init() {}

  /// The kept lines, the oldest first.
  package var lines: ArraySlice<PrintedLine> { storage[start...] }
  /// The number of kept lines.
  package var count: Int { storage.count - start }

  /// Appends lines in the order of printing. Returns how many older ones were dropped.
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

  /// Returns how many of the lines had been printed when the event `number` was the newest. O(log lines)
  package func count(at number: Int) -> Int {
    lines.partitionPoint { $0.after <= number } - lines.startIndex
  }

  /// Returns the kept part of a line: lines may be endless, and color codes have no meaning here.
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
  /// The text, without the line ending.
  package var text: String
  /// Whether it was printed to standard error.
  package var isError: Bool
  /// The number of the newest event before it.
  package var after: Int

  /// Creates a line.
  package init(text: String, isError: Bool = false, after: Int) {
    self.text = text
    self.isError = isError
    self.after = after
  }
}
