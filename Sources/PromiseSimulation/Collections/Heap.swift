/// A min-heap: a collection with constant-time access to its smallest element.
struct Heap<Element: Comparable> {
  /// A binary tree in level order: the children of the element at `i` are at `2 * i + 1` and `2 * i
  /// + 2`, and are not smaller than it.
  private var elements: [Element]

  /// Creates a heap of at most one element.
  init(_ element: Element? = nil) { elements = element.map { [$0] } ?? [] }

  var isEmpty: Bool { elements.isEmpty }
  /// Returns what `read` returns for the smallest element; `nil` if the heap is empty.
  func min<Part>(_ read: (Element) -> Part) -> Part? {
    elements.isEmpty ? nil : read(elements[0])
  }

  /// Removes all elements, but keeps the memory.
  mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

  /// Adds an element. Complexity: O(log n).
  mutating func insert(_ element: Element) {
    if elements.isEmpty { elements.reserveCapacity(4) }
    elements.append(element)
    var place = elements.count - 1
    while place > 0, elements[place] < elements[(place - 1) / 2] {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Removes and returns the smallest element; `nil` if the heap is empty. Complexity: O(log n).
  mutating func popMin() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let smallest = elements.first else { return last }
    elements[0] = last
    var place = 0
    while let child = smallerChild(of: place), elements[child] < elements[place] {
      elements.swapAt(child, place)
      place = child
    }
    return smallest
  }

  private func smallerChild(of place: Int) -> Int? {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    guard left < elements.count else { return nil }
    return right < elements.count && elements[right] < elements[left] ? right : left
  }
}

extension Heap: Sendable where Element: Sendable {}
