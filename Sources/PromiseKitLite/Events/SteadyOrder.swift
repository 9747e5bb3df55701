/// What has no order of its own, in one that is the same in every run: by its keys, if these are
/// `Comparable`, else by their descriptions.
///
/// Complexity: O(n log n)
func inSteadyOrder<Element, Key>(_ elements: [Element], by key: (Element) -> Key) -> [Element] {
  (Key.self as? any Comparable.Type).flatMap { sorted(elements, by: key, as: $0) }
    ?? elements.map { (name: "\(key($0))", element: $0) }.sorted { $0.name < $1.name }.map(
      \.element)
}

/// Those elements whose keys are known to be of the type `Order`.
private func sorted<Element, Key, Order: Comparable>(
  _ elements: [Element], by key: (Element) -> Key, as _: Order.Type
) -> [Element]? {
  let keyed = elements.compactMap { element in
    (key(element) as? Order).map { (order: $0, element: element) }
  }
  guard keyed.count == elements.count else { return nil }
  return keyed.sorted { $0.order < $1.order }.map(\.element)
}

/// A collection without an order: `print` tells its elements in another one in each run.
protocol UnorderedCollection {
  /// Writes what `print` would, but in an order that stays.
  func describe(to text: inout BoundedText)
}

/// The value, if it is such a collection itself: one in an `Optional` is described as that.
func asUnordered(_ value: Any) -> (any UnorderedCollection)? {
  type(of: value) is any UnorderedCollection.Type ? value as? any UnorderedCollection : nil
}

extension Dictionary: UnorderedCollection {
  func describe(to text: inout BoundedText) {
    guard !isEmpty, count <= BoundedText.limit else {
      return print(self, terminator: "", to: &text)
    }
    text.write("[")
    for (place, pair) in inSteadyOrder(Array(self), by: \.key).enumerated() {
      if place > 0 { text.write(", ") }
      text.describe(element: pair.key)
      text.write(": ")
      text.describe(element: pair.value)
    }
    text.write("]")
  }
}

extension Set: UnorderedCollection {
  func describe(to text: inout BoundedText) {
    guard !isEmpty, count <= BoundedText.limit else {
      return print(self, terminator: "", to: &text)
    }
    text.write("[")
    for (place, element) in inSteadyOrder(Array(self), by: \.self).enumerated() {
      if place > 0 { text.write(", ") }
      text.describe(element: element)
    }
    text.write("]")
  }
}

extension BoundedText {
  /// An element as collections tell theirs.
  fileprivate mutating func describe(element: Any) {
    // One character more, and it is known that something is left out.
    guard !isFull else { return write(" ") }
    if let unordered = asUnordered(element) {
      unordered.describe(to: &self)
    } else {
      debugPrint(element, terminator: "", to: &self)
    }
  }
}
