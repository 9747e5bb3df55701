import PromiseEvents

/// A list whose copies share what they have in common, and from which any element can be removed.
///
/// The elements are in pages, with the number of elements before each page. Access takes O(log pages); removing
/// an element moves the elements of its page and updates a number for each page after it.
package struct RemovableList<Element> {
  private var pages: [[Element]] = []
  /// How many elements are before each page.
  private var starts: [Int] = []
  /// The number of elements. O(1)
  package private(set) var count = 0

  /// Creates an empty list.
  package init() {}

  /// Adds `element` at the end.
  package mutating func append(_ element: Element) {
    if pages.isEmpty || pages[pages.count - 1].count >= pageSize {
      starts.append(count)
      pages.append([])
    }
    pages[pages.count - 1].append(element)
    count += 1
  }

  /// Removes and returns the last element; `nil` if the list is empty.
  @discardableResult
  package mutating func popLast() -> Element? { count > 0 ? remove(at: count - 1) : nil }

  /// Removes the element at `index`.
  @discardableResult
  package mutating func remove(at index: Int) -> Element {
    let page = page(of: index)
    let element = pages[page].remove(at: index - starts[page])
    count -= 1
    for later in starts.indices[(page + 1)...] { starts[later] -= 1 }
    if pages[page].isEmpty {
      pages.remove(at: page)
      starts.remove(at: page)
    }
    return element
  }

  /// Removes the first `number` elements. O(pages)
  package mutating func removeFirst(_ number: Int) {
    guard number > 0 else { return }
    let page = page(of: number - 1)
    pages.removeFirst(page)
    starts.removeFirst(page)
    let rest = number - starts[0]
    pages[0].removeFirst(rest)
    if pages[0].isEmpty {
      pages.removeFirst()
      starts.removeFirst()
    }
    for index in starts.indices { starts[index] = Swift.max(0, starts[index] - number) }
    count -= number
  }

  /// Changes the element at `index` in place.
  package mutating func update(_ index: Int, _ change: (inout Element) -> Void) {
    let page = page(of: index)
    change(&pages[page][index - starts[page]])
  }

  private func page(of index: Int) -> Int { starts.partitionPoint { $0 <= index } - 1 }

  /// The size of a new page: about as many elements as there are pages, so that neither takes long to copy, and
  /// 4 KiB at most.
  private var pageSize: Int {
    let most = Swift.max(16, Swift.min(256, 4096 / Swift.max(1, MemoryLayout<Element>.stride)))
    return count < 256 ? 16 : count < 4096 ? Swift.min(64, most) : most
  }
}

extension RemovableList: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> Element {
    let page = page(of: index)
    return pages[page][index - starts[page]]
  }
}

extension RemovableList where Element == PromiseID {
  /// Removes `promise`, if it is in the list. O(log count) if the promises are in ascending order
  mutating func remove(_ promise: PromiseID) {
    let place = partitionPoint { $0 < promise }
    if place < count, self[place] == promise {
      remove(at: place)
    } else if let place = firstIndex(of: promise) {
      remove(at: place)
    }
  }
}

extension RemovableList: Equatable where Element: Equatable {}
extension RemovableList: Hashable where Element: Hashable {}
extension RemovableList: Sendable where Element: Sendable {}
