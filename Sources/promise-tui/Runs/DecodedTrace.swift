import PromiseGraph
import PromiseKitLite
import PromiseScreens

/// What a trace says besides its events, and what could not be read of it.
struct DecodedTrace {
  /// The header; `nil` if the trace has none.
  var header: TraceHeader?
  /// What could not be read, as sentences: the first few, and how many more there are.
  var problems: [String]
  /// Whether something could not be read.
  var isDamaged: Bool
  /// How the recording ended.
  var ending: TraceEnding

  /// Describes a trace of JSON Lines.
  init(_ reader: TraceReader) {
    header = reader.header
    problems = reader.complaints
    isDamaged = reader.isDamaged
    ending = reader.isCutShort ? .cutShort : .unknown
  }

  /// Describes a binary trace, which ended in this way.
  init(_ reader: BinaryTraceReader, _ ending: BinaryTraceReader.Ending) {
    header = reader.header
    problems = reader.sentences
    isDamaged = reader.isDamaged
    self.ending = TraceEnding(ending)
  }

  /// What a reader of the trace should know: the problems, and whether the recording is incomplete.
  var complaints: [String] { problems + ending.remarks }

  /// Returns the events sorted by number, with a gap where some are missing.
  func inOrder(_ events: [PromiseEvent]) -> [PromiseEvent] {
    let isInOrder = zip(events, events.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
    return (isInOrder ? events : events.sorted { $0.sequence < $1.sequence })
      .tellingWhatIsMissing(since: header?.since ?? 0)
  }
}

extension TraceEnding {
  /// A sentence that says that the recording is incomplete, unless a reader reports that among its
  /// problems.
  var remarks: [String] {
    isIncomplete && self != .cutShort ? [sentence(.english)] : []
  }

  /// Converts what the reader of a binary trace reports.
  init(_ ending: BinaryTraceReader.Ending) {
    switch ending {
    case .running: self = .running
    case .finished: self = .finished
    case .cutShort: self = .killed
    case .full: self = .full
    }
  }
}

extension TraceReader {
  /// What could not be read, as sentences: the first few, and how many more there are.
  var complaints: [String] {
    var sentences = problems.prefix(3).map(\.description)
    if problemCount > 3 { sentences.append("\(problemCount - 3) more lines like these") }
    return sentences + skippedSentences(skipped)
  }

  /// Whether lines could not be read. An incomplete last line does not count: a killed program
  /// leaves one.
  var isDamaged: Bool {
    problemCount > problems.count { $0.kind == .truncated }
  }
}

extension BinaryTraceReader {
  /// What could not be read, as sentences: the first few, and how many more there are.
  var sentences: [String] {
    let first = complaints.prefix(3).map { $0 }
    return (complaintCount > 3 ? first + ["\(complaintCount - 3) more places like these"] : first)
      + skippedSentences(skipped)
  }
}

/// Says how many events of unknown kinds were skipped.
private func skippedSentences(_ skipped: [String: Int]) -> [String] {
  skipped.sorted { $0.key < $1.key }.prefix(3).map { kind, count in
    "\(plural(count, "event")) of kind '\(quotable(kind))' skipped: "
      + "the trace was written by a newer version"
  }
}
