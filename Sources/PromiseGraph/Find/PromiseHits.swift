package import PromiseEvents

/// What a search has found: promises in the order of their identities, each with the event from which on
/// it matches.
package struct PromiseHits: Sendable {
  /// What was searched for.
  package let pattern: SearchPattern
  /// The promises.
  package let promises: [PromiseID]
  /// For each of them the first event that told what matches.
  private let events: [Int]
  /// The texts in which the pattern stands, and how many there were.
  let numbers: [Int]
  let texts: Int
  /// Which texts the numbers are of: ``SearchTexts/generation``.
  let generation: Int

  init(_ pattern: SearchPattern, numbers: [Int], in texts: SearchTexts) {
    self.pattern = pattern
    self.numbers = numbers
    self.texts = texts.count
    generation = texts.generation
    var places = IdentityMarks()
    var firsts: [Int] = []
    func add(_ promise: PromiseID, _ event: Int) {
      let place = Int(places[promise.rawValue])
      if place > 0 {
        firsts[place - 1] = min(firsts[place - 1], event)
      } else {
        firsts.append(event)
        places[promise.rawValue] = Int32(clamping: firsts.count)
      }
    }
    for number in numbers {
      let entry = texts[number]
      if let promise = entry.promise { add(promise, entry.event) }
    }
    if let promise = pattern.promise, let event = texts.firstEvent(of: promise) {
      add(promise, event)
    }
    let ascending = places.numbers
    promises = ascending.map { PromiseID($0) }
    events = ascending.map { firsts[Int(places[$0]) - 1] }
  }
}

extension PromiseHits {
  /// How many promises were found.
  package var count: Int { promises.count }

  /// The event from which on the promise at `index` matches.
  package func event(at index: Int) -> Int { events[index] }

  /// The index of `promise`, if it was found. O(log count)
  package func index(of promise: PromiseID) -> Int? {
    let index = promises.partitionPoint(where: { $0 < promise })
    return index < count && promises[index] == promise ? index : nil
  }

  /// The index of the first that is `promise` or comes after it; none behind the last. O(log count)
  package func index(from promise: PromiseID) -> Int? {
    let index = promises.partitionPoint(where: { $0 < promise })
    return index < count ? index : nil
  }
}
