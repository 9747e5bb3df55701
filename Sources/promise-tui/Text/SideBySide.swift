import PromiseExploration
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
    lines = Self.columns(
      ([left.cut(to: width)] + Self.texts(leftLines, from: start, width)).map(sanitized),
      ([right.cut(to: width)] + Self.texts(rightLines, from: start, width)).map(sanitized), width)
  }

  /// Lines side by side, those at the left in so many characters.
  static func columns(_ left: [String], _ right: [String], _ width: Int) -> [String] {
    (0..<max(left.count, right.count)).map { row in
      let first = row < left.count ? left[row] : ""
      let second = row < right.count ? right[row] : ""
      return "\(first.padded(to: width)) | \(second)".withoutTrailingBlanks
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
    let queue = (line.queue ?? "").padded(to: 6)
    return "\(mark(line.kind)) \(time.padded(before: 6)) \(queue) \(line.text)"
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
  /// It with blanks behind it, up to so many characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The same with the blanks before it.
  func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// Sections of lines, with an empty line between them; those that are empty are left out.
  static func sections(_ sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
      + "\n"
  }
}
