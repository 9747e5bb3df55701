package import PromiseEvents
import PromiseExploration
import PromiseGraph
package import PromiseInsight
import PromiseSimulation

/// The panel that explains a promise: the explanation, and the view of it.
package struct WhyPanel: Sendable {
  /// What the panel explains, and at which event.
  struct Subject: Hashable, Sendable {
    var promise: PromiseID?
    /// The queue, if it explains a queue.
    var queue: QueueID?
    /// The marked promise, whose order is explained.
    var marked: PromiseID?
    var playhead: Int
    /// The time at the playhead.
    var clock: Int64
    /// The answer of the search among other schedules.
    var answer: OrderAnswer?
  }

  /// A place to return to.
  struct Place: Hashable, Sendable {
    var selection: PromiseID?
    var marked: PromiseID?
    var playhead: Int
    /// The schedule of the previous run, if another one was opened.
    var schedule: Schedule?
  }

  private(set) var subject: Subject?
  /// The queue that is explained instead of the selected promise.
  let queue: QueueID?
  /// The explanation, in sentences.
  package private(set) var explanation = Explanation(title: "")
  /// The line that opens another schedule, and the request for one.
  private(set) var scheduleLine: Int?
  private(set) var request: OrderRequest?
  /// The line that the arrow keys have selected.
  var selected = 0
  /// The places from which rows were followed.
  var trail: [Place] = []

  /// Creates a panel for the selected promise, or for a queue.
  init(of queue: QueueID? = nil) { self.queue = queue }

  /// The explanation as text, for copying.
  package var text: String { explanation.text }

  /// Updates the explanation if its subject has changed.
  mutating func refresh(_ subject: Subject, _ run: Run, _ language: Language) {
    guard subject != self.subject else { return }
    let isOther =
      subject.promise != self.subject?.promise || subject.marked != self.subject?.marked
    self.subject = subject
    (request, scheduleLine) = (nil, nil)
    if let queue = subject.queue {
      explanation = run.graph.explanation(
        of: queue, now: subject.clock, known: run.known, language: language)
    } else if let promise = subject.promise {
      explain(promise, subject, run, language)
    }
    if isOther { selected = 0 }
    selected = min(selected, max(0, explanation.lines.count - 1))
  }

  private mutating func explain(
    _ promise: PromiseID, _ subject: Subject, _ run: Run, _ language: Language
  ) {
    let graph = run.graph.at(run.clock)
    let plain = graph.explanation(
      of: promise, in: run.history, ahead: run.known, language: language)
    explanation = plain
    guard let marked = subject.marked, marked != promise else { return }
    let order = OrderOfTwo(
      marked, promise, in: graph, history: run.history, language: language)
    explanation = order.explanation
    addSchedules(order, subject.answer, run, language)
    explanation.lines += plain.lines
  }

  /// Adds whether some schedule has the other order, unless a rule decides the order.
  private mutating func addSchedules(
    _ order: OrderOfTwo, _ answer: OrderAnswer?, _ run: Run, _ language: Language
  ) {
    guard !run.real, run.overrides.isEmpty, run.token != nil else { return }
    request = OrderRequest(order, in: run.graph)
    guard request != nil else { return }
    explanation.add(answer, about: order, in: run.graph, language)
    if case .found = answer { scheduleLine = explanation.lines.count - 1 }
  }
}

extension OrderRequest {
  /// Creates the request for a schedule with the other order; `nil` if a rule fixes it, or if there is none yet.
  fileprivate init?(_ order: OrderOfTwo, in graph: Graph) {
    guard order.verdict != .open, order.verdict != .always,
      graph.promises.count <= Self.mostPromises,
      let first = PromiseKey(order.first, in: graph),
      let second = PromiseKey(order.second, in: graph)
    else { return nil }
    self.init(first: first, second: second)
  }

  /// The most promises among which the keys are searched for.
  private static var mostPromises: Int { 20_000 }
}

extension Explanation {
  /// Adds what a search among the schedules found. A schedule with the other order replaces the answer that none is
  /// known.
  fileprivate mutating func add(
    _ answer: OrderAnswer?, about order: OrderOfTwo, in graph: Graph, _ language: Language
  ) {
    let (one, other) = (graph.plainName(of: order.second), graph.plainName(of: order.first))
    let text: String
    switch answer {
    case nil:
      text = language.text("looking for a schedule in which \(one) runs before \(other) ...")
    case .found(let token, _, _, _):
      if order.verdict == .perhaps { lines.removeLast() }
      text = language.text("yes: in this schedule \(one) runs before \(other): \(token)")
    case .never(let schedules, true):
      text = language.text(
        "\(one) runs before \(other) in none of the \(grouped(schedules)) simulated schedules")
    case .never(let schedules, false):
      text = language.text(
        "\(one) runs before \(other) in none of the \(grouped(schedules)) simulated schedules "
          + "tried; there are more")
    }
    lines.append(Line(answer == nil ? .detail : .answer, text))
  }
}

extension State {
  /// Returns the promises that `text` names, in the order of creation: `p3` and `send#2` name one, a name or a part
  /// of one can name several.
  package func promises(called text: String) -> [PromiseID] {
    guard let run, let place = GoTo(text) else { return [] }
    if case .promise(let promise) = place, run.known[promise] != nil { return [promise] }
    return run.promises(named: text)
  }

  /// Returns whether a text that names a promise is its whole name or its number, not a part of its name.
  package func isWhole(_ text: String, of promise: PromiseID) -> Bool {
    text == "\(promise)" || text.contains("#")
      || run?.known[promise]?.name.lowercased() == text.lowercased()
  }

  /// Returns the explanation of the queue called `label` at the playhead; `nil` if there is none.
  package func explanation(ofQueue label: String) -> Explanation? {
    guard let run,
      let queue = run.graph.queues(listing: 0).first(where: {
        run.graph.queueName($0.id) == label || $0.label == label
      })
    else { return nil }
    return run.graph.explanation(
      of: queue.id, now: run.clock, known: run.known, language: language)
  }

  /// Returns the explanation of `promise` at the playhead; with `other`, preceded by that of their order. If no rule
  /// fixes the order, `search` looks for a schedule with the other one.
  package func explanation(
    of promise: PromiseID, beside other: PromiseID? = nil,
    searching search: ((OrderRequest) -> OrderAnswer)? = nil
  ) -> Explanation {
    guard let run else { return Explanation(title: "\(promise)") }
    let graph = run.graph.at(run.clock)
    let plain = graph.explanation(
      of: promise, in: run.history, ahead: run.known, language: language)
    guard let other, other != promise else { return plain }
    let order = OrderOfTwo(other, promise, in: graph, history: run.history, language: language)
    var both = order.explanation
    if order.verdict == .perhaps, let search, let request = OrderRequest(order, in: graph) {
      both.add(search(request), about: order, in: graph, language)
    }
    both.lines += plain.lines
    return both
  }
}
