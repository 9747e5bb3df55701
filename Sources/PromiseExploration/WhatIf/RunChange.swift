import PromiseKitLite
import PromiseSimulation

/// What is otherwise in a run that was changed by hand, against the one that was not.
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
      let (before, after) = ListDifference.between(old.facts.notes, new.facts.notes)
      sentences.append("says \(Self.quoted(before)) -> \(Self.quoted(after))")
    } else if sentences.isEmpty, old.facts.order != new.facts.order {
      let (before, after) = ListDifference.between(old.facts.order, new.facts.order)
      sentences.append(
        "order \(before.map(old.name).joined(separator: ", ")) -> "
          + after.map(new.name).joined(separator: ", "))
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

/// The part in which two lists differ.
enum ListDifference {
  /// The lists without what both begin with, and what both end with.
  static func between<Element: Equatable>(
    _ one: [Element], _ two: [Element]
  ) -> ([Element], [Element]) {
    let start = zip(one, two).prefix { $0 == $1 }.count
    let (one, two) = (one.dropFirst(start), two.dropFirst(start))
    let end = zip(one.reversed(), two.reversed()).prefix { $0 == $1 }.count
    return (Array(one.dropLast(end)), Array(two.dropLast(end)))
  }
}
