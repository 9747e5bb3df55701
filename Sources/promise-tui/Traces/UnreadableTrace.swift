import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

// Why a trace cannot be read.
extension CommandError {
  init(_ error: TraceError) {
    let advice =
      switch error {
      case .empty: "; a program that links PromiseKitLite writes a trace when it creates a promise"
      case .notATrace: "; run a program with PROMISE_TRACE=run.ptrace to record one"
      case .newerVersion: "; install a newer promise-tui to read it"
      case .endless: ""
      }
    self.init("\(error)\(advice)", status: 65)
  }

  /// A binary trace in a pipe is longer than this number of bytes.
  static func tooLong(_ limit: Int) -> CommandError {
    CommandError(
      "a binary trace in a pipe has at most \(limit >> 20) MiB: write it to a file, and name that",
      status: 65)
  }

  /// A binary trace ends after that number of bytes.
  static func early(_ count: Int) -> CommandError {
    binary(.notATrace(reason: "it ends after \(plural(count, "byte"))"))
  }

  /// A trace begins as a binary one, and then something is wrong.
  static func binary(_ error: TraceError) -> CommandError {
    guard case .notATrace(let reason) = error else { return CommandError(error) }
    return CommandError(
      "not a promise trace: \(reason); run a program with PROMISE_TRACE=run.ptrace to record one",
      status: 65)
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
