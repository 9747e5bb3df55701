extension Invariant {
  /// Reads an invariant in the words of the command line: `save before render`, `never deadlock`,
  /// `note saved`, `result 2`; none if it is none.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count >= 2, let first = words.first else { return nil }
    let rest = words.dropFirst().joined(separator: " ")
    switch first {
    case "never":
      guard let mishap = Mishap(rest) else { return nil }
      self = .never(mishap)
    case "note": self = .note(rest)
    case "result": self = .result(rest)
    default:
      guard let (a, b) = order(in: words) else { return nil }
      self = .before(a, b)
    }
  }
}

extension Invariant.Mishap {
  /// Reads a mishap in the words of the command line: `deadlock`, `never settled`, `rejection`,
  /// `cancellation`, `unhandled`, `endless`, `note sorry`, `render before save`; `nil` for another text.
  ///
  /// ```swift
  /// print(Exploration.Invariant("never deadlock") == .never(.deadlock))
  /// // Prints "true"
  /// ```
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    switch words.joined(separator: " ") {
    case "deadlock": self = .deadlock
    case "never settled", "never-settled", "pending": self = .neverSettled
    case "rejection", "rejected": self = .rejection
    case "cancellation", "cancelled": self = .cancellation
    case "unhandled", "unhandled rejection", "unhandled error": self = .unhandledRejection
    case "endless", "endless run": self = .endlessRun
    default:
      if words.count >= 2, words[0] == "note" {
        self = .note(words.dropFirst().joined(separator: " "))
      } else if let (a, b) = order(in: words) {
        self = .before(a, b)
      } else {
        return nil
      }
    }
  }

  /// The words that the command line takes, beside names.
  public static let words = [
    "deadlock", "never settled", "rejection", "cancellation", "unhandled", "endless",
  ]
}

/// The two names around the word "before"; none where they are the same, since nothing comes before
/// itself.
private func order(in words: [Substring]) -> (String, String)? {
  guard let middle = words.firstIndex(of: "before"), middle > 0, middle < words.count - 1 else {
    return nil
  }
  let first = words[..<middle].joined(separator: " ")
  let second = words[(middle + 1)...].joined(separator: " ")
  return first == second ? nil : (first, second)
}

extension Invariant: CustomStringConvertible {
  /// As the command line takes it.
  public var description: String {
    switch self {
    case .before(let a, let b): "\(a) before \(b)"
    case .note(let text): "note \(text)"
    case .result(let value): "result \(value)"
    case .never(let mishap): "never \(mishap)"
    }
  }
}

extension Invariant.Mishap: CustomStringConvertible {
  /// As the command line takes it.
  public var description: String {
    switch self {
    case .deadlock: "deadlock"
    case .neverSettled: "never settled"
    case .rejection: "rejection"
    case .cancellation: "cancellation"
    case .unhandledRejection: "unhandled"
    case .endlessRun: "endless"
    case .note(let text): "note \(text)"
    case .before(let a, let b): "\(a) before \(b)"
    }
  }
}

// MARK: - Holding

extension Invariant {
  /// Whether it holds in a run that came to `outcome`; `marks` are the notes and the names that were
  /// watched, in the order in which they happened.
  func holds(in outcome: Outcome, marks: [String]) -> Bool {
    switch self {
    case .before(let a, let b): Self.isBefore(a, b, in: marks)
    case .note(let text): outcome.notes.contains(text)
    case .result(let value): outcome.result == .fulfilled(value)
    case .never(let mishap): !mishap.happens(in: outcome, marks: marks)
    }
  }

  /// The names whose order it is about.
  var names: [String] {
    switch self {
    case .before(let a, let b), .never(.before(let a, let b)): [a, b]
    default: []
    }
  }

  /// The texts that it expects to be said, or not to be.
  var notes: [String] {
    switch self {
    case .note(let text), .never(.note(let text)): [text]
    default: []
    }
  }

  fileprivate static func isBefore(_ a: String, _ b: String, in marks: [String]) -> Bool {
    guard let later = marks.firstIndex(of: b) else { return true }
    return marks[..<later].contains(a)
  }
}

extension Invariant.Mishap {
  func happens(in outcome: Outcome, marks: [String]) -> Bool {
    switch self {
    case .deadlock: return outcome.deadlock != nil
    case .neverSettled: return outcome.result == .neverSettled
    case .rejection: if case .rejected = outcome.result { return true } else { return false }
    case .cancellation: if case .cancelled = outcome.result { return true } else { return false }
    case .unhandledRejection: return !outcome.unhandled.isEmpty
    case .endlessRun: return outcome.isEndless
    case .note(let text): return outcome.notes.contains(text)
    case .before(let a, let b):
      guard let first = marks.firstIndex(of: a) else { return false }
      return marks[first...].contains(b) && !marks[..<first].contains(b)
    }
  }
}
