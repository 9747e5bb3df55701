import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A search in a run, and its matches.
struct SearchState: Sendable {
  /// The pattern.
  let pattern: SearchPattern
  /// The matching promises.
  private(set) var promises: PromiseHits
  /// The numbers of the matching events; `nil` until they are needed.
  private(set) var events: [Int]?

  /// A match of the pattern.
  struct Match: Hashable, Sendable {
    /// Its index among all matches, from 0.
    var place: Int
    /// The number of matches.
    var count: Int
    /// The event at which it appears.
    var event: Int
    /// The promise; `nil` if events are searched.
    var promise: PromiseID?
    /// Which text of the promise matches.
    var field: SearchField?
    /// Whether the search wrapped around to reach it.
    var wrapped = false

    /// `3 of 17`, or `12 of 17 (value)` if it is not a name that matches.
    func text(_ language: Language) -> String {
      let (number, count) = (grouped(place + 1), grouped(count))
      let place =
        switch field {
        case .value: language.text("\(number) of \(count) (value)")
        case .error: language.text("\(number) of \(count) (error)")
        case .tag: language.text("\(number) of \(count) (tag)")
        case .note: language.text("\(number) of \(count) (note)")
        case .name, .source, nil: language.text("\(number) of \(count)")
        }
      return wrapped ? language.text("\(place), wrapped around") : place
    }
  }

  /// Searches in `index`; narrows the matches of an earlier search if possible.
  init(_ pattern: SearchPattern, in index: SearchIndex, after old: SearchState? = nil) {
    self.pattern = pattern
    promises = index.promises(for: pattern, narrowing: old?.promises)
  }

  /// Also searches the events after `base`.
  mutating func findEvents(in index: SearchIndex, after base: Int) {
    events = index.events(for: pattern, after: base)
  }
}

extension SearchState {
  /// Returns the first match up to `playhead`, from `start` on and wrapping around; if all matches are
  /// ahead, the next one. A match in a name comes before any other. O(matches)
  func first(from start: PromiseID?, upTo playhead: Int) -> Match? {
    for part in promises.parts {
      let from = start.map { promises.index(from: $0, in: part) } ?? part.lowerBound
      if let here = (from..<part.upperBound).first(where: { promises.event(at: $0) <= playhead }) {
        return match(here)
      }
      if let here = (part.lowerBound..<from).first(where: { promises.event(at: $0) <= playhead }) {
        return match(here, wrapped: true)
      }
    }
    let best = promises.parts.first { !$0.isEmpty } ?? 0..<0
    return best.min { promises.event(at: $0) < promises.event(at: $1) }.map { match($0) }
  }

  /// Returns the match after `promise`, or the one before it.
  func next(from promise: PromiseID?, forward: Bool) -> Match? {
    guard promises.count > 0 else { return nil }
    guard let promise else { return match(forward ? 0 : promises.count - 1) }
    let place =
      forward
      ? promises.index(from: promise).map { promises.promises[$0] == promise ? $0 + 1 : $0 }
        ?? promises.count
      : (promises.index(from: promise) ?? promises.count) - 1
    if place < 0 { return match(promises.count - 1, wrapped: true) }
    return place < promises.count ? match(place) : match(0, wrapped: true)
  }

  /// Returns the first matching event from number `start` on, wrapping around.
  func firstEvent(from start: Int) -> Match? {
    nextEvent(from: start.saturatingMinus(1), forward: true)
  }

  /// Returns the matching event after `number`, or before it.
  func nextEvent(from number: Int, forward: Bool) -> Match? {
    guard let events, !events.isEmpty else { return nil }
    let place =
      forward
      ? events.partitionPoint { $0 <= number }
      : events.partitionPoint { $0 < number } - 1
    if place < 0 { return eventMatch(events.count - 1, wrapped: true) }
    return place < events.count ? eventMatch(place) : eventMatch(0, wrapped: true)
  }

  private func match(_ place: Int, wrapped: Bool = false) -> Match {
    Match(
      place: place, count: promises.count, event: promises.event(at: place),
      promise: promises.promises[place], field: promises.field(at: place), wrapped: wrapped)
  }

  private func eventMatch(_ place: Int, wrapped: Bool = false) -> Match? {
    events.map { Match(place: place, count: $0.count, event: $0[place], wrapped: wrapped) }
  }
}
