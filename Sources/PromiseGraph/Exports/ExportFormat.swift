package import PromiseEvents

/// The forms in which a run can be given to other programs.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// The promises and what follows from what, for Mermaid: GitHub draws it in any Markdown.
  case mermaid
  /// What happened in order, queue by queue, as a sequence diagram for Mermaid.
  case sequence
  /// The promises and what follows from what, for Graphviz.
  case dot
  /// The screen at the end of the range, as a picture.
  case svg
  /// Queues and promises over time, for ui.perfetto.dev: its native track events.
  case perfetto
  /// A page that needs nothing else: the screens of the run, with a scrubber.
  case html
  /// The events, as they are recorded.
  case jsonl

  /// What the name of a file of this form ends with.
  package var ending: String {
    switch self {
    case .mermaid, .sequence: ".mmd"
    case .dot: ".dot"
    case .svg: ".svg"
    case .perfetto: ".pftrace"
    case .html: ".html"
    case .jsonl: ".jsonl"
    }
  }

  /// The form that the ending of `path` stands for; none where it stands for no form. A `.mmd` is a
  /// flowchart.
  package init?(path: String) {
    let endings: [(String, ExportFormat)] =
      Self.allCases.map { ($0.ending, $0) } + [
        (".perfetto-trace", .perfetto), (".gv", .dot), (".mermaid", .mermaid), (".htm", .html),
      ]
    let name = path.lowercased()
    guard let found = endings.first(where: { name.hasSuffix($0.0) }) else { return nil }
    self = found.1
  }

  /// It is no text: a terminal would show rubbish.
  package var isBinary: Bool { self == .perfetto }

  /// What it is, in a few words.
  package var about: String {
    switch self {
    case .mermaid: "Mermaid flowchart: what follows from what"
    case .sequence: "Mermaid sequence: what happened, queue by queue"
    case .dot: "Graphviz: what follows from what"
    case .svg: "a picture of the screen"
    case .perfetto: "Perfetto: queues and promises over time"
    case .html: "a page with a scrubber over the run"
    case .jsonl: "the events, as JSON Lines"
    }
  }
}

/// The part of a run that is exported: from one event to another one, both included.
package struct ExportRange: Hashable, Sendable {
  /// An end of the range, as a person names it.
  package enum Bound: Hashable, Sendable {
    /// An event, by its number.
    case event(Int)
    /// A time in nanoseconds, on the clock of the run.
    case time(Int64)
  }

  /// Where it begins; with the first event where nothing is said.
  package var from: Bound?
  /// Where it ends; with the last event where nothing is said.
  package var to: Bound?

  /// The whole run, where nothing is said.
  package init(from: Bound? = nil, to: Bound? = nil) {
    self.from = from
    self.to = to
  }

  /// It is the whole run.
  package var isWhole: Bool { from == nil && to == nil }

  /// It begins after its end.
  private var isReversed: Bool {
    switch (from, to) {
    case (.event(let from)?, .event(let to)?): from > to
    case (.time(let from)?, .time(let to)?): from > to
    default: false
    }
  }

  /// Why no event lies in a range.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// The numbers of the first and the last event of the range.
  ///
  /// - Throws: A sentence that says where the run begins and ends, if no event lies in the range.
  package func numbers(in events: [PromiseEvent]) throws(Problem) -> ClosedRange<Int> {
    guard let first = events.first, let last = events.last else {
      throw Problem(
        description: "there is no event to export: no promise was made while it was recorded")
    }
    guard !isReversed else {
      throw Problem(
        description: "the part would end before it begins: --from lies after --to: exchange them")
    }
    let begin: PromiseEvent? =
      switch from {
      case nil: first
      case .event(let number): events.first { $0.sequence >= number }
      case .time(let time): events.first { $0.time >= time }
      }
    let end: PromiseEvent? =
      switch to {
      case nil: last
      case .event(let number): events.last { $0.sequence <= number }
      case .time(let time): events.last { $0.time <= time }
      }
    guard let begin, let end, begin.sequence <= end.sequence else {
      throw Problem(
        description: "no event lies there: the run is from event \(first.sequence) to "
          + "\(last.sequence), and from \(milliseconds(first.time)) to \(milliseconds(last.time)) ms"
      )
    }
    return begin.sequence...end.sequence
  }
}
