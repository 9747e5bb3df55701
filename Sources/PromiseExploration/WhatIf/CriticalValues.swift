package import PromiseGraph
package import PromiseKitLite
import PromiseSimulation

/// The lengths at which the outcome of a run changes.
package struct CriticalValues: Hashable, Sendable {
  /// A length at which the outcome changes.
  package struct Point: Hashable, Sendable {
    /// The length in nanoseconds.
    package var value: Int64
    /// The outcomes just below, at, and just above the length; there is nothing below the smallest
    /// length.
    package var below: RunFacts?
    package var at: RunFacts
    package var above: RunFacts
  }

  /// The lengths, in ascending order.
  package var points: [Point] = []
  /// The range that was checked, in nanoseconds.
  package var lowest: Int64
  /// `nil` if nothing changes beyond the last point, however long it takes.
  package var highest: Int64?
  /// A Boolean value that indicates whether there may be more beyond the checked range, because the
  /// search took too many runs or too long.
  package var isCutOff = false
  /// The number of runs.
  package var runs = 0

  /// Creates a range without known values.
  package init(lowest: Int64, highest: Int64? = nil) {
    self.lowest = lowest
    self.highest = highest
  }

  /// Returns the outcome at a length between two points, or at one.
  package func facts(at value: Int64, otherwise start: RunFacts) -> RunFacts {
    guard let next = points.first(where: { $0.value >= value }) else {
      return points.last?.above ?? start
    }
    return next.value == value ? next.at : next.below ?? start
  }
}

/// What the search uses of a run with one length.
package struct LengthRun: Sendable {
  package let facts: RunFacts
  /// The time of every event, and the time at which each timer would fire.
  let times: [Int64]

  /// Creates a run from its events. O(events)
  package init(_ events: [PromiseEvent]) {
    facts = RunFacts(events)
    times = events.flatMap { event in
      if case .timerScheduled(_, _, let due) = event.kind {
        [event.time, due]
      } else {
        [event.time]
      }
    }
  }
}

extension CriticalValues.Point {
  /// Describes what changes at this length in sentences, most important first: `first's winner
  /// changes at 100 ms: cache.read below; fresh from there on`. `run` provides the names.
  package func sentences(_ run: TimedFacts, language: Language = .english) -> [String] {
    let isKnown = Set(run.made)
    let sides = [below, at, above].compactMap { $0 }
    let others = Set(sides.flatMap(\.outcomes.keys)).subtracting(isKnown)
      .sorted { run.name($0) < run.name($1) }
    let keys = run.made + others
    let winners = Set(sides.flatMap(\.winners.keys))
    var sentences = keys.compactMap { key in
      winners.contains(key)
        ? sentence(language.text("\(run.name(key))'s winner changes"), language) { facts in
          facts.winners[key].map(run.name) ?? language.text("none")
        } : nil
    }
    sentences += keys.compactMap { key in
      sentence(language.text("\(run.name(key)) changes"), language) { facts in
        guard let outcome = facts.outcomes[key] else { return language.text("not created") }
        return outcome?.word(in: language) ?? language.text("pending")
      }
    }
    let notes = list(language.text("the list of notes changes"), \.notes, language) {
      RunChange.quoted($0, language)
    }
    if let notes { sentences.append(notes) }
    let order = list(language.text("the order of handlers changes"), \.order, language) { keys in
      keys.isEmpty ? language.text("nothing") : keys.map(run.name).joined(separator: ", ")
    }
    if let order { sentences.append(order) }
    return sentences
  }

  /// Returns a sentence about a property of each run; `nil` if it does not change.
  private func sentence(
    _ subject: String, _ language: Language, _ value: (RunFacts) -> String
  ) -> String? {
    sentence(subject, language, below.map(value), value(at), value(above))
  }

  /// Returns a sentence about a list, showing only the part that differs.
  private func list<Element: Hashable>(
    _ subject: String, _ value: (RunFacts) -> [Element], _ language: Language,
    _ text: ([Element]) -> String
  ) -> String? {
    let all = [below, at, above].compactMap { $0 }.map(value)
    guard Set(all).count > 1 else { return nil }
    let parts = ListDifference.parts(of: all).map(text)
    return sentence(
      subject, language, all.count > 2 ? parts[0] : nil, parts[parts.count - 2],
      parts[parts.count - 1])
  }

  private func sentence(
    _ subject: String, _ language: Language, _ below: String?, _ at: String, _ above: String
  ) -> String? {
    let place = language.text("\(subject) at \(shortMilliseconds(value)) ms:")
    switch (below, at == above) {
    case (nil, true): return nil
    case (nil, false): return language.text("\(place) \(at) there; \(above) above")
    case (let below?, true):
      return below == at
        ? nil : language.text("\(place) \(below) below; \(at) from there on")
    case (at?, false): return language.text("\(place) \(at) up to there; \(above) above")
    case (let below?, false):
      return language.text("\(place) \(below) below; \(at) there; \(above) above")
    }
  }
}

extension CriticalValues {
  /// The range that was checked, as a sentence.
  package var coverage: String { coverage(in: .english) }

  /// Returns the range that was checked, as a sentence in `language`.
  package func coverage(in language: Language) -> String {
    let least = shortMilliseconds(lowest)
    let range =
      highest.map { language.text("checked \(least) to \(shortMilliseconds($0)) ms") }
      ?? language.text("checked every length from \(least) ms on")
    let runs = language.plural(runs, "run")
    return isCutOff
      ? language.text("\(range), in \(runs); there may be more")
      : language.text("\(range), in \(runs)")
  }
}

extension CriticalValues {
  /// A line of the description of a length.
  package struct Line: Hashable, Sendable {
    package var text: String
    /// A Boolean value that indicates whether it shows the current length.
    package var isPresent = false
  }

  /// Returns the sentences of all points by ascending length, and the current length among them.
  package func lines(
    present: Int64, _ run: TimedFacts, language: Language = .english
  ) -> [Line] {
    let now = language.text("now \(shortMilliseconds(present)) ms")
    var lines: [Line] = []
    var isPresentListed = false
    for point in points {
      let sentences = point.sentences(run, language: language)
      if !isPresentListed, present < point.value, !sentences.isEmpty {
        lines.append(Line(text: "* \(now)", isPresent: true))
        isPresentListed = true
      }
      lines += sentences.map { Line(text: $0) }
      if !isPresentListed, present == point.value, !sentences.isEmpty {
        lines.append(
          Line(text: "* " + language.text("\(now), exactly at that length"), isPresent: true))
        isPresentListed = true
      }
    }
    if lines.isEmpty {
      return [
        Line(
          text: "* " + language.text("\(now): no other length changes the outcome"),
          isPresent: true)
      ]
    }
    if !isPresentListed { lines.append(Line(text: "* \(now)", isPresent: true)) }
    return lines
  }
}
