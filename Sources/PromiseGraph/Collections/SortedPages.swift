/// A sorted list whose copies share what they have in common.
///
/// The elements are in pages, so inserting or removing one moves few others, and changing a copy copies one
/// page and the list of pages.
package struct SortedPages<Element: Comparable> {
  private var pages: [[Element]] = []
  /// The number of elements.
  package private(set) var count = 0

  /// Creates an empty list.
  package init() {}

  /// The least element; `nil` if the list is empty.
  package var first: Element? { pages.first?.first }

  /// Inserts `element` in order. O(log count), plus moving a page and the list of pages.
  package mutating func insert(_ element: Element) {
    count += 1
    guard !pages.isEmpty else {
      pages = [[element]]
      return
    }
    let page = place(of: element)
    let index = pages[page].partitionPoint { $0 < element }
    pages[page].insert(element, at: index)
    guard pages[page].count > Self.pageSize else { return }
    let half = pages[page].count / 2
    let upper = Array(pages[page][half...])
    pages[page].removeSubrange(half...)
    pages.insert(upper, at: page + 1)
  }

  /// Removes `element`, if it is in the list.
  package mutating func remove(_ element: Element) {
    guard !pages.isEmpty else { return }
    let page = place(of: element)
    let index = pages[page].partitionPoint { $0 < element }
    guard index < pages[page].count, pages[page][index] == element else { return }
    pages[page].remove(at: index)
    if pages[page].isEmpty { pages.remove(at: page) }
    count -= 1
  }

  /// Returns the page for `element`: the first whose last element is not before it, or the last page.
  private func place(of element: Element) -> Int {
    Swift.min(pages.count - 1, pages.partitionPoint { $0.last.map { $0 < element } ?? true })
  }

  private static var pageSize: Int { 16 }
}

extension SortedPages: Sequence {
  package func makeIterator() -> some IteratorProtocol<Element> { pages.joined().makeIterator() }
}

extension SortedPages: Equatable where Element: Equatable {}
extension SortedPages: Sendable where Element: Sendable {}
