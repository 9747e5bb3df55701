/// A list that grows at its end and is given up at its beginning; an element keeps its number, from 0. Copies
/// share what they have in common.
struct SlidingLog<Element> {
  private var pages: [[Element]] = []
  /// The number of the first element that there is room for.
  private var base = 0
  /// The number of the first element that is kept.
  private(set) var first = 0
  /// How many there ever were: the number that the next one will have.
  private(set) var count = 0

  /// A list without elements.
  init() {}

  /// How many elements are kept.
  var keptCount: Int { count - first }
  /// The newest element.
  var last: Element? { self[count - 1] }

  /// The element of that number; none where it is given up or not there yet. O(1)
  subscript(number: Int) -> Element? {
    guard number >= first, number < count else { return nil }
    let place = number - base
    return pages[place / Self.pageSize][place % Self.pageSize]
  }

  /// Adds `element` at the end. O(1)
  mutating func append(_ element: Element) {
    if (count - base) % Self.pageSize == 0 { pages.append([]) }
    pages[pages.count - 1].append(element)
    count += 1
  }

  /// Gives up the elements before `number`. O(1), amortised
  mutating func removeAll(before number: Int) {
    first = min(max(first, number), count)
    let full = (first - base) / Self.pageSize
    guard full > 0, 2 * full >= pages.count else { return }
    pages.removeFirst(full)
    base += full * Self.pageSize
  }

  /// The number of the first element for which `isBefore` does not hold, which holds for the elements up to
  /// one of them and for none after it. O(log count)
  func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
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
