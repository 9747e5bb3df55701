package import PromiseKitLite

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
