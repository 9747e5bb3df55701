/// A list whose copies share what they have in common.
///
/// The elements are in pages of at most 64, fewer if they are large. Changing one element of a copy copies only
/// its page and the list of pages, so it is cheap to keep many versions of a long list, as the keyframes of a
/// ``History`` do. Access and appending are O(1).
@usableFromInline package struct PagedArray<Element> {
  /// The first page. A short list, like nearly all lists, is only this array.
  @usableFromInline var head: [Element] = []
  /// The full pages after it, and the last one.
  @usableFromInline var rest: [[Element]] = []

  /// Creates an empty list.
  package init() {}

  /// The number of elements. O(1)
  @inlinable package var count: Int {
    guard let last = rest.last else { return head.count }
    return Self.pageSize * rest.count + last.count
  }

  /// Creates a list of `elements`.
  package init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Adds `element` at the end.
  package mutating func append(_ element: Element) {
    if head.count < Self.pageSize {
      head.append(element)
    } else if count % Self.pageSize == 0 {
      rest.append([element])
    } else {
      rest[rest.count - 1].append(element)
    }
  }

  /// Removes and returns the last element; `nil` if the list is empty.
  @discardableResult
  package mutating func popLast() -> Element? {
    guard !rest.isEmpty else { return head.popLast() }
    let element = rest[rest.count - 1].popLast()
    if rest[rest.count - 1].isEmpty { rest.removeLast() }
    return element
  }

  /// Changes the element at `index` in place.
  package mutating func update(_ index: Int, _ change: (inout Element) -> Void) {
    if index < Self.pageSize {
      change(&head[index])
    } else {
      change(&rest[index / Self.pageSize - 1][index % Self.pageSize])
    }
  }

  /// The size of a page: a power of two, so that a page takes about 512 bytes, or less if elements are large
  /// and many of them change.
  @inlinable @inline(__always)
  static var pageSize: Int {
    let stride = MemoryLayout<Element>.stride
    return stride <= 8 ? 64 : stride <= 16 ? 32 : stride <= 32 ? 16 : 4
  }
}

extension PagedArray: RandomAccessCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { count }

  @inlinable package subscript(index: Int) -> Element {
    index < Self.pageSize
      ? head[index] : rest[index / Self.pageSize - 1][index % Self.pageSize]
  }
}

extension PagedArray: ExpressibleByArrayLiteral {
  @usableFromInline package init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension PagedArray: Equatable where Element: Equatable {}
extension PagedArray: Hashable where Element: Hashable {}
extension PagedArray: Sendable where Element: Sendable {}
