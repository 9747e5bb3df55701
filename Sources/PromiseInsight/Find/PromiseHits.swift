package import PromiseEvents
import PromiseGraph

/// The result of a search: promises, those whose name matches before those of which only another text does,
/// and then in the order of their identities; each with the first event at which that text matches.
package struct PromiseHits: Sendable {
  /// The pattern.
  package let pattern: SearchPattern
  /// The promises.
  package let promises: [PromiseID]
  /// For each promise, the first event with a matching text.
  private let events: [Int]
  /// For each field, the index of the first promise in which it is the best one that matches.
  private let starts: [Int]
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
    var firsts: [(field: SearchField, event: Int)] = []
    func add(_ promise: PromiseID, _ field: SearchField, _ event: Int) {
      let place = Int(places[promise.rawValue])
      guard place > 0 else {
        firsts.append((field, event))
        places[promise.rawValue] = Int32(clamping: firsts.count)
        return
      }
      let first = firsts[place - 1]
      let isBetter = field.rawValue < first.field.rawValue
      if isBetter || field == first.field && event < first.event {
        firsts[place - 1] = (field, event)
      }
    }
    for number in numbers {
      let entry = texts[number]
      if let promise = entry.promise { add(promise, entry.field, entry.event) }
    }
    if let promise = pattern.promise, let event = texts.firstEvent(of: promise) {
      add(promise, .name, event)
    }
    let ascending = places.numbers.map { (id: $0, first: firsts[Int(places[$0]) - 1]) }
    let parts = SearchField.allCases.map { field in ascending.filter { $0.first.field == field } }
    promises = parts.joined().map { PromiseID($0.id) }
    events = parts.joined().map(\.first.event)
    starts = parts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
  }
}

extension PromiseHits {
  /// The number of promises found.
  package var count: Int { promises.count }

  /// Returns the first event at which the promise at `index` matches.
  package func event(at index: Int) -> Int { events[index] }

  /// Returns which text of the promise at `index` matches.
  package func field(at index: Int) -> SearchField {
    let part = starts.dropFirst().firstIndex { index < $0 } ?? starts.count
    return SearchField(rawValue: UInt8(clamping: part - 1)) ?? .note
  }

  /// Returns the index of `promise`; `nil` if it was not found. O(log count)
  package func index(of promise: PromiseID) -> Int? {
    for part in parts {
      let index = index(from: promise, in: part)
      if part.contains(index), promises[index] == promise { return index }
    }
    return nil
  }

  /// Returns the index of `promise` or, if it was not found, of the one after it among those that match by
  /// the same field as the first one; `nil` if there is none. O(log count)
  package func index(from promise: PromiseID) -> Int? {
    if let index = index(of: promise) { return index }
    guard let part = parts.first(where: { !$0.isEmpty }) else { return nil }
    let index = index(from: promise, in: part)
    return index < count ? index : nil
  }

  /// Returns the index of `promise` or of the first one after it in a part of the result, or the end of that
  /// part. O(log count)
  package func index(from promise: PromiseID, in part: Range<Int>) -> Int {
    promises[part].partitionPoint(where: { $0 < promise })
  }

  /// The indices of the promises that match by each field, in the order of the fields.
  package var parts: [Range<Int>] { zip(starts, starts.dropFirst()).map { $0..<$1 } }
}
