/// A queue of elements: elements are appended at the end, and the first one is removed in constant
/// time.
///
/// The simulation has its own deque, like its own ``Heap``, so that a program that links it needs
/// no other package.
struct Deque<Element> {
  /// The elements from `head` on; `nil` before `head`, where elements were removed.
  private var slots: [Element?] = []
  /// The index of the first element.
  private var head = 0

  /// Removes all elements, but keeps the memory.
  mutating func removeAll() {
    slots.removeAll(keepingCapacity: true)
    head = 0
  }

  /// Adds an element at the end.
  mutating func append(_ element: Element) { slots.append(element) }

  /// Removes and returns the first element; `nil` if the queue is empty. Complexity: O(1),
  /// amortized.
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

  /// Moves past the first slot, which is empty, and frees the empty slots once they are half of all
  /// slots.
  private mutating func drop() {
    head += 1
    if head == slots.count {
      slots.removeAll(keepingCapacity: true)
      head = 0
    }
    guard head > 0, head * 2 >= slots.count else { return }
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
