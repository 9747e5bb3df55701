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
    let run = ComparedRun(Array(events))
    made = run.promises.map(\.key)
    end = run.end
    facts = RunFacts(run)
    for promise in run.promises {
      names[promise.key] = promise.key.name(of: promise.id)
      settled[promise.key] = promise.settled?.time
    }
  }

  /// Returns the name of a promise.
  package func name(_ key: PromiseKey) -> String { names[key] ?? key.name }
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
    let withWinners = keys.filter { old.facts.winners[$0] != nil || new.facts.winners[$0] != nil }
    var sentences = withWinners.compactMap { key -> String? in
      let sides = (Self.winner(key, old, language), Self.winner(key, new, language))
      return sides.0 == sides.1
        ? nil : "\(new.names[key] ?? old.name(key)) \(sides.0) -> \(sides.1)"
    }
    let winners = Set(withWinners)
    sentences += keys.compactMap { key in
      guard !winners.contains(key) else { return nil }
      let sides = (Self.outcome(key, old, language), Self.outcome(key, new, language))
      return sides.0 == sides.1
        ? nil : "\(new.names[key] ?? old.name(key)) \(sides.0) -> \(sides.1)"
    }
    if old.facts.notes != new.facts.notes {
      let notes = ListDifference.parts(old.facts.notes, new.facts.notes).map {
        Self.quoted($0, language)
      }
      sentences.append(language.text("notes \(notes.joined(separator: " -> "))"))
    } else if sentences.isEmpty, old.facts.order != new.facts.order {
      let orders = zip([old, new], ListDifference.parts(old.facts.order, new.facts.order))
        .map { run, keys in keys.map(run.name).joined(separator: ", ") }
      sentences.append(language.text("order \(orders.joined(separator: " -> "))"))
    }
    if old.end != new.end {
      sentences.append(
        language.text(
          "ends at \(shortMilliseconds(old.end)) -> \(shortMilliseconds(new.end)) ms"))
    }
    self.sentences = sentences
  }

  private static func winner(
    _ key: PromiseKey, _ run: TimedFacts, _ language: Language
  ) -> String {
    guard let winner = run.facts.winners[key], let time = run.settled[key] else {
      return outcome(key, run, language)
    }
    return language.text("by \(run.name(winner)) @\(shortMilliseconds(time))")
  }

  private static func outcome(
    _ key: PromiseKey, _ run: TimedFacts, _ language: Language
  ) -> String {
    guard let outcome = run.facts.outcomes[key] else { return language.text("not created") }
    return outcome?.word(in: language) ?? language.text("pending")
  }

  static func quoted(_ notes: some Collection<String>, _ language: Language) -> String {
    notes.isEmpty ? language.text("nothing") : notes.map { "'\($0)'" }.joined(separator: ", ")
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
