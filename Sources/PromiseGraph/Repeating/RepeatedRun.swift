/// What one run of a program came to that is run again and again.
package struct RepeatedRun: Hashable, Sendable {
  /// Which of the runs it is, from 1.
  package var number: Int
  /// The seed of its delays; none where nothing is shuffled.
  package var seed: UInt64?
  /// How it ended.
  package var ending: RunEnding
  /// What it did; none where it recorded nothing.
  package var digest: RunDigest?
  /// The expectations that do not hold in it, as they were typed.
  package var broken: [String] = []
  /// Why they do not hold, one for each; none where that is not known.
  package var reasons: [String] = []
  /// What it printed last.
  package var crashSummary: String?
  /// The command line that makes it again, as far as the program allows.
  package var replay: String?

  /// A run that is over.
  package init(
    number: Int, seed: UInt64? = nil, ending: RunEnding, digest: RunDigest?, broken: [String] = [],
    reasons: [String] = [], crashSummary: String? = nil
  ) {
    (self.number, self.seed, self.ending, self.digest) = (number, seed, ending, digest)
    (self.broken, self.reasons, self.crashSummary) = (broken, reasons, crashSummary)
  }

  /// It ended badly, or did not do what is expected of it.
  package var fails: Bool { !ending.isGood || !broken.isEmpty }

  /// What it breaks, each with the reason where that is known: `breaks 'a before b': nothing is called 'b'`.
  package var brokenWords: [String] {
    broken.enumerated().map { place, text in
      "breaks '\(text)'" + (reasons.indices.contains(place) ? ": \(reasons[place])" : "")
    }
  }

  /// What tells it from runs of another group.
  var key: Key {
    Key(
      ending: ending, broken: broken, unhandled: digest?.unhandled ?? [], mark: digest?.mark)
  }

  /// Runs of the same group have the same.
  struct Key: Hashable, Sendable {
    var ending: RunEnding
    var broken: [String]
    var unhandled: [String]
    var mark: OrderMark?
  }

  /// What it came to, in a line: `exit 1; unhandled: offline; ordered 0 items`.
  package var words: String {
    var parts = ["\(ending)"]
    if !broken.isEmpty { parts = ["breaks \(broken.map { "'\($0)'" }.joined(separator: ", "))"] }
    if !broken.isEmpty, !ending.isGood { parts.insert("\(ending)", at: 0) }
    parts += (digest?.unhandled ?? []).prefix(3).map { "unhandled: \($0)" }
    if digest == nil { parts.append("nothing recorded") }
    if let notes = digest?.notes, !notes.isEmpty {
      parts.append(notes.prefix(20).joined(separator: ", "))
    }
    return parts.joined(separator: "; ")
  }
}

/// How a program ended that was run.
package enum RunEnding: Hashable, Sendable {
  /// It left with this status.
  case exited(Int32)
  /// It was ended by this signal.
  case signalled(Int32)
  /// It was ended because it took longer than it may.
  case timedOut

  /// It ended as a program does that found nothing wrong.
  package var isGood: Bool { self == .exited(0) }
}

extension RunEnding: CustomStringConvertible {
  /// `exit 1`, `SIGSEGV`, `timeout`
  package var description: String {
    switch self {
    case .exited(let status): "exit \(status)"
    case .signalled(let number): Self.name(ofSignal: number)
    case .timedOut: "timeout"
    }
  }

  /// The name of a signal, `SIGKILL`.
  package static func name(ofSignal number: Int32) -> String {
    signals[number] ?? "signal \(number)"
  }

  #if os(Linux)
    private static let busError: Int32 = 7
  #else
    private static let busError: Int32 = 10
  #endif

  /// The signals that programs end by and whose numbers are the same everywhere, and one whose is not.
  private static let signals: [Int32: String] = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE",
    9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
    busError: "SIGBUS",
  ]
}
