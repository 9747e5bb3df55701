package import PromiseGraph

/// The result of one run of a program that is run repeatedly.
package struct RepeatedRun: Hashable, Sendable {
  /// The number of the run, from 1.
  package var number: Int
  /// The seed of its delays; `nil` if nothing is shuffled.
  package var seed: UInt64?
  /// How it ended.
  package var ending: RunEnding
  /// What it did; `nil` if it recorded nothing.
  package var digest: RunDigest?
  /// The expectations that do not hold in it, as typed.
  package var broken: [String] = []
  /// Why they do not hold, one reason for each; empty if that is not known.
  package var reasons: [String] = []
  /// Why it fails besides: what it printed, or what the check found.
  package var faults: [RunFault] = []
  /// What the check printed last.
  package var checkSummary: String?
  /// Whether any exit status is good.
  package var allowsAnyExit = false
  /// A digest of what it printed; `nil` if that is not known.
  package var output: OrderMark?
  /// What it printed last.
  package var crashSummary: String?
  /// The command line that repeats it, as far as the program allows.
  package var replay: String?

  /// Creates a finished run.
  package init(
    number: Int, seed: UInt64? = nil, ending: RunEnding, digest: RunDigest?, broken: [String] = [],
    reasons: [String] = [], crashSummary: String? = nil
  ) {
    (self.number, self.seed, self.ending, self.digest) = (number, seed, ending, digest)
    (self.broken, self.reasons, self.crashSummary) = (broken, reasons, crashSummary)
  }

  /// Whether it ended badly, broke an expectation, or has another fault.
  package var fails: Bool { !endsWell || !broken.isEmpty || !faults.isEmpty }

  /// Whether it ended as it must.
  package var endsWell: Bool { ending.isGood || (allowsAnyExit && ending.isExit) }

  /// The expectations that it breaks, each with the reason if known: `breaks 'a before b': nothing is called
  /// 'b'`.
  package var brokenWords: [String] {
    broken.enumerated().map { place, text in
      "breaks '\(text)'" + (reasons.indices.contains(place) ? ": \(reasons[place])" : "")
    }
  }

  /// Why it fails, besides how it ended: broken expectations, and faults.
  package var reasonsToFail: [String] {
    brokenWords
      + faults.map { fault in
        guard case .check = fault, let checkSummary else { return fault.words }
        return "\(fault.words), last output: \(checkSummary)"
      }
  }

  /// Returns the key of its group.
  func key(by grouping: RunGrouping) -> Key {
    var key = Key(ending: ending, broken: broken, faults: faults)
    switch grouping {
    case .exit: break
    case .output: key.mark = output
    case .labels, .order, .result:
      (key.unhandled, key.mark) = (digest?.unhandled ?? [], digest?.mark)
    }
    return key
  }

  /// The key that runs of one group share.
  struct Key: Hashable, Sendable {
    var ending: RunEnding
    var broken: [String]
    var faults: [RunFault]
    var unhandled: [String] = []
    var mark: OrderMark?
  }

  /// The result in a line: `exit 1; unhandled: offline; ordered 0 items`.
  package var words: String { words(in: .english) }

  /// Returns the result in a line, in a language.
  package func words(in language: Language) -> String {
    let comma = language.text(", ")
    var parts = [ending.text(in: language)]
    if !broken.isEmpty {
      let texts = broken.map { "'\($0)'" }.joined(separator: comma)
      parts = (ending.isGood ? [] : parts) + [language.text("breaks \(texts)")]
    }
    parts += faults.prefix(3).map { $0.words(in: language) }
    parts += (digest?.unhandled ?? []).prefix(3).map { language.text("unhandled: \($0)") }
    if digest == nil { parts.append(language.text("nothing recorded")) }
    if let notes = digest?.notes, !notes.isEmpty {
      parts.append(notes.prefix(20).joined(separator: comma))
    }
    return parts.joined(separator: language.text("; "))
  }
}

/// How a program ended.
package enum RunEnding: Hashable, Sendable {
  /// It exited with this status.
  case exited(Int32)
  /// It was terminated by this signal.
  case signalled(Int32)
  /// It was terminated because it exceeded its time limit.
  case timedOut

  /// Whether it ended successfully.
  package var isGood: Bool { self == .exited(0) }

  /// Whether it exited, with any status.
  package var isExit: Bool { if case .exited = self { true } else { false } }
}

extension RunEnding: CustomStringConvertible {
  /// `exit 1`, `SIGSEGV`, `timeout`
  package var description: String { text(in: .english) }

  /// Returns how it ended, in a language.
  func text(in language: Language) -> String {
    switch self {
    case .exited(let status): language.text("exit \(status)")
    case .signalled(let number): Self.name(ofSignal: number)
    case .timedOut: language.text("timeout")
    }
  }

  /// Returns the name of a signal, `SIGKILL`.
  package static func name(ofSignal number: Int32) -> String {
    signals[number] ?? "signal \(number)"
  }

  #if os(Linux)
    private static let busError: Int32 = 7
  #else
    private static let busError: Int32 = 10
  #endif

  /// The signals that terminate programs and have the same numbers everywhere, and one that does not.
  private static let signals: [Int32: String] = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE",
    9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
    busError: "SIGBUS",
  ]
}
