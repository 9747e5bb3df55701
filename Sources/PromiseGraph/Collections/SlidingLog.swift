/// A list that grows at its end and is discarded from its start. An element keeps its number, from 0. Copies
/// share what they have in common.
package struct SlidingLog<Element> {
  private var pages: [[Element]] = []
  /// The number of the first element in the storage.
  private var base = 0
  /// The number of the first kept element.
  package private(set) var first = 0
  /// The number of all elements ever added, which is the number of the next one.
  package private(set) var count = 0

  /// Creates an empty list.
  package init() {}

  /// The number of kept elements.
  package var keptCount: Int { count - first }
  /// The newest element.
  package var last: Element? { self[count - 1] }

  /// The element with a number; `nil` if it was discarded or does not exist yet. O(1)
  package subscript(number: Int) -> Element? {
    guard number >= first, number < count else { return nil }
    let place = number - base
    return pages[place / Self.pageSize][place % Self.pageSize]
  }

  /// Adds `element` at the end. O(1)
  package mutating func append(_ element: Element) {
    if (count - base) % Self.pageSize == 0 { pages.append([]) }
    pages[pages.count - 1].append(element)
    count += 1
  }

  /// Discards the elements before `number`. Amortized O(1)
  package mutating func removeAll(before number: Int) {
    first = min(max(first, number), count)
    let full = (first - base) / Self.pageSize
    guard full > 0, 2 * full >= pages.count else { return }
    pages.removeFirst(full)
    base += full * Self.pageSize
  }

  /// Returns the number of the first element that does not satisfy `isBefore`, which must hold for all elements
  /// before some number and for none after it. O(log count)
  package func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
    var low = first
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].map(isBefore) ?? true { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static var pageSize: Int { 64 }
}

extension SlidingLog: Equatable where Element: Equatable {}
extension SlidingLog: Sendable where Element: Sendable {}
