import PromiseKitLite

/// What must hold: a sentence about a run, or about all schedules of a program, in one grammar for the
/// command line, for lessons and for tests.
///
/// ```swift
/// let order = Exploration.Invariant("save before render")
/// try scenario.verify(.before("save", "render"), .never(.deadlock))
/// ```
///
/// `docs/expectations.md` lists every sentence, and where it works.
public struct RunExpectation: Hashable, Sendable {
  private let typed: Typed
  /// The knobs or the variant of the run that it is about; empty for the program as it is.
  package let settings: [String]
  /// In which schedules it holds.
  package let scope: Scope
  let statement: Statement

  /// As it was typed.
  package var text: String { typed.text }

  /// A text that makes no difference: two expectations are the same however they were typed.
  private struct Typed: Hashable, Sendable {
    let text: String
    static func == (_: Typed, _: Typed) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The runs that an expectation is about.
  package enum Scope: Hashable, Sendable {
    /// The one that it stands beside; of an exploration, each.
    case standard
    /// At least one schedule, or all.
    case some, every
  }

  /// What is expected.
  enum Statement: Hashable, Sendable {
    case happens(MomentPattern)
    case never(MomentPattern)
    case times(MomentPattern, Int)
    case before(MomentPattern, MomentPattern)
    /// The first never happens without the second after it.
    case neverBefore(MomentPattern, MomentPattern)
    case on(name: String, queue: String)
    case at(MomentPattern, milliseconds: Int64)
    case state(name: String, state: PromiseEvent.Outcome?, text: String?, atEnd: Bool)
    case queued(name: String, milliseconds: Int64)
    case warns(String)
    case neverWarns(String)
    case neverMishap(Anomaly)
    /// A chain ends with that value.
    case result(String)
  }

  /// What may be expected never to happen.
  ///
  /// ```swift
  /// try scenario.verify(.never(.deadlock), .never(.unhandledRejection))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Anomaly: Hashable, Sendable {
    /// Nothing can go on while something waits.
    case deadlock
    /// The promise at the end is never settled.
    case neverSettled
    /// The promise at the end is rejected.
    case rejection
    /// The promise at the end is cancelled.
    case cancellation
    /// An error that no handler takes.
    case unhandledRejection
    /// A run that takes more steps than it may.
    case endlessRun
    /// The program says this.
    case note(String)
    /// A promise of this name, or a note of this text, happens before another.
    case before(String, String)
  }

  init(
    _ statement: Statement, text: String, settings: [String] = [], scope: Scope = .standard
  ) {
    (self.statement, typed) = (statement, Typed(text: text))
    (self.settings, self.scope) = (settings, scope)
  }
}

// MARK: - Written in Swift

extension RunExpectation {
  /// The second never happens without the first having happened. Each is a note's text or a promise's
  /// name; a promise happens when its handler begins, or, where it has none, when it settles.
  ///
  /// ```swift
  /// try scenario.verify(.before("save", "render"))
  /// ```
  public static func before(_ first: String, _ second: String) -> RunExpectation {
    RunExpectation(
      .before(MomentPattern(named: first), MomentPattern(named: second)),
      text: "\(first) before \(second)")
  }

  /// The program says this.
  ///
  /// ```swift
  /// let exploration = scenario.explore(expecting: [.note("saved")])
  /// ```
  public static func note(_ text: String) -> RunExpectation {
    RunExpectation(.happens(MomentPattern(note: text)), text: "note \(text)")
  }

  /// The promise at the end is fulfilled with a value of this description.
  ///
  /// ```swift
  /// try scenario.verify(.result("3"))
  /// ```
  public static func result(_ value: String) -> RunExpectation {
    RunExpectation(.result(value), text: "result \(value)")
  }

  /// This does not happen.
  ///
  /// ```swift
  /// try scenario.verify(.never(.deadlock), .never(.note("sorry")))
  /// ```
  public static func never(_ mishap: Anomaly) -> RunExpectation {
    let statement: Statement =
      switch mishap {
      case .note(let text): .never(MomentPattern(note: text))
      case .before(let a, let b):
        .neverBefore(MomentPattern(named: a), MomentPattern(named: b))
      case .deadlock, .neverSettled, .rejection, .cancellation, .unhandledRejection, .endlessRun:
        .neverMishap(mishap)
      }
    return RunExpectation(statement, text: "never \(mishap)")
  }
}

extension RunExpectation: CustomStringConvertible {
  /// As the command line takes it.
  public var description: String { text }
}

extension RunExpectation.Anomaly: CustomStringConvertible {
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

  /// The words that the command line takes, beside names.
  public static let words = [
    "deadlock", "never settled", "rejection", "cancellation", "unhandled", "endless",
  ]

  /// Reads a mishap in the words of the command line: `deadlock`, `never settled`, `rejection`,
  /// `cancellation`, `unhandled`, `endless`, `note sorry`, `render before save`; `nil` for another text.
  ///
  /// ```swift
  /// print(RunExpectation.Anomaly("deadlock") == .deadlock)
  /// // Prints "true"
  /// ```
  public init?(_ text: String) {
    switch RunExpectation("never \(text)")?.statement {
    case .neverMishap(let mishap)?: self = mishap
    case .neverBefore(let a, let b)?: self = .before(a.text, b.text)
    case .never(let pattern)?:
      guard let note = pattern.note else { return nil }
      self = .note(note)
    default: return nil
    }
  }

  /// Reads one of these words, or a form of it; `nil` for another text.
  init?(word text: String) {
    switch text.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
    case "deadlock": self = .deadlock
    case "never settled", "never-settled", "pending": self = .neverSettled
    case "rejection", "rejected": self = .rejection
    case "cancellation", "cancelled": self = .cancellation
    case "unhandled", "unhandled rejection", "unhandled error": self = .unhandledRejection
    case "endless", "endless run": self = .endlessRun
    default: return nil
    }
  }
}

// MARK: - What it names

extension RunExpectation {
  /// The moments that it is about.
  var patterns: [MomentPattern] {
    switch statement {
    case .before(let a, let b), .neverBefore(let a, let b): [a, b]
    case .happens(let pattern), .never(let pattern), .times(let pattern, _), .at(let pattern, _):
      [pattern]
    case .on, .state, .queued, .warns, .neverWarns, .neverMishap, .result: []
    }
  }

  /// The promises or notes that it names, of which each has to happen somewhere: else it could not fail,
  /// or not hold.
  package var names: [String] {
    switch statement {
    case .before(let a, let b), .neverBefore(let a, let b):
      [a, b].filter { !$0.hasVerb }.map(\.text)
    case .on(let name, _), .queued(let name, _): [name]
    case .happens, .never, .times, .at, .state, .warns, .neverWarns, .neverMishap, .result: []
    }
  }

  /// The promises whose state, times or events it names: where none has that name, it is misspelt.
  package var promiseNames: [String] {
    switch statement {
    case .before, .neverBefore, .happens, .never, .times:
      patterns.filter(\.hasVerb).compactMap(\.name)
    case .at(let pattern, _): pattern.name.map { [$0] } ?? []
    case .state(let name, _, _, _): [name]
    case .on, .queued, .warns, .neverWarns, .neverMishap, .result: []
    }
  }

  /// What happened that must not, of a schedule that came to that result.
  package func contrary(result: String) -> String {
    guard scope == .standard else { return "not \(text)" }
    return switch statement {
    case .before(let a, let b): "\(b.text) before \(a.text)"
    case .neverBefore(let a, let b): "\(a.text) before \(b.text)"
    case .happens(let pattern): "no \(pattern.text)"
    case .never(let pattern): pattern.text
    case .result(let value): "\(result), not \(value)"
    case .neverMishap(let mishap): "\(mishap)"
    case .warns(let lint): "no \(lint)"
    case .neverWarns(let lint): lint
    case .times, .on, .at, .state, .queued: "not \(text)"
    }
  }

  /// The two names that stand in the wrong order where it breaks, the one that came too early first.
  var turnedRound: (early: String, late: String)? {
    switch statement {
    case .before(let first, let second): (second.text, first.text)
    case .neverBefore(let first, let second): (first.text, second.text)
    default: nil
    }
  }
}
