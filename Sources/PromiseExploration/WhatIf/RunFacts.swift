package import PromiseGraph
package import PromiseKitLite
import PromiseSimulation

/// The outcome of a run: the winners, the outcome of each promise, the order in which handlers ran,
/// and the notes. Two runs that differ only in times have equal facts.
package struct RunFacts: Hashable, Sendable {
  /// The outcome of each promise; `nil` if it stayed pending.
  package private(set) var outcomes: [PromiseKey: PromiseEvent.Outcome?] = [:]
  /// The input that each race, any, and failed all has its outcome from.
  package private(set) var winners: [PromiseKey: PromiseKey] = [:]
  /// The promises whose handlers and bodies ran as jobs, in the order in which they started.
  package private(set) var order: [PromiseKey] = []
  /// The notes, in order.
  package private(set) var notes: [String] = []

  /// Creates the facts of a run. O(events)
  package init(_ events: some Sequence<PromiseEvent>) { self = TimedFacts(events).facts }

  fileprivate init(_ graph: Graph, _ promises: [(key: PromiseKey, node: PromiseNode)]) {
    let keys = Dictionary(promises.map { ($0.node.id, $0.key) }) { first, _ in first }
    for (key, node) in promises {
      outcomes[key] = .some(node.settlement?.outcome)
      if key.operation.has(.oneInputDecides) {
        winners[key] = node.settlement?.from.flatMap { keys[$0] }
      }
    }
    order = graph.startedJobs.compactMap { $0.child.flatMap { keys[$0] } }
    notes = graph.notes.map(\.text)
  }
}

/// The facts of a run, with the numbers and the times, which may differ in another run.
package struct TimedFacts: Sendable {
  package let facts: RunFacts
  /// The names of the promises in sentences: labels, or numbers for promises without one.
  package private(set) var names: [PromiseKey: String] = [:]
  /// When each promise settled.
  package private(set) var settled: [PromiseKey: Int64] = [:]
  /// The promises in order of creation.
  package let made: [PromiseKey]
  /// When the last thing happened.
  package let end: Int64

  /// Creates the facts of a run. O(events)
  package init(_ events: some Sequence<PromiseEvent>) {
    let graph = Graph(events)
    let promises = graph.keyedPromises
    made = promises.map(\.key)
    end = graph.time
    facts = RunFacts(graph, promises)
    for (key, node) in promises {
      names[key] = key.name(of: node.id)
      settled[key] = node.settled?.time
    }
  }

  /// Returns the name of a promise.
  package func name(_ key: PromiseKey) -> String { names[key] ?? key.name }
}

extension RunFacts {
  /// Returns the outcome of a promise in a few words: `by fresh @140`, or without times `by fresh`; `rejected`.
  func word(
    for key: PromiseKey, _ language: Language, settled: [PromiseKey: Int64] = [:],
    name: (PromiseKey) -> String
  ) -> String {
    if let winner = winners[key] {
      let time = settled[key].map { " @\(shortMilliseconds($0))" } ?? ""
      return language.text("by \(name(winner))") + time
    }
    guard let outcome = outcomes[key] else { return language.text("not created") }
    return outcome?.word(in: language) ?? language.text("pending")
  }

  /// Returns what differs in another run in sentences, the most important first: `first by cache.read -> by fresh`.
  /// `words` returns the outcome of one of these promises in both runs.
  func changes(
    to new: RunFacts, of keys: [PromiseKey], _ language: Language, name: (PromiseKey) -> String,
    words: (PromiseKey) -> (String, String)
  ) -> [String] {
    let isWon = { (key: PromiseKey) in winners[key] != nil || new.winners[key] != nil }
    var sentences = (keys.filter(isWon) + keys.filter { !isWon($0) }).compactMap { key in
      let sides = words(key)
      return sides.0 == sides.1 ? nil : "\(name(key)) \(sides.0) -> \(sides.1)"
    }
    if notes != new.notes {
      let texts = ListDifference.parts(notes, new.notes).map { notes in
        notes.isEmpty
          ? language.text("nothing") : notes.map { "'\($0)'" }.joined(separator: ", ")
      }
      sentences.append(language.text("notes \(texts.joined(separator: " -> "))"))
    } else if sentences.isEmpty, order != new.order {
      let orders = ListDifference.parts(order, new.order).map {
        $0.isEmpty ? language.text("nothing") : $0.map(name).joined(separator: ", ")
      }
      sentences.append(language.text("order \(orders.joined(separator: " -> "))"))
    }
    return sentences
  }
}

/// The differences between a run with overrides and the original run.
///
/// Both are runs of the same program, so promises are matched by their keys. For two recorded runs,
/// whose programs may differ, `RunAlignment` first has to find out which promises correspond.
package struct RunChange: Sendable {
  /// The differences in sentences, most important first: `first by cache.read @100 -> by fresh
  /// @140`.
  package let sentences: [String]

  /// Compares two runs, and describes the differences in `language`. O(promises and notes)
  package init(from old: TimedFacts, to new: TimedFacts, language: Language = .english) {
    let keys = old.made + new.made.filter { old.facts.outcomes[$0] == nil }
    let changes = old.facts.changes(
      to: new.facts, of: keys, language, name: { new.names[$0] ?? old.name($0) }
    ) { key in
      (
        old.facts.word(for: key, language, settled: old.settled, name: old.name),
        new.facts.word(for: key, language, settled: new.settled, name: new.name)
      )
    }
    let times = (shortMilliseconds(old.end), shortMilliseconds(new.end))
    sentences =
      changes
      + (old.end != new.end ? [language.text("ends at \(times.0) -> \(times.1) ms")] : [])
  }
}

/// Finds the part in which lists differ.
enum ListDifference {
  /// Returns the lists without their common prefix and suffix.
  static func parts<Element: Equatable>(_ lists: [Element]...) -> [[Element]] {
    parts(of: lists)
  }

  /// Returns any number of lists without their common prefix and suffix.
  static func parts<Element: Equatable>(of lists: [[Element]]) -> [[Element]] {
    guard let first = lists.first else { return [] }
    let start = lists.map { sharedCount(first, $0) }.min() ?? 0
    let end =
      lists.map { min($0.count - start, sharedCount(first.reversed(), $0.reversed())) }.min() ?? 0
    return lists.map { Array($0.dropFirst(start).dropLast(end)) }
  }

  /// Returns how many of the first elements of two sequences are equal.
  private static func sharedCount<Element: Equatable>(
    _ a: some Sequence<Element>, _ b: some Sequence<Element>
  ) -> Int {
    zip(a, b).prefix { $0 == $1 }.count
  }
}
