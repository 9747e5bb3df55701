import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// Two runs beside each other, up to the same line the same; the choice that matters is marked in both.
struct SideBySide {
  /// The lines of text; the first one has the headings.
  let lines: [String]

  /// - Parameter width: The columns of both sides and of what stands between them.
  init(
    left: String, _ leftLines: [RunLine], right: String, _ rightLines: [RunLine],
    width: Int = LinearReport.width
  ) {
    let width = max(16, (width - 3) / 2)
    let start = max(0, Self.shared(leftLines, rightLines) - Self.context)
    let left = [left.cut(to: width)] + Self.texts(leftLines, from: start, width)
    let right = [right.cut(to: width)] + Self.texts(rightLines, from: start, width)
    lines = (0..<max(left.count, right.count)).map { row in
      let first = row < left.count ? sanitized(left[row]) : ""
      let second = row < right.count ? sanitized(right[row]) : ""
      let gap = String(repeating: " ", count: max(0, width - first.count))
      return "\(first)\(gap) | \(second)".withoutTrailingBlanks
    }
  }

  /// How many lines stand before those that differ.
  private static let context = 8

  /// How many lines there are before the runs differ.
  private static func shared(_ left: [RunLine], _ right: [RunLine]) -> Int {
    zip(left, right).prefix { !$0.kind.isWhereRunsPart && $0.text == $1.text }.count
  }

  private static func texts(_ lines: [RunLine], from start: Int, _ width: Int) -> [String] {
    let skipped = start > 0 ? ["   ... \(start) lines that are the same"] : []
    return skipped + lines[start...].map { text($0).cut(to: width) }
  }

  /// `!  50.0 main  [save] or prepare`
  private static func text(_ line: RunLine) -> String {
    let time = milliseconds(line.time)
    let place = "\(String(repeating: " ", count: max(0, 6 - time.count)))\(time)"
    let queue = (line.queue ?? "").padded(to: 6)
    return "\(mark(line.kind)) \(place) \(queue) \(line.text)"
  }

  private static func mark(_ kind: RunLine.Kind) -> String {
    switch kind {
    case .choice: "?"
    case .decisiveChoice, .parting: "!"
    case .note: "\""
    case .timer, .start, .end, .wait: " "
    }
  }
}

extension RunLine.Kind {
  /// What comes before is the same in both.
  fileprivate var isWhereRunsPart: Bool { self == .decisiveChoice || self == .parting }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
