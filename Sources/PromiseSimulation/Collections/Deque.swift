/// A line of elements: new ones come in at the end, and the first one leaves in constant time.
///
/// The simulation has its own, as it has its own ``Heap``, so that a program that links it resolves no
/// package beside this one.
struct Deque<Element> {
  /// The elements from `head` on; `nil` before it, where elements have left.
  private var slots: [Element?] = []
  /// The index of the first element.
  private var head = 0

  /// Adds an element at the end.
  mutating func append(_ element: Element) { slots.append(element) }

  /// Removes and returns the first element; `nil` in an empty line. Complexity: O(1), amortized.
  mutating func popFirst() -> Element? {
    guard head < slots.count else { return nil }
    defer { drop() }
    return slots[head].take()
  }

  /// Inserts an element before the one at `index`. Complexity: O(n - index).
  mutating func insert(_ element: Element, at index: Int) {
    slots.insert(element, at: head + index)
  }

  /// Removes the element at `index`. Complexity: O(n - index), and O(1), amortized, for the first one.
  mutating func remove(at index: Int) {
    if index == 0 { _ = popFirst() } else { slots.remove(at: head + index) }
  }

  /// Leaves the first slot, which is empty, and gives the memory of such slots back once they are half of
  /// all.
  private mutating func drop() {
    head += 1
    guard head * 2 >= slots.count else { return }
    slots.removeFirst(head)
    head = 0
  }
}

extension Deque: Sendable where Element: Sendable {}

extension Deque: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { slots.count - head }
  subscript(index: Int) -> Element {
    guard let element = slots[head + index] else { preconditionFailure("the slot is empty") }
    return element
  }
}
