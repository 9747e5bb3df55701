import PromiseEvents
import PromiseGraph

/// What is searched for in a run, and what was found.
struct SearchState: Sendable {
  /// What is searched for.
  let pattern: SearchPattern
  /// The promises that it stands in.
  private(set) var promises: PromiseHits
  /// The numbers of the events that it stands in; none before somebody asks for them.
  private(set) var events: [Int]?

  /// A place where the pattern stands.
  struct Match: Hashable, Sendable {
    /// Its place among all matches, from 0.
    var place: Int
    /// How many there are.
    var count: Int
    /// The event that tells it.
    var event: Int
    /// The promise; none where events are searched.
    var promise: PromiseID?
    /// To come to it the search went on from the other end.
    var wrapped = false

    /// `3 of 17`
    var words: String {
      "\(grouped(place + 1)) of \(grouped(count))"
        + (wrapped ? ", on from the other end" : "")
    }
  }

  /// Searches in `index`; what a search before has found is narrowed where that is possible.
  init(_ pattern: SearchPattern, in index: SearchIndex, after old: SearchState? = nil) {
    self.pattern = pattern
    promises = index.promises(for: pattern, narrowing: old?.promises)
  }

  /// Searches the events after `base`, too.
  mutating func findEvents(in index: SearchIndex, after base: Int) {
    events = index.events(for: pattern, after: base)
  }
}

extension SearchState {
  /// The first match among what is told up to `playhead`, from `start` on and round to it again; where all
  /// lies ahead, the one that comes next. O(matches)
  func first(from start: PromiseID?, upTo playhead: Int) -> Match? {
    let from = start.map { promises.index(from: $0) ?? promises.count } ?? 0
    let here = (from..<promises.count).first { promises.event(at: $0) <= playhead }
    if let here { return match(here) }
    if let here = (0..<from).first(where: { promises.event(at: $0) <= playhead }) {
      return match(here, wrapped: true)
    }
    return promises.promises.indices.min { promises.event(at: $0) < promises.event(at: $1) }
      .map { match($0) }
  }

  /// The match after that of `promise`, or the one before it.
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

  /// The first event that matches from number `start` on, and round to it again.
  func firstEvent(from start: Int) -> Match? {
    nextEvent(from: start.saturatingMinus(1), forward: true)
  }

  /// The event that matches after number `number`, or before it.
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
      promise: promises.promises[place], wrapped: wrapped)
  }

  private func eventMatch(_ place: Int, wrapped: Bool = false) -> Match? {
    events.map { Match(place: place, count: $0.count, event: $0[place], wrapped: wrapped) }
  }
}

extension State {
  /// What the prompt says of the search: which match, and of one that lies ahead, what leads there.
  var searchWords: String {
    guard case .prompt(let prompt) = overlay, let run, let search = run.search else { return "" }
    let match =
      run.focus == .events
      ? search.firstEvent(from: prompt.origin.playhead)
      : search.first(from: prompt.origin.selection ?? run.subject, upTo: run.playhead)
    guard let match else { return "nothing matches" }
    let isAhead = match.event > (match.promise == nil ? run.history.last : run.playhead)
    guard isAhead else { return match.words }
    let who = match.promise.map { "\($0) " } ?? ""
    return "\(match.words): \(who)ahead, at event \(match.event); Enter goes there"
  }
}
