package import PromiseEvents

/// The result of a search: promises in the order of their identities, each with the first event at which it
/// matches.
package struct PromiseHits: Sendable {
  /// The pattern.
  package let pattern: SearchPattern
  /// The promises.
  package let promises: [PromiseID]
  /// For each promise, the first event with a matching text.
  private let events: [Int]
  /// The numbers of the matching texts, and how many texts there were.
  let numbers: [Int]
  let texts: Int
  /// The generation of the texts that the numbers refer to: ``SearchTexts/generation``.
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
  /// The number of promises found.
  package var count: Int { promises.count }

  /// Returns the first event at which the promise at `index` matches.
  package func event(at index: Int) -> Int { events[index] }

  /// Returns the index of `promise`; `nil` if it was not found. O(log count)
  package func index(of promise: PromiseID) -> Int? {
    let index = promises.partitionPoint(where: { $0 < promise })
    return index < count && promises[index] == promise ? index : nil
  }

  /// Returns the index of `promise` or of the first one after it; `nil` if there is none. O(log count)
  package func index(from promise: PromiseID) -> Int? {
    let index = promises.partitionPoint(where: { $0 < promise })
    return index < count ? index : nil
  }
}
