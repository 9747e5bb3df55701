import PromiseGraph
package import PromiseKitLite
import PromiseSimulation

/// What came out of a run: who won, what became of each promise, in which order handlers ran, and what was
/// said. Two runs that differ in nothing but times have the same facts.
package struct RunFacts: Hashable, Sendable {
  /// What became of each promise; nothing where it stayed pending.
  package private(set) var outcomes: [PromiseKey: PromiseEvent.Outcome?] = [:]
  /// From which input each race, any and failed all has its outcome.
  package private(set) var winners: [PromiseKey: PromiseKey] = [:]
  /// The promises whose handlers and bodies ran as jobs, in the order in which these began.
  package private(set) var order: [PromiseKey] = []
  /// What was said, in order.
  package private(set) var notes: [String] = []

  /// The facts of a run. O(events)
  package init(_ events: some Sequence<PromiseEvent>) { self = TimedFacts(events).facts }

  fileprivate init(_ run: ComparedRun) {
    for promise in run.promises {
      outcomes[promise.key] = .some(promise.settlement?.outcome)
      if [.race, .any, .all].contains(promise.operation), let from = promise.from {
        winners[promise.key] = run.promises[from].key
      }
    }
    for step in run.steps {
      if let note = step.note {
        notes.append(note)
      } else {
        order += step.promise.map { [run.promises[$0].key] } ?? []
      }
    }
  }
}

/// The facts of a run, with the numbers and the times that another run may have otherwise.
package struct TimedFacts: Sendable {
  package let facts: RunFacts
  /// The names of the promises, as sentences have them: labels, and numbers where there are none.
  package private(set) var names: [PromiseKey: String] = [:]
  /// When each promise was settled.
  package private(set) var settled: [PromiseKey: Int64] = [:]
  /// The promises in the order in which they were made.
  package let made: [PromiseKey]
  /// When the last thing happened.
  package let end: Int64

  /// The facts of a run. O(events)
  package init(_ events: some Sequence<PromiseEvent>) {
    let run = ComparedRun(Array(events))
    made = run.promises.map(\.key)
    end = run.end
    facts = RunFacts(run)
    for promise in run.promises {
      names[promise.key] = promise.key.name(of: promise.id)
      settled[promise.key] = promise.settled?.time
    }
  }

  /// What a promise is called.
  package func name(_ key: PromiseKey) -> String { names[key] ?? key.name }
}

/// What is otherwise in a run that was changed by hand, against the one that was not.
///
/// Both are runs of one program, so that a promise is found again by its key; of two recorded runs, whose
/// programs may differ, `RunAlignment` has to find out first which promise is which.
package struct RunChange: Sendable {
  /// A sentence each, the most telling first: `first by cache.read @100 -> by fresh @140`.
  package let sentences: [String]

  /// Compares two runs. O(promises and notes)
  package init(from old: TimedFacts, to new: TimedFacts) {
    let keys = old.made + new.made.filter { old.facts.outcomes[$0] == nil }
    let told = keys.filter { old.facts.winners[$0] != nil || new.facts.winners[$0] != nil }
    var sentences = told.compactMap { key -> String? in
      let sides = (Self.winner(key, old), Self.winner(key, new))
      return sides.0 == sides.1
        ? nil : "\(new.names[key] ?? old.name(key)) \(sides.0) -> \(sides.1)"
    }
    let winners = Set(told)
    sentences += keys.compactMap { key in
      guard !winners.contains(key) else { return nil }
      let sides = (Self.outcome(key, old), Self.outcome(key, new))
      return sides.0 == sides.1
        ? nil : "\(new.names[key] ?? old.name(key)) \(sides.0) -> \(sides.1)"
    }
    if old.facts.notes != new.facts.notes {
      let notes = ListDifference.parts(old.facts.notes, new.facts.notes).map(Self.quoted)
      sentences.append("says \(notes.joined(separator: " -> "))")
    } else if sentences.isEmpty, old.facts.order != new.facts.order {
      let orders = zip([old, new], ListDifference.parts(old.facts.order, new.facts.order))
        .map { run, keys in keys.map(run.name).joined(separator: ", ") }
      sentences.append("order \(orders.joined(separator: " -> "))")
    }
    if old.end != new.end {
      sentences.append(
        "ends at \(shortMilliseconds(old.end)) -> \(shortMilliseconds(new.end)) ms")
    }
    self.sentences = sentences
  }

  private static func winner(_ key: PromiseKey, _ run: TimedFacts) -> String {
    guard let winner = run.facts.winners[key], let time = run.settled[key] else {
      return outcome(key, run)
    }
    return "by \(run.name(winner)) @\(shortMilliseconds(time))"
  }

  private static func outcome(_ key: PromiseKey, _ run: TimedFacts) -> String {
    guard let outcome = run.facts.outcomes[key] else { return "not made" }
    return outcome?.rawValue ?? "pending"
  }

  static func quoted(_ notes: some Collection<String>) -> String {
    notes.isEmpty ? "nothing" : notes.map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// The part in which lists differ.
enum ListDifference {
  /// The lists without what all begin with, and what all end with.
  static func parts<Element: Equatable>(_ lists: [Element]...) -> [[Element]] {
    parts(of: lists)
  }

  /// The same of as many lists as there are.
  static func parts<Element: Equatable>(of lists: [[Element]]) -> [[Element]] {
    guard let first = lists.first else { return [] }
    let start = lists.map { zip(first, $0).prefix { $0 == $1 }.count }.min() ?? 0
    let end =
      lists.map { list in
        min(list.count - start, zip(first.reversed(), list.reversed()).prefix { $0 == $1 }.count)
      }.min() ?? 0
    return lists.map { Array($0.dropFirst(start).dropLast(end)) }
  }
}
