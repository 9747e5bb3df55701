import PromiseKitLite

/// What must hold: a sentence about a run, or about all schedules of a program. The command line,
/// lessons, and tests share one grammar.
///
/// ```swift
/// let order = Exploration.Invariant("save before render")
/// try scenario.verify(.before("save", "render"), .never(.deadlock))
/// ```
///
/// `docs/debug/expectations.md` lists every sentence, and where it can be used.
public struct RunExpectation: Hashable, Sendable {
  private let typed: Typed
  /// The knobs or the variant of the run that it is about; empty for the unchanged program.
  package let settings: [String]
  /// The schedules in which it must hold.
  package let scope: Scope
  let statement: Statement

  /// The text as typed.
  package var text: String { typed.text }

  /// A text that does not affect equality: two expectations are equal however they were typed.
  private struct Typed: Hashable, Sendable {
    let text: String
    static func == (_: Typed, _: Typed) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The runs that an expectation is about.
  package enum Scope: Hashable, Sendable {
    /// The run that it belongs to; in an exploration, every run.
    case standard
    /// At least one schedule, or every schedule.
    case some, every
  }

  /// What is expected.
  enum Statement: Hashable, Sendable {
    case happens(MomentPattern)
    case never(MomentPattern)
    case times(MomentPattern, Int)
    case before(MomentPattern, MomentPattern)
    /// The first never happens with the second after it.
    case neverBefore(MomentPattern, MomentPattern)
    case on(name: String, queue: String)
    case at(MomentPattern, milliseconds: Int64)
    case state(name: String, state: PromiseEvent.Outcome?, text: String?, atEnd: Bool)
    case queued(name: String, milliseconds: Int64)
    case warns(String)
    case neverWarns(String)
    case neverAnomaly(Anomaly)
    /// A chain ends with this value.
    case result(String)
  }

  /// What can be expected never to happen.
  ///
  /// ```swift
  /// try scenario.verify(.never(.deadlock), .never(.unhandledRejection))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Anomaly: Hashable, Sendable {
    /// Nothing can happen while a job waits.
    case deadlock
    /// The final promise never settles.
    case neverSettled
    /// The final promise is rejected.
    case rejection
    /// The final promise is cancelled.
    case cancellation
    /// No handler handles an error.
    case unhandledRejection
    /// A run takes more steps than its limit.
    case endlessRun
    /// The program writes this note.
    case note(String)
    /// A promise with this name, or a note with this text, happens before another.
    case before(String, String)
  }

  init(
    _ statement: Statement, text: String, settings: [String] = [], scope: Scope = .standard
  ) {
    (self.statement, typed) = (statement, Typed(text: text))
    (self.settings, self.scope) = (settings, scope)
  }
}

// MARK: - Expectations in Swift

extension RunExpectation {
  /// The second never happens unless the first has happened. Each is the text of a note or the name
  /// of a promise; a promise happens when its handler starts or, if it has none, when it settles.
  ///
  /// ```swift
  /// try scenario.verify(.before("save", "render"))
  /// ```
  public static func before(_ first: String, _ second: String) -> RunExpectation {
    RunExpectation(
      .before(MomentPattern(named: first), MomentPattern(named: second)),
      text: "\(first) before \(second)")
  }

  /// The program writes this note.
  ///
  /// ```swift
  /// let exploration = scenario.explore(expecting: [.note("saved")])
  /// ```
  public static func note(_ text: String) -> RunExpectation {
    RunExpectation(.happens(MomentPattern(note: text)), text: "note \(text)")
  }

  /// The final promise is fulfilled with a value that has this description.
  ///
  /// ```swift
  /// try scenario.verify(.result("3"))
  /// ```
  public static func result(_ value: String) -> RunExpectation {
    RunExpectation(.result(value), text: "result \(value)")
  }

  /// This never happens.
  ///
  /// ```swift
  /// try scenario.verify(.never(.deadlock), .never(.note("sorry")))
  /// ```
  public static func never(_ anomaly: Anomaly) -> RunExpectation {
    let statement: Statement =
      switch anomaly {
      case .note(let text): .never(MomentPattern(note: text))
      case .before(let a, let b):
        .neverBefore(MomentPattern(named: a), MomentPattern(named: b))
      case .deadlock, .neverSettled, .rejection, .cancellation, .unhandledRejection, .endlessRun:
        .neverAnomaly(anomaly)
      }
    return RunExpectation(statement, text: "never \(anomaly)")
  }
}

extension RunExpectation: CustomStringConvertible {
  /// The text, as the command line accepts it.
  public var description: String { text }
}

extension RunExpectation.Anomaly: CustomStringConvertible {
  /// The text, as the command line accepts it.
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

  /// The words that the command line accepts, in addition to names.
  public static let words = [
    "deadlock", "never settled", "rejection", "cancellation", "unhandled", "endless",
  ]

  /// Reads an anomaly in the grammar of the command line: `deadlock`, `never settled`, `rejection`,
  /// `cancellation`, `unhandled`, `endless`, `note sorry`, `render before save`; `nil` for any
  /// other text.
  ///
  /// ```swift
  /// print(RunExpectation.Anomaly("deadlock") == .deadlock)
  /// // Prints "true"
  /// ```
  public init?(_ text: String) {
    switch RunExpectation("never \(text)")?.statement {
    case .neverAnomaly(let anomaly)?: self = anomaly
    case .neverBefore(let a, let b)?: self = .before(a.text, b.text)
    case .never(let pattern)?:
      guard let note = pattern.note else { return nil }
      self = .note(note)
    default: return nil
    }
  }

  /// Reads one of these words, or a variant of it; `nil` for any other text.
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

// MARK: - Names

extension RunExpectation {
  /// The moments that it is about.
  var patterns: [MomentPattern] {
    switch statement {
    case .before(let a, let b), .neverBefore(let a, let b): [a, b]
    case .happens(let pattern), .never(let pattern), .times(let pattern, _), .at(let pattern, _):
      [pattern]
    case .on, .state, .queued, .warns, .neverWarns, .neverAnomaly, .result: []
    }
  }

  /// The promises or notes that it names, each of which has to happen somewhere. Otherwise it could
  /// not fail, or could not hold.
  package var names: [String] {
    switch statement {
    case .before(let a, let b), .neverBefore(let a, let b):
      [a, b].filter { !$0.hasVerb }.map(\.text)
    case .on(let name, _), .queued(let name, _): [name]
    case .happens, .never, .times, .at, .state, .warns, .neverWarns, .neverAnomaly, .result: []
    }
  }

  /// The promises whose state, times, or events it names. If no promise has such a name, it is
  /// misspelled.
  package var promiseNames: [String] {
    switch statement {
    case .before, .neverBefore, .happens, .never, .times:
      patterns.filter(\.hasVerb).compactMap(\.name)
    case .at(let pattern, _): pattern.name.map { [$0] } ?? []
    case .state(let name, _, _, _): [name]
    case .on, .queued, .warns, .neverWarns, .neverAnomaly, .result: []
    }
  }

  /// Describes what happened in a schedule with that result that breaks the expectation.
  package func contrary(result: String) -> String {
    guard scope == .standard else { return "not \(text)" }
    return switch statement {
    case .before(let a, let b): "\(b.text) before \(a.text)"
    case .neverBefore(let a, let b): "\(a.text) before \(b.text)"
    case .happens(let pattern): "no \(pattern.text)"
    case .never(let pattern): pattern.text
    case .result(let value): "\(result), not \(value)"
    case .neverAnomaly(let anomaly): "\(anomaly)"
    case .warns(let lint): "no \(lint)"
    case .neverWarns(let lint): lint
    case .times, .on, .at, .state, .queued: "not \(text)"
    }
  }

  /// The two names in the wrong order, if that breaks the expectation; the one that came too early
  /// first.
  var reversedPair: (early: String, late: String)? {
    switch statement {
    case .before(let first, let second): (second.text, first.text)
    case .neverBefore(let first, let second): (first.text, second.text)
    default: nil
    }
  }
}
