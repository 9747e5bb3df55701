package import PromiseKitLite

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

  /// The other promises in words: `p4 all, p6 after and 3 more`.
  package func words(in graph: Graph) -> String {
    inARow(others.map { graph.title(of: $0) }, more: otherCount - others.count)
  }

  private static var listLimit: Int { 4 }
}
