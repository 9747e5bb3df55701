package import PromiseEvents
import PromiseExploration
package import PromiseGraph
import PromiseSimulation

/// The panel that answers why: what it answers, and how it is looked at.
package struct WhyPanel: Sendable {
  /// What it answers for, and when.
  struct Subject: Hashable, Sendable {
    var promise: PromiseID
    /// The promise that the order is asked of.
    var marked: PromiseID?
    var playhead: Int
    /// What the schedules said.
    var answer: OrderAnswer?
  }

  /// A place to return to.
  struct Place: Hashable, Sendable {
    var selection: PromiseID?
    var marked: PromiseID?
    var playhead: Int
    /// The schedule of the run that was left, where another one was opened.
    var schedule: Schedule?
  }

  private(set) var subject: Subject?
  /// The answers, in sentences.
  package private(set) var explanation = Explanation(title: "")
  /// The line that opens another schedule, and what the question of the order asks of them.
  private(set) var scheduleLine: Int?
  private(set) var request: OrderRequest?
  /// The line that the arrow keys have selected.
  var selected = 0
  /// Where following rows came from.
  var trail: [Place] = []

  /// The answers as text, to be copied.
  package var text: String { explanation.text }

  /// Answers anew, if what is asked has changed.
  mutating func refresh(_ subject: Subject, _ run: Run) {
    guard subject != self.subject else { return }
    let isOther =
      subject.promise != self.subject?.promise || subject.marked != self.subject?.marked
    self.subject = subject
    (request, scheduleLine) = (nil, nil)
    let plain = run.graph.explanation(of: subject.promise, in: run.history)
    explanation = plain
    if let marked = subject.marked, marked != subject.promise {
      let order = OrderOfTwo(marked, subject.promise, in: run.graph, history: run.history)
      explanation = order.explanation
      addSchedules(order, subject.answer, run)
      explanation.lines += plain.lines
    }
    if isOther { selected = 0 }
    selected = min(selected, max(0, explanation.lines.count - 1))
  }

  /// Says whether some schedule has the other order, where that is not settled by a rule.
  private mutating func addSchedules(_ order: OrderOfTwo, _ answer: OrderAnswer?, _ run: Run) {
    guard !run.real, run.overrides.isEmpty, run.token != nil, order.verdict != .open,
      order.verdict != .always,
      run.graph.promises.count <= Self.mostPromises,
      let first = PromiseKey(order.first, in: run.graph),
      let second = PromiseKey(order.second, in: run.graph)
    else { return }
    request = OrderRequest(first: first, second: second)
    let names = (run.graph.plainName(of: order.second), run.graph.plainName(of: order.first))
    let text: String
    switch answer {
    case nil: text = "looking for a schedule in which \(names.0) runs before \(names.1) ..."
    case .found(let token, _, _, _):
      text = "in this schedule \(names.0) runs before \(names.1), Enter opens it: \(token)"
      scheduleLine = explanation.lines.count
    case .never(let schedules, true):
      text = "in none of its \(grouped(schedules)) schedules \(names.0) runs before \(names.1)"
    case .never(let schedules, false):
      text =
        "in none of \(grouped(schedules)) schedules that were tried \(names.0) runs before "
        + "\(names.1); there are more"
    }
    explanation.lines.append(Explanation.Line(answer == nil ? .detail : .answer, text))
  }

  /// Where the keys of promises are looked for, at most among so many.
  private static var mostPromises: Int { 20_000 }
}

extension State {
  /// The promise that `text` names: `p3`, or a name or a part of it; none where the run has no such promise.
  package func promise(called text: String) -> PromiseID? {
    guard let run, let place = GoTo(text) else { return nil }
    if case .promise(let promise) = place, run.known[promise] != nil { return promise }
    return run.promise(named: text)
  }

  /// Why `promise` is as it is at the playhead; with `other`, first why the two ran in their order.
  package func explanation(of promise: PromiseID, beside other: PromiseID? = nil) -> Explanation {
    guard let run else { return Explanation(title: "\(promise)") }
    let plain = run.graph.explanation(of: promise, in: run.history)
    guard let other, other != promise else { return plain }
    var both = OrderOfTwo(other, promise, in: run.graph, history: run.history).explanation
    both.lines += plain.lines
    return both
  }
}
