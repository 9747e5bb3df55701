import PromiseGraph
import PromiseInsight

extension RunDiff {
  /// Returns the first differences of one part, one row each; those that decide come first.
  func rows(_ section: DiffSection, most: Int = .max) -> [DiffRow] {
    differences.lazy.filter { DiffSection(of: $0.change) == section }.prefix(most).map(row)
  }

  /// Returns a difference as a row.
  func row(_ difference: RunDifference) -> DiffRow {
    DiffRow(difference.sign, alignment.sentence(of: difference))
  }
}

extension DiffSection {
  /// The part in which a difference is reported.
  init(of change: RunDifference.Change) {
    self =
      switch change {
      case .race: .races
      case .outcome: .outcomes
      case .value: .values
      case .presence: .promises
      case .ran, .move: .order
      case .printed: .printed
      case .link(let link): link.what.isQueue ? .queues : .chains
      case .time: .times
      case .warning: .warnings
      }
  }
}

/// One difference as a line, with a sign before it.
struct DiffRow: Hashable {
  var sign: RunDifference.Sign
  var text: String

  init(_ sign: RunDifference.Sign, _ text: String) { (self.sign, self.text) = (sign, text) }

  /// Returns the difference in lines of at most `width` characters.
  func lines(width: Int) -> [String] {
    LinearReport.folded(text, after: "  \(sign.rawValue) ", indent: 6, width: width)
  }
}
