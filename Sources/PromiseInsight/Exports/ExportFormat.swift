package import PromiseEvents
import PromiseGraph

/// The formats in which a run can be exported to other programs.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// The promises and their dependencies, for Mermaid: GitHub draws it in any Markdown.
  case mermaid
  /// The events in order, by queue, as a sequence diagram for Mermaid.
  case sequence
  /// The promises and their dependencies, for Graphviz.
  case dot
  /// The screen at the end of the range, as a picture.
  case svg
  /// Queues and promises over time, as native track events for ui.perfetto.dev.
  case perfetto
  /// A self-contained page that plays the run.
  case html
  /// The events as recorded.
  case jsonl
  /// The promises as spans of OpenTelemetry, as JSON Lines.
  case otlp
  /// The promises as spans of OpenTelemetry, in Protocol Buffers.
  case otlpProto = "otlp-proto"

  /// The extension of files in this format.
  package var ending: String {
    switch self {
    case .mermaid, .sequence: ".mmd"
    case .dot: ".dot"
    case .svg: ".svg"
    case .perfetto: ".pftrace"
    case .html: ".html"
    case .jsonl: ".jsonl"
    case .otlp: ".otlp.jsonl"
    case .otlpProto: ".otlp.pb"
    }
  }

  /// Creates the format for the extension of `path`; `nil` if no format has it. A `.mmd` is a flowchart.
  package init?(path: String) {
    let endings: [(String, ExportFormat)] =
      Self.allCases.map { ($0.ending, $0) } + [
        (".perfetto-trace", .perfetto), (".gv", .dot), (".mermaid", .mermaid), (".htm", .html),
      ]
    let name = path.lowercased()
    // The longest one counts: `.otlp.jsonl` is not `.jsonl`.
    let matching = endings.filter { name.hasSuffix($0.0) }
    guard let found = matching.max(by: { $0.0.count < $1.0.count }) else { return nil }
    self = found.1
  }

  /// Whether it is binary, so that a terminal cannot show it.
  package var isBinary: Bool { self == .perfetto || self == .otlpProto }

  /// Whether it consists of spans, which need to know when the run was.
  package var isSpans: Bool { self == .otlp || self == .otlpProto }

  /// A short description.
  package var about: String {
    switch self {
    case .mermaid: "Mermaid flowchart: promises and their dependencies"
    case .sequence: "Mermaid sequence diagram: events by queue"
    case .dot: "Graphviz: promises and their dependencies"
    case .svg: "a picture of the screen"
    case .perfetto: "Perfetto: queues and promises over time"
    case .html: "a page that plays the run in a browser"
    case .jsonl: "the events, as JSON Lines"
    case .otlp: "OpenTelemetry: a span for each promise"
    case .otlpProto: "the same in Protocol Buffers"
    }
  }
}

/// The part of a run that is exported: from one event to another, inclusive.
package struct ExportRange: Hashable, Sendable {
  /// An end of the range, as given by the user.
  package enum Bound: Hashable, Sendable {
    /// An event, by its number.
    case event(Int)
    /// A time in nanoseconds, on the clock of the run.
    case time(Int64)
  }

  /// The start; the first event if `nil`.
  package var from: Bound?
  /// The end; the last event if `nil`.
  package var to: Bound?

  /// Creates a range, by default the whole run.
  package init(from: Bound? = nil, to: Bound? = nil) {
    self.from = from
    self.to = to
  }

  /// Whether it is the whole run.
  package var isWhole: Bool { from == nil && to == nil }

  /// Whether the start is after the end.
  private var isReversed: Bool {
    switch (from, to) {
    case (.event(let from)?, .event(let to)?): from > to
    case (.time(let from)?, .time(let to)?): from > to
    default: false
    }
  }

  /// Returns the numbers of the first and the last event of the range.
  ///
  /// - Throws: The start and the end of the run, if no event is in the range.
  package func numbers(in events: [PromiseEvent]) throws(InputError) -> ClosedRange<Int> {
    guard let first = events.first, let last = events.last else {
      throw InputError(
        "there is no event to export: no promise was created during the recording")
    }
    guard !isReversed else {
      throw InputError(
        "the range begins after its end: exchange the two")
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
      throw InputError(
        "no event is in that range: the run is from event \(first.sequence) to "
          + "\(last.sequence), and from \(milliseconds(first.time)) to \(milliseconds(last.time)) ms"
      )
    }
    return begin.sequence...end.sequence
  }
}
