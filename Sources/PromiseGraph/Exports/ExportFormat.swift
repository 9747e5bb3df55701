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
