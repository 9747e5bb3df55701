import PromiseKitLite
import PromiseSimulation

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
    let lists = [below.map(value), value(at), value(above)]
    let all = lists.compactMap { $0 }
    guard let first = all.first, Set(all).count > 1 else { return nil }
    var start = first.count
    var end = first.count
    for other in all.dropFirst() {
      start = min(start, zip(first, other).prefix { $0 == $1 }.count)
    }
    for other in all {
      end = min(end, other.count - start)
      end = min(end, zip(first.reversed(), other.reversed()).prefix { $0 == $1 }.count)
    }
    let parts = lists.map { list in
      list.map { list in words(Array(list.dropFirst(start).dropLast(end))) }
    }
    guard let at = parts[1], let above = parts[2] else { return nil }
    return sentence(subject, parts[0], at, above)
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
    let runs = "\(runs) \(runs == 1 ? "run" : "runs")"
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
