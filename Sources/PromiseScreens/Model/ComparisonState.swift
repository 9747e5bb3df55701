package import PromiseGraph
import PromiseInsight

/// Two compared runs on the screen, and the view of them.
package struct ComparisonState: Sendable {
  /// The runs and their differences.
  @Box package private(set) var comparison: RunComparison
  /// The index of the selected difference.
  package internal(set) var selected = 0
  /// The focused pane.
  var focus = ComparePane.differences
  /// The run that Enter opens.
  package internal(set) var side = ComparePane.before
  /// The first visible row of the runs, if the user scrolled them.
  var scrolled: Int?
  /// Whether it is visible: no run covers it.
  package internal(set) var isInFront = true
  /// Whether it covers the open run, to which Esc returns.
  var coversRun = false

  init(_ comparison: RunComparison) { self.comparison = comparison }

  /// The selected difference; `nil` if there is none.
  var difference: RunDifference? {
    comparison.differences.indices.contains(selected) ? comparison.differences[selected] : nil
  }

  /// Returns the first visible row of the runs in `height` rows: the selected difference is a third below it.
  func firstRow(height: Int) -> Int {
    let last = max(0, comparison.lines.rows.count - height)
    let wanted = scrolled ?? comparison.row(of: selected) - height / 3
    return min(max(0, wanted), last)
  }
}
