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
  /// Describes what changes at this length in sentences, most important first: `from 100 ms on: first by cache.read ->
  /// by fresh`. `run` provides the names.
  package func sentences(_ run: TimedFacts, language: Language = .english) -> [String] {
    let sides = [below, at, above].compactMap { $0 }
    let others = Set(sides.flatMap(\.outcomes.keys)).subtracting(run.made)
      .sorted { run.name($0) < run.name($1) }
    func changes(_ old: RunFacts, _ new: RunFacts) -> [String] {
      old.changes(to: new, of: run.made + others, language, name: run.name) { key in
        (
          old.word(for: key, language, name: run.name),
          new.word(for: key, language, name: run.name)
        )
      }
    }
    let length = shortMilliseconds(value)
    let start = (below.map { changes($0, at) } ?? []).map { change in
      at == above
        ? language.text("from \(length) ms on: \(change)")
        : language.text("at \(length) ms: \(change)")
    }
    return start + changes(at, above).map { language.text("above \(length) ms: \($0)") }
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
