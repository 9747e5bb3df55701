package import PromiseEvents

/// A probable mistake that the events show.
package struct Warning: Hashable, Sendable {
  /// The kind of mistake: ``Lint/id``.
  package let lint: String
  /// The kind as text: `unhandled rejection`.
  package let title: String
  package let severity: Severity
  /// When it was found.
  package let moment: Moment
  /// What it is about.
  package let promise: PromiseID?
  package let queue: QueueID?
  /// Where in the program it happened, or else where the promise was created, if that is known.
  package let site: SourceSite?
  /// The numbers of the events that show it, in order; the last is that of ``moment``.
  package let events: [Int]
  /// The promises that it names, starting with the one it is about; if there are many, the first few.
  package let promises: [PromiseID]
  /// What is wrong, with names. Text from the program in it is not sanitized.
  package let sentence: String
  /// What to do about it, in a few words.
  package let fix: String

  /// Creates the warning for what `lint` found.
  package init(
    _ finding: Finding, by lint: any Lint.Type, in graph: Graph, language: Language
  ) {
    self.lint = lint.id
    title = lint.title(in: language)
    severity = lint.severity
    moment = finding.moment
    promise = finding.promise
    queue = finding.queue
    site = finding.place
    let cause = finding.cause.flatMap { $0 < finding.moment.sequence ? [$0] : nil } ?? []
    events = cause + [finding.moment.sequence]
    promises = [finding.promise].compactMap { $0 } + finding.others
    sentence = lint.sentence(finding, in: graph, language)
    fix = lint.fix(in: language, for: graph.programLanguage)
  }
}

/// What a ``Lint`` found: only what its sentence needs, as there may be very many findings.
package struct Finding: Hashable, Sendable {
  /// When it was found.
  package var moment: Moment
  /// What it is about.
  package var promise: PromiseID?
  package var queue: QueueID?
  /// The first of the other promises that it is about, and how many there are in all.
  package private(set) var others: [PromiseID] = []
  package private(set) var otherCount = 0
  /// The number of an earlier event that led to it.
  package var cause: Int?
  /// Where in the program it happened, and which outcome was attempted there.
  package var site: SourceSite?
  package var attempt: PromiseEvent.Outcome?
  /// The place of the mistake, by which alike ones are found: ``Lint/place(of:in:)`` when it was found, since
  /// the promise may be forgotten later.
  package var place: SourceSite?

  /// Anything else that the lint's sentence needs: a name, a number.
  package var text: String?
  package var otherText: String?
  package var number: Int64 = 0
  package var count = 0

  package init(_ moment: Moment, promise: PromiseID? = nil, queue: QueueID? = nil) {
    self.moment = moment
    self.promise = promise
    self.queue = queue
  }

  /// Adds a promise that it is about.
  package mutating func add(_ promise: PromiseID) {
    otherCount += 1
    if others.count < Self.listLimit { others.append(promise) }
  }

  /// Returns the title of the promise that it is about.
  func name(in graph: Graph) -> String { promise.map { graph.title(of: $0) } ?? "" }

  /// Returns the other promises as text: `p4 all, p6 after and 3 more`.
  func list(in graph: Graph, _ language: Language) -> String {
    language.list(others.map { graph.title(of: $0) }, more: otherCount - others.count)
  }

  private static var listLimit: Int { 4 }
}

/// The warnings of a run, in the order of the events where they were found.
package struct WarningList: RandomAccessCollection, Sendable {
  private let lints: LintState
  private let graph: Graph

  /// O(1)
  init(_ lints: LintState, _ graph: Graph) { (self.lints, self.graph) = (lints, graph) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { lints.warningCount }

  package subscript(index: Int) -> Warning { lints.warning(index, in: graph) }
}
