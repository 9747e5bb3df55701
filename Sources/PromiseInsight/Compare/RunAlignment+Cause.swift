import PromiseEvents
import PromiseGraph

extension RunAlignment {
  /// Returns what a run did up to the event with that number.
  package typealias Past = (_ last: Int) -> History

  /// Returns why the runs part at `divergence`, as a sentence; `nil` if the events do not show it. `before` and
  /// `after` return the histories of the two runs, as far as they are needed; `one` and `other` are the names
  /// of the runs. O(n) for the histories, not for this.
  package func cause(
    of divergence: Divergence, before: Past, after: Past,
    named one: String = "before", _ other: String = "after"
  ) -> String? {
    let sides = (divergence.before, divergence.after)
    if let side = sides.0, side.elsewhere == nil {
      return absence(
        of: side, PresenceSide(run: self.before, other: self.after, partners: partnersAfter),
        history: after, in: other)
    }
    if let side = sides.1, side.elsewhere == nil {
      return absence(
        of: side, PresenceSide(run: self.after, other: self.before, partners: partnersBefore),
        history: before, in: one)
    }
    guard let x = sides.0.flatMap({ self.before.steps[$0.step].promise }),
      let y = sides.1.flatMap({ self.after.steps[$0.step].promise }),
      let otherX = partnersAfter[x], let otherY = partnersBefore[y], otherY != x
    else { return nil }
    return orderCause(
      Swap(first: x, second: otherY, firstAfter: otherX, secondAfter: y), before, after, one, other)
  }

  private struct PresenceSide {
    var run: ComparedRun
    var other: ComparedRun
    var partners: [Int?]
  }

  /// Returns why the other run does not do what one run does there.
  private func absence(
    of side: Divergence.Side, _ runs: PresenceSide, history: Past, in name: String
  ) -> String? {
    let step = runs.run.steps[side.step]
    guard step.note == nil, let place = step.promise else { return nil }
    guard let partner = runs.partners[place] else {
      let creator = runs.run.promises[place].creator
      guard let creator, let maker = runs.partners[creator],
        runs.other.promises[maker].started == nil,
        runs.run.promises[creator].hasHandler
      else { return "\(side.name) is not created in \(name)." }
      return
        "\(side.name) is created in the handler of \(runs.run.name(of: creator)), which does not "
        + "run in \(name)\(why(maker, runs.other, history))."
    }
    return "In \(name) \(side.name) does not run\(why(partner, runs.other, history))."
  }

  /// Returns why a handler did not run: `: a value skips it`.
  private func why(_ place: Int, _ run: ComparedRun, _ history: Past) -> String {
    let promise = run.promises[place]
    if let skipped = promise.skipped, let source = promise.parent {
      let error =
        run.promises[source].settlement?.outcome == .fulfilled ? "" : errorText(source, run)
      return ": \(skipped.briefWords)\(error)"
    }
    let history = history(.max)
    let graph = history.graph(at: history.last)
    let answer = graph.explanation(of: promise.id, in: history).summary(limit: 2).dropFirst().first
    return answer.map { ": \($0.text)" } ?? ""
  }

  /// Returns the error and its origin: ` (Refused() of 'submit(items)')`.
  private func errorText(_ place: Int, _ run: ComparedRun) -> String {
    guard let settlement = run.promises[place].settlement else { return "" }
    var origin = place
    for _ in 0..<1000 {
      guard let next = run.promises[origin].from else { break }
      origin = next
    }
    let text = settlement.description.isEmpty ? "" : "\(brief(settlement.description, 40)) of "
    return " (\(text)\(run.name(of: origin)))"
  }
}
