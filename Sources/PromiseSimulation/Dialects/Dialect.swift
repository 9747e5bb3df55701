/// The rules of a promise library, as a simulated run can follow them.
///
/// For each rule, a dialect names an answer and where that is documented or was seen. A rule without a
/// answer is unknown: a simulation then does as PromiseKitLite does, and a report says so.
package struct Dialect: Hashable, Sendable {
  /// The name on the command line, such as `javascript`.
  package let name: String
  /// Other names on the command line.
  package let aliases: [String]
  /// The name that readers see, such as `JavaScript`.
  package let title: String
  /// The version that the answers are about.
  package let version: String
  private var cells: [Rule: Cell]

  /// What a dialect does about one rule.
  package struct Cell: Hashable, Sendable {
    /// The answer; `nil` if it is unknown.
    package var answer: Answer?
    /// Where the answer is documented, or how it was found.
    package var evidence: String

    package init(answer: Answer?, evidence: String) {
      self.answer = answer
      self.evidence = evidence
    }
  }

  /// Creates a dialect. A rule that is not among `cells` is unknown.
  init(
    _ name: String, aliases: [String] = [], title: String, version: String, _ cells: [Rule: Cell]
  ) {
    self.name = name
    self.aliases = aliases
    self.title = title
    self.version = version
    self.cells = cells
  }

  /// What the dialect does about `rule`.
  package subscript(rule: Rule) -> Cell {
    get { cells[rule] ?? Cell(answer: nil, evidence: "") }
    set { cells[rule] = newValue }
  }

  /// The rules whose answer is unknown.
  package var unknownRules: [Rule] { Rule.allCases.filter { self[$0].answer == nil } }

  /// What a simulation does about `rule`: the dialect's answer, or PromiseKitLite's if that is
  /// unknown.
  package func simulated(_ rule: Rule) -> Answer {
    self[rule].answer ?? rule.standard
  }

  /// Returns a copy that does about `rule` what `other` does.
  package func taking(_ rule: Rule, from other: Dialect) -> Dialect {
    var copy = self
    copy[rule] = other[rule]
    return copy
  }

  /// The rules about which a simulation does something else than in `other`.
  package func differences(from other: Dialect) -> [Rule] {
    Rule.allCases.filter { simulated($0) != other.simulated($0) }
  }
}

extension Dialect {
  /// A question that promise libraries answer differently.
  package enum Rule: String, CaseIterable, Sendable {
    /// Where handlers run that name no queue.
    case handlers
    /// Where handlers for errors and for every outcome run.
    case errorHandlers
    /// When an operator attaches its handler.
    case attaching
    /// What it takes for a link whose handler is skipped to pass the settlement on.
    case skipping
    /// What it takes for a promise to adopt another one.
    case adoption
    /// What it takes for the settlement of an input to reach a fan-in.
    case inputs
    /// Whether siblings run before what follows from the first of them.
    case order
    /// What follows a catch.
    case afterCatch
    /// What a cleanup handler does to the settlement.
    case cleanup
    /// When the body of a new promise runs.
    case body
    /// When an all fails.
    case all
    /// The error with which an all fails.
    case errorOfAll
    /// When an any settles.
    case any
    /// What a race is decided by.
    case race
    /// An all without inputs.
    case emptyAll
    /// A race without inputs.
    case emptyRace
    /// A second resolution.
    case secondResolution
    /// Whether a promise that waits for another one can still settle by itself.
    case lockIn
    /// Whether a handler for errors runs for a cancellation.
    case cancellation
    /// A promise that is fulfilled with an error.
    case errorAsValue
    /// A handler that returns its own promise.
    case ownPromise
    /// When an error counts as unhandled.
    case unhandled
    /// What follows a handler that returns nothing.
    case noValue
  }

  /// An answer to a question.
  package enum Answer: String, Sendable, CaseIterable {
    // Where and when something runs.
    case main, microtask, settlingThread, likeOthers
    case immediately, oneJob, twoJobs
    case breadth, depth
    // What follows a handler.
    case endsChain, recovers, passesErrorOn
    case passesOn, waits, replaces
    // Fan-ins.
    case firstError, lastInput
    case same, aggregate, wrapped
    case firstFulfilled, allInputs, firstSettled
    case fulfilled, pending, rejected, stops
    // Settling.
    case ignored, reported
    case locked, open
    case skipsCatch, runsCatch
    case value, nothing
    case afterTurn, whenLost, never
  }
}

extension Dialect.Rule {
  /// The answers that a dialect has, first that of PromiseKitLite.
  package var answers: [Dialect.Answer] {
    switch self {
    case .handlers: [.main, .microtask, .settlingThread]
    case .errorHandlers: [.likeOthers, .settlingThread]
    case .attaching, .skipping, .inputs: [.immediately, .oneJob]
    case .adoption: [.immediately, .twoJobs]
    case .order: [.breadth, .depth]
    case .afterCatch: [.endsChain, .recovers, .passesErrorOn]
    case .cleanup: [.passesOn, .waits, .replaces]
    case .body: [.immediately, .oneJob]
    case .all: [.firstError, .lastInput]
    case .errorOfAll: [.same, .aggregate, .wrapped]
    case .any: [.firstFulfilled, .allInputs]
    case .race: [.firstSettled, .firstFulfilled]
    case .emptyAll: [.fulfilled, .pending]
    case .emptyRace: [.rejected, .pending, .fulfilled, .stops]
    case .secondResolution: [.reported, .ignored, .stops]
    case .lockIn: [.locked, .open]
    case .cancellation: [.skipsCatch, .runsCatch]
    case .errorAsValue: [.value, .rejected]
    case .ownPromise: [.rejected, .pending]
    case .unhandled: [.whenLost, .afterTurn, .never]
    case .noValue: [.nothing, .same]
    }
  }

  /// PromiseKitLite's answer.
  package var standard: Dialect.Answer { answers.first ?? .immediately }
}
