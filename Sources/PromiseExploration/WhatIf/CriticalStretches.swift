package import PromiseGraph
import PromiseKitLite

/// A range of lengths in which a run has the same outcome.
package struct CriticalStretch: Hashable, Sendable {
  /// Where it begins, in nanoseconds.
  package var start: Int64
  /// Where the next one begins; `nil` if it has no known end.
  package var end: Int64?
  /// The outcome: `cache.read wins`, `submit rejected`.
  package var label: String
  /// Whether the present length is in it.
  package var isPresent = false

  package init(start: Int64, end: Int64? = nil, label: String) {
    self.start = start
    self.end = end
    self.label = label
  }
}

extension CriticalValues {
  /// Returns the ranges of lengths between the critical values, by the most important thing that changes: a
  /// winner, an outcome, the notes, or the order of handlers. A critical value at which only something else
  /// changes divides nothing. `run` provides the names; empty if no length changes the outcome.
  package func stretches(
    present: Int64, _ run: TimedFacts, language: Language = .english
  ) -> [CriticalStretch] {
    guard let first = points.first else { return [] }
    let facts = [first.below ?? first.at] + points.map(\.above)
    guard let labels = labels(facts, run, language) else { return [] }
    var stretches = [CriticalStretch(start: lowest, label: labels[0])]
    for (point, label) in zip(points, labels.dropFirst()) where label != stretches.last?.label {
      stretches[stretches.count - 1].end = point.value
      stretches.append(CriticalStretch(start: point.value, label: label))
    }
    if stretches.count > 0 { stretches[stretches.count - 1].end = highest }
    let place = stretches.lastIndex { $0.start <= present } ?? 0
    // A length at the border belongs to the stretch with the same outcome.
    let exact = points.first { $0.value == present }
    let isBelow =
      place > 0 && stretches[place].start == present && exact.map { $0.at == $0.below } == true
    stretches[isBelow ? place - 1 : place].isPresent = true
    return stretches
  }

  /// Returns the label of each run by the first property that is not the same in all of them.
  private func labels(
    _ runs: [RunFacts], _ names: TimedFacts, _ language: Language
  ) -> [String]? {
    let isKnown = Set(names.made)
    let others = Set(runs.flatMap(\.outcomes.keys)).subtracting(isKnown)
    let keys = names.made + others.sorted { names.name($0) < names.name($1) }
    for key in keys where runs.contains(where: { $0.winners[key] != nil }) {
      let labels = runs.map { run in
        run.winners[key].map { winner in
          key.operation == .all
            ? language.text("\(names.name(winner)) fails it")
            : language.text("\(names.name(winner)) wins")
        } ?? "\(names.name(key)) \(run.word(for: key, language, name: names.name))"
      }
      if Set(labels).count > 1 { return labels }
    }
    for key in keys {
      let labels = runs.map {
        "\(names.name(key)) \($0.word(for: key, language, name: names.name))"
      }
      if Set(labels).count > 1 { return labels }
    }
    for texts in [
      ListDifference.parts(of: runs.map(\.notes)),
      ListDifference.parts(of: runs.map { $0.order.map(names.name) }),
    ] {
      let labels = texts.map { text in
        text.isEmpty ? language.text("nothing") : text.joined(separator: ", ")
      }
      if Set(labels).count > 1 { return labels }
    }
    return nil
  }
}
