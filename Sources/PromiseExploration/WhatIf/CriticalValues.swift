import PromiseGraph
package import PromiseKitLite
import PromiseSimulation

/// The lengths at which something else comes out of a run.
package struct CriticalValues: Hashable, Sendable {
  /// A length at which something changes.
  package struct Point: Hashable, Sendable {
    /// The length in nanoseconds.
    package var value: Int64
    /// What comes out just below it, at it, and just above it; there is nothing below the least length.
    package var below: RunFacts?
    package var at: RunFacts
    package var above: RunFacts
  }

  /// The lengths, rising.
  package var points: [Point] = []
  /// What has been looked at, in nanoseconds.
  package var lowest: Int64
  /// None where nothing changes any more, however long it takes.
  package var highest: Int64?
  /// There may be more beyond what was looked at: it took too many runs, or too long.
  package var isCutOff = false
  /// How many runs it took.
  package var runs = 0

  /// Values of which none is known yet.
  package init(lowest: Int64, highest: Int64? = nil) {
    self.lowest = lowest
    self.highest = highest
  }

  /// What comes out at a length between two points, or at one. None where it was not looked at.
  package func facts(at value: Int64, otherwise start: RunFacts) -> RunFacts {
    guard let next = points.first(where: { $0.value >= value }) else {
      return points.last?.above ?? start
    }
    return next.value == value ? next.at : next.below ?? start
  }
}

/// What is told of a run as a function of one length.
package struct LengthRun: Sendable {
  package let facts: RunFacts
  /// When everything happens, and when each timer would fire.
  let times: [Int64]

  /// A run of these events. O(events)
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
  /// What changes at this length, in sentences, the most telling first: `first's winner changes at 100 ms:
  /// below cache.read, from there fresh`. `run` knows the names.
  package func sentences(_ run: TimedFacts) -> [String] {
    let isKnown = Set(run.made)
    let sides = [below, at, above].compactMap { $0 }
    let others = Set(sides.flatMap(\.outcomes.keys)).subtracting(isKnown)
      .sorted { run.name($0) < run.name($1) }
    let keys = run.made + others
    let winners = Set(sides.flatMap(\.winners.keys))
    var told = keys.compactMap { key in
      winners.contains(key)
        ? sentence("\(run.name(key))'s winner changes") { facts in
          facts.winners[key].map(run.name) ?? "nobody"
        } : nil
    }
    told += keys.compactMap { key in
      sentence("\(run.name(key)) changes") { facts in
        guard let outcome = facts.outcomes[key] else { return "not made" }
        return outcome?.rawValue ?? "pending"
      }
    }
    if let notes = list("what is said changes", \.notes, RunChange.quoted) { told.append(notes) }
    let order = list("the order of handlers changes", \.order) { keys in
      keys.isEmpty ? "nothing" : keys.map(run.name).joined(separator: ", ")
    }
    if let order { told.append(order) }
    return told
  }

  /// A sentence about something that each run has; none where it stays the same.
  private func sentence(_ subject: String, _ value: (RunFacts) -> String) -> String? {
    sentence(subject, below.map(value), value(at), value(above))
  }

  /// The same of a list, of which only the part is said that differs.
  private func list<Element: Hashable>(
    _ subject: String, _ value: (RunFacts) -> [Element], _ words: ([Element]) -> String
  ) -> String? {
    let all = [below, at, above].compactMap { $0 }.map(value)
    guard Set(all).count > 1 else { return nil }
    let parts = ListDifference.parts(of: all).map(words)
    return sentence(
      subject, all.count > 2 ? parts[0] : nil, parts[parts.count - 2], parts[parts.count - 1])
  }

  private func sentence(
    _ subject: String, _ below: String?, _ at: String, _ above: String
  ) -> String? {
    let place = "\(subject) at \(shortMilliseconds(value)) ms:"
    switch (below, at == above) {
    case (nil, true): return nil
    case (nil, false): return "\(place) there \(at), above \(above)"
    case (let below?, true): return below == at ? nil : "\(place) below \(below), from there \(at)"
    case (at?, false): return "\(place) up to there \(at), above \(above)"
    case (let below?, false): return "\(place) below \(below), there \(at), above \(above)"
    }
  }
}

extension CriticalValues {
  /// What was looked at, as a sentence.
  package var coverage: String {
    let most = highest.map { " to \(shortMilliseconds($0)) ms" } ?? " ms on"
    let range =
      "looked at \(highest == nil ? "every length from " : "")\(shortMilliseconds(lowest))\(most)"
    let runs = plural(runs, "run")
    return isCutOff ? "\(range), by \(runs): there may be more" : "\(range), by \(runs)"
  }
}

extension CriticalValues {
  /// A line of what is told of a length.
  package struct Line: Hashable, Sendable {
    package var text: String
    /// It tells how long it is now.
    package var isPresent = false
  }

  /// The sentences of all points by rising length, and among them how long it is now.
  package func lines(present: Int64, _ run: TimedFacts) -> [Line] {
    let now = shortMilliseconds(present)
    var lines: [Line] = []
    var isTold = false
    for point in points {
      let sentences = point.sentences(run)
      if !isTold, present < point.value, !sentences.isEmpty {
        lines.append(Line(text: "* now \(now) ms", isPresent: true))
        isTold = true
      }
      lines += sentences.map { Line(text: $0) }
      if !isTold, present == point.value, !sentences.isEmpty {
        lines.append(Line(text: "* now \(now) ms, exactly there", isPresent: true))
        isTold = true
      }
    }
    if lines.isEmpty {
      return [
        Line(text: "* now \(now) ms: no other length changes what comes out", isPresent: true)
      ]
    }
    if !isTold { lines.append(Line(text: "* now \(now) ms", isPresent: true)) }
    return lines
  }
}
