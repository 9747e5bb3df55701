import PromiseGraph

/// One difference as a line, with a sign before it.
struct DiffRow: Hashable {
  /// What a line is: the sign says it, and where there are colours they do too.
  enum Sign: String {
    case added = "+"
    case removed = "-"
    case changed = "~"
    case unknown = "?"
  }

  var sign: Sign
  var text: String

  init(_ sign: Sign, _ text: String) { (self.sign, self.text) = (sign, text) }

  /// It as lines of at most `width` characters.
  func lines(width: Int) -> [String] {
    LinearReport.folded(text, after: "  \(sign.rawValue) ", indent: 6, width: width)
  }
}
