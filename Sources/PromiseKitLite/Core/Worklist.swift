/// What is yet to be done, first in, first out: a ring buffer that grows. An entry is removed when its
/// turn comes, so that nothing lives longer because of it.
struct Worklist<Entry> {
  private var slots = UnsafeMutableBufferPointer<Entry>(start: nil, count: 0)
  private var head = 0
  private var count = 0

  var isEmpty: Bool { count == 0 }

  /// Appends an entry.
  ///
  /// - Complexity: O(1), amortized.
  mutating func append(_ entry: consuming Entry) {
    if count == slots.count { grow() }
    slots.initializeElement(at: (head + count) & (slots.count - 1), to: entry)
    count += 1
  }

  /// Removes and returns the first entry. A large ring buffer is freed when it becomes empty.
  ///
  /// - Complexity: O(1).
  mutating func takeFirst() -> Entry? {
    guard count > 0 else {
      if slots.count > 1024 { free() }
      return nil
    }
    let entry = slots.moveElement(from: head)
    head = (head + 1) & (slots.count - 1)
    count -= 1
    return entry
  }

  /// Frees all entries and the storage.
  mutating func free() {
    while count > 0 {
      slots.deinitializeElement(at: head)
      head = (head + 1) & (slots.count - 1)
      count -= 1
    }
    slots.deallocate()
    self = Worklist()
  }

  /// Doubles the capacity, which is always a power of two.
  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Entry>.allocate(capacity: max(8, slots.count * 2))
    for index in 0..<count {
      let entry = slots.moveElement(from: (head + index) & (slots.count - 1))
      larger.initializeElement(at: index, to: entry)
    }
    slots.deallocate()
    slots = larger
    head = 0
  }
}
