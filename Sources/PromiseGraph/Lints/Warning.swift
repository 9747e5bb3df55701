package import PromiseEvents

/// Something that is probably a mistake, as the events show it.
package struct Warning: Hashable, Sendable {
  /// Which kind of mistake: ``Lint/id``.
  package let lint: String
  /// The kind in words.
  package let title: String
  package let severity: Severity
  /// When it was found.
  package let moment: Moment
  /// What it is about.
  package let promise: PromiseID?
  package let queue: QueueID?
  /// Where the promise was made, if that is known.
  package let site: SourceSite?
  /// The numbers of the events that show it, in order; the last one is that of ``moment``.
  package let events: [Int]
  /// The promises that it names, the one that it is about first; of very many the first few.
  package let promises: [PromiseID]
  /// What is wrong, with names. Foreign text in it is not sanitised.
  package let sentence: String
  /// What to do about it, in a few words.
  package let fix: String

  /// Says what `lint` found.
  init(_ finding: Finding, by lint: any Lint.Type, in graph: Graph) {
    self.lint = lint.id
    title = lint.title
    severity = lint.severity
    moment = finding.moment
    promise = finding.promise
    queue = finding.queue
    site = finding.promise.flatMap { graph[$0]?.creation.site }
    let cause = finding.cause.flatMap { $0 < finding.moment.sequence ? [$0] : nil } ?? []
    events = cause + [finding.moment.sequence]
    promises = [finding.promise].compactMap { $0 } + finding.others
    sentence = lint.sentence(finding, in: graph)
    fix = lint.fix
  }
}

/// What a ``Lint`` found: what it needs to say it in words, and no more, as there may be very many.
package struct Finding: Hashable, Sendable {
  /// When it was found.
  package var moment: Moment
  /// What it is about.
  package var promise: PromiseID?
  package var queue: QueueID?
  /// Other promises that it is about, the first ones, and how many there are in all.
  package private(set) var others: [PromiseID] = []
  package private(set) var otherCount = 0
  /// The number of an event before that led to it.
  package var cause: Int?
  /// Where in the program it happened, and what was tried there.
  package var site: SourceSite?
  package var attempt: PromiseEvent.Outcome?

  /// What else there is to say: a name, or a number as the lint has it.
  package var text: String?
  package var number: Int64 = 0

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

  /// The promise that it is about, as it is shown.
  func name(in graph: Graph) -> String { promise.map { graph.title(of: $0) } ?? "" }

  /// The other promises in words: `p4 all, p6 after and 3 more`.
  package func words(in graph: Graph) -> String {
    inARow(others.map { graph.title(of: $0) }, more: otherCount - others.count)
  }

  private static var listLimit: Int { 4 }
}

/// The warnings of a run in the order of the events that they were found at.
package struct WarningList: RandomAccessCollection, Sendable {
  private let lints: LintState
  private let graph: Graph

  /// O(1)
  init(_ lints: LintState, _ graph: Graph) { (self.lints, self.graph) = (lints, graph) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { lints.warningCount }

  package subscript(index: Int) -> Warning { lints.warning(index, in: graph) }
}
