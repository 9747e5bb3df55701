import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation

/// Two runs side by side, from shortly before the line where they diverge; the decisive choice is
/// marked in both.
struct SideBySide {
  /// The lines of text; the first one is the heading.
  let lines: [String]

  /// - Parameter width: The total width of both columns and the separator.
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

  /// Returns two columns of lines side by side, the left one padded to `width` characters.
  static func columns(_ left: [String], _ right: [String], _ width: Int) -> [String] {
    (0..<max(left.count, right.count)).map { row in
      let first = row < left.count ? left[row] : ""
      let second = row < right.count ? right[row] : ""
      return "\(first.padded(to: width)) | \(second)".withoutTrailingBlanks
    }
  }

  /// How many lines are shown before those that differ.
  private static let context = 8

  /// Returns how many lines the runs have in common before they diverge.
  private static func shared(_ left: [RunLine], _ right: [RunLine]) -> Int {
    zip(left, right).prefix { !$0.kind.isWhereRunsPart && $0.text == $1.text }.count
  }

  private static func texts(_ lines: [RunLine], from start: Int, _ width: Int) -> [String] {
    let skipped = start > 0 ? ["   ... \(start) lines in common"] : []
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

extension ComparedRun {
  /// Returns what started or was printed from a step on, up to `after` lines after the step where the run diverges from
  /// another one; if it does nothing there, up to its end.
  func lines(from start: Int, parting: Int?, after: Int) -> [RunLine] {
    let from = min(max(0, start), steps.count)
    let to = min(steps.count, max(from, parting ?? steps.count) + after)
    return (from..<to).map { line(of: steps[$0], isParting: $0 == parting) }
  }

  private func line(of step: Step, isParting: Bool) -> RunLine {
    let text = step.note ?? step.promise.map { promises[$0].label ?? promises[$0].name } ?? "?"
    return RunLine(
      time: time(step.moment), queue: step.promise.flatMap { queueLabel(of: $0) },
      kind: isParting ? .parting : step.note == nil ? .start : .note,
      text: isParting && step.note != nil ? "\"\(text)\"" : text, event: step.moment.sequence)
  }
}

extension RunLine.Kind {
  /// Whether the lines before this one are the same in both runs.
  fileprivate var isWhereRunsPart: Bool { self == .decisiveChoice || self == .parting }
}

extension String {
  /// Joins sections of lines, with an empty line between them; empty sections are left out.
  static func sections(_ sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
      + "\n"
  }
}
