package import PromiseKitLite

/// One event in words, as a line of the events pane says it.
package struct EventSummary: Hashable, Sendable {
  /// The promise it is about, or "--".
  package var subject: String
  /// What happened, in at most 11 characters.
  package var verb: String
  package var detail: String

  package init(_ event: PromiseEvent, in graph: Graph) {
    subject = event.kind.promises.first?.description ?? "--"
    verb = ""
    detail = ""
  }
}

/// `ns` nanoseconds as milliseconds with one digit: `206.0`.
package func milliseconds(_ ns: Int64) -> String { "\(ns / 1_000_000).\(abs(ns / 100_000) % 10)" }

/// A run as lines of text: what `--plain` prints.
package enum LinearReport {
  /// The report of the whole of `history`.
  package static func text(_ history: History, title: String) -> String { title }
}
