import PromiseGraph
package import PromiseKitLite

extension RunExpectation {
  /// Where an expectation is checked.
  package enum Place: Hashable, Sendable, CaseIterable {
    /// In every schedule of a program: `explore`, and `verify` in tests.
    case exploration
    /// In one run that has ended: `check`, and each run of `repeat`.
    case run
    /// In a lesson, against the run of its demo.
    case lesson
    /// In a golden order, in a file or in the lines of a test, against the run of that order.
    case order
    /// In an answer to a quiz question, against the run that the question is about.
    case quiz
  }

  /// Reads an expectation in the grammar of the command line: `save before render`, `never
  /// deadlock`, `note saved`, `result 2`; `nil` if the text is not an expectation.
  ///
  /// ```swift
  /// print(Exploration.Invariant("never deadlock") == .never(.deadlock))
  /// // Prints "true"
  /// ```
  public init?(_ text: String) {
    guard let expectation = try? RunExpectation(reading: text, for: .exploration) else {
      return nil
    }
    self = expectation
  }

  /// Reads an expectation that is checked at the given place.
  ///
  /// - Throws: A sentence that lists the possible expectations, or says why this one has no meaning
  ///   there.
  package init(reading text: String, for place: Place) throws(InputError) {
    let typed = text.trimmed
    var rest = typed
    var settings: [String] = []
    var scope = Scope.standard
    if Self.hasSettings(rest), let colon = rest.firstIndex(of: ":") {
      settings = rest[..<colon].dropFirst(5).split(separator: " ").map(String.init)
      rest = rest[rest.index(after: colon)...].trimmed
    }
    if let (prefix, kind) = Self.scopes.first(where: { rest.hasPrefix($0.prefix) }) {
      scope = kind
      rest = rest.dropFirst(prefix.count).trimmed
    }
    let isClear = !Self.hasPrefix(rest) && Self.hasSettings(typed) == !settings.isEmpty
    guard isClear, let statement = Self.statement(rest) else {
      throw InputError("'\(text)' is not an expectation; \(Self.forms)")
    }
    self.init(statement, text: typed, settings: settings, scope: scope)
    if let refusal = refusal(in: place) { throw InputError(refusal) }
  }

  private static let scopes = [
    (prefix: "in some schedule:", scope: Scope.some), ("in every schedule:", .every),
  ]

  private static func hasSettings(_ text: String) -> Bool {
    text.hasPrefix("with ") && text.contains(":")
  }

  /// Returns whether the text begins with the runs that an expectation is about.
  private static func hasPrefix(_ text: String) -> Bool {
    hasSettings(text) || scopes.contains { text.hasPrefix($0.prefix) }
  }

  /// Returns why it has no meaning at the given place, as a sentence; `nil` if it has one.
  package func refusal(in place: Place) -> String? {
    switch statement {
    case .warns(let lint), .neverWarns(let lint):
      if !Lints.all.contains(where: { $0.id == lint }) {
        return "there is no lint '\(lint)'; 'promise-tui about lints' lists them"
      }
    case .neverAnomaly(.endlessRun) where place != .exploration:
      return "'never endless' is for 'promise-tui explore': a run that has ended is not endless"
    case .before(let a, let b), .neverBefore(let a, let b):
      if a == b { return "'\(text)': nothing comes before itself" }
    default: break
    }
    switch place {
    case .lesson: return nil
    case .exploration where !settings.isEmpty:
      return "'\(text)' is about a demo with other settings; explore that one"
    case .exploration:
      let number = (names + promiseNames).first { $0.first == "p" && Int($0.dropFirst()) != nil }
      return number.map {
        "'\(text)': \($0) may be another promise in another schedule; give it a label"
      }
    case .run, .order, .quiz:
      guard isOfStandardRun else {
        return "'\(text)' is about more than one run; 'promise-tui explore' runs them all"
      }
      let isAsked = place != .quiz || Form.answers.contains(form)
      return isAsked ? nil : "'\(text)': no quiz question asks for that"
    }
  }

  /// The possible expectations, in a sentence.
  package static let forms =
    "an expectation is 'A before B', 'never A before B', 'A on QUEUE', 'A is fulfilled', "
    + "'A is rejected with TEXT', 'A starts 3 times', 'A at 80 ms', 'A queued for 2 ms', "
    + "'note TEXT', 'result VALUE', 'warns LINT', a moment such as 'A skipped', 'never' and a moment, "
    + "or 'never' and one of: deadlock, never settled, rejection, cancellation, unhandled"
}

// MARK: - The forms

extension RunExpectation {
  /// The forms of a sentence, as `docs/debug/expectations.md` lists them.
  package enum Form: String, Sendable, CaseIterable {
    case before = "A before B"
    case neverBefore = "never A before B"
    case happens = "MOMENT"
    case note = "note TEXT"
    case never = "never MOMENT"
    case neverNote = "never note TEXT"
    case times = "MOMENT N times"
    case on = "A on QUEUE"
    case state = "A is STATE"
    case stateWith = "A is STATE with TEXT"
    case stateAtEnd = "A is STATE at the end"
    case at = "A at N ms"
    case queued = "A queued for N ms"
    case result = "result VALUE"
    case warns = "warns LINT"
    case neverWarns = "never warns LINT"
    case deadlock = "never deadlock"
    case neverSettled = "never never settled"
    case rejection = "never rejection"
    case cancellation = "never cancellation"
    case unhandled = "never unhandled"
    case endless = "never endless"
    case someSchedule = "in some schedule: …"
    case everySchedule = "in every schedule: …"
    case settings = "with SETTINGS: …"

    /// The forms of the answers of the quiz: which handler runs first, which input wins, what is
    /// printed, where a handler runs, and the final state of a promise.
    static let answers: Set<Form> = [
      .before, .neverBefore, .happens, .neverNote, .on, .stateAtEnd,
    ]
  }

  /// Its form. For an expectation about other runs, that is the form of its prefix.
  package var form: Form {
    if !settings.isEmpty { return .settings }
    switch scope {
    case .some: return .someSchedule
    case .every: return .everySchedule
    case .standard: return statement.form
    }
  }
}

extension RunExpectation.Statement {
  fileprivate var form: RunExpectation.Form {
    switch self {
    case .happens(let pattern): pattern.note == nil ? .happens : .note
    case .never(let pattern): pattern.note == nil ? .never : .neverNote
    case .times: .times
    case .before: .before
    case .neverBefore: .neverBefore
    case .on: .on
    case .at: .at
    case .state(_, _, let text, let atEnd): atEnd ? .stateAtEnd : text == nil ? .state : .stateWith
    case .queued: .queued
    case .warns: .warns
    case .neverWarns: .neverWarns
    case .result: .result
    case .neverAnomaly(let anomaly):
      switch anomaly {
      case .deadlock: .deadlock
      case .neverSettled: .neverSettled
      case .rejection: .rejection
      case .cancellation: .cancellation
      case .unhandledRejection: .unhandled
      case .endlessRun: .endless
      case .note: .neverNote
      case .before: .neverBefore
      }
    }
  }
}

// MARK: - Reading

extension RunExpectation {
  private static func statement(_ text: String) -> Statement? {
    if text.hasPrefix("never ") { return never(text.dropFirst(6).trimmed) }
    if text.hasPrefix("warns ") { return .warns(text.dropFirst(6).trimmed) }
    if text.hasPrefix("result ") { return .result(text.dropFirst(7).trimmed) }
    if let (first, second) = moments(text) { return .before(first, second) }
    return (text.hasPrefix("note ") ? nil : promiseStatement(text)) ?? momentStatement(text)
  }

  /// Reads what follows the word "never".
  private static func never(_ text: String) -> Statement? {
    if text.hasPrefix("warns ") { return .neverWarns(text.dropFirst(6).trimmed) }
    if let anomaly = Anomaly(word: text) { return .neverAnomaly(anomaly) }
    if let (first, second) = moments(text) { return .neverBefore(first, second) }
    // "never A is rejected" would refer to a promise called "A is".
    if let (name, state) = parts(text, " is "), self.state(name, state) != nil { return nil }
    return MomentPattern(text).flatMap { $0.hasVerb ? .never($0) : nil }
  }

  /// `A queued for 2 ms`, `A is fulfilled`, `A on QUEUE`
  private static func promiseStatement(_ text: String) -> Statement? {
    if let (name, time) = parts(text, " queued for "), let time = milliseconds(time) {
      return .queued(name: name, milliseconds: time)
    }
    if let (name, state) = parts(text, " is "), let statement = self.state(name, state) {
      return statement
    }
    // `A at 80 ms` comes before `A on QUEUE`, because the label of a queue may be any text.
    if let statement = at(text) { return statement }
    return parts(text, " on ").map { .on(name: $0, queue: $1) }
  }

  /// `A starts`, `A starts 3 times`, `A starts at 80 ms`, `note TEXT`
  private static func momentStatement(_ text: String) -> Statement? {
    if let statement = at(text) { return statement }
    let words = text.split(separator: " ")
    if words.count > 2, words.last == "times" || words.last == "time",
      let count = Int(words[words.count - 2]), count >= 0
    {
      return MomentPattern(words.dropLast(2).joined(separator: " ")).flatMap {
        $0.hasVerb ? .times($0, count) : nil
      }
    }
    return MomentPattern(text).flatMap { $0.hasVerb ? .happens($0) : nil }
  }

  private static func at(_ text: String) -> Statement? {
    guard let (moment, time) = parts(text, " at "), let time = milliseconds(time) else {
      return nil
    }
    return MomentPattern(moment).map { .at($0, milliseconds: time) }
  }

  private static func state(_ name: String, _ text: String) -> Statement? {
    let atEnd = text.hasSuffix(" at the end")
    let rest = atEnd ? String(text.dropLast(" at the end".count)) : text
    let (word, value) = parts(rest, " with ") ?? (rest, "")
    let outcome = PromiseEvent.Outcome(rawValue: word)
    guard outcome != nil || word == "pending" else { return nil }
    return .state(name: name, state: outcome, text: value.isEmpty ? nil : value, atEnd: atEnd)
  }

  /// Returns the two moments around the word "before".
  private static func moments(_ text: String) -> (MomentPattern, MomentPattern)? {
    guard let (first, second) = parts(text, " before ") else { return nil }
    guard let a = MomentPattern(first), let b = MomentPattern(second) else { return nil }
    return (a, b)
  }

  private static func milliseconds(_ text: String) -> Int64? {
    Int64(text.hasSuffix("ms") ? text.dropLast(2).trimmed : text)
  }

  /// Returns the texts around the first `separator`; `nil` if one of them is empty.
  private static func parts(_ text: String, _ separator: String) -> (String, String)? {
    guard let range = text.firstRange(of: separator) else { return nil }
    let first = text[..<range.lowerBound].trimmed
    let second = text[range.upperBound...].trimmed
    return first.isEmpty || second.isEmpty ? nil : (first, second)
  }
}
