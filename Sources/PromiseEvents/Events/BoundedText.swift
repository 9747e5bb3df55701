/// Text of bounded length. The descriptions of a program's values are written into it, so that a
/// value with a million elements takes only a few dozen characters in an event.
package struct BoundedText: TextOutputStream {
  /// The maximum number of characters that an event shows of a value.
  static let limit = 120
  /// The maximum number of bytes of UTF-8. A single character that is longer than this is shown in
  /// part.
  static let byteLimit = 4 * limit

  private(set) var text = ""
  private var room = limit
  private var isCut = false

  /// A Boolean value that indicates whether there is no room left.
  var isFull: Bool { room <= 0 }

  package mutating func write(_ string: String) {
    guard room > 0 else {
      isCut = isCut || !string.isEmpty
      return
    }
    let start = Self.start(of: string, bytes: Self.byteLimit - text.utf8.count)
    let piece = start.prefix(room)
    text += piece
    room -= piece.count
    if piece.endIndex != string.endIndex {
      isCut = true
      // A later piece might fit, but would appear in the wrong place.
      room = 0
    }
  }

  /// Returns the longest prefix of `string` that fits into the given number of bytes without
  /// splitting a scalar.
  private static func start(of string: String, bytes: Int) -> Substring {
    let utf8 = string.utf8
    guard var end = utf8.index(utf8.startIndex, offsetBy: bytes, limitedBy: utf8.endIndex) else {
      return string[...]
    }
    while end.samePosition(in: string.unicodeScalars) == nil { end = utf8.index(before: end) }
    return string[..<end]
  }

  /// The text, with an ellipsis if it is truncated.
  var finished: String { isCut ? text + "…" : text }

  /// Returns what `print` would write for `value`, truncated after ``limit`` characters and
  /// ``byteLimit`` bytes. A dictionary or a set of at most ``limit`` elements is written in the
  /// same order in every run. A ``PromiseTraceDescribable`` type is asked instead.
  ///
  /// Runs code of the program, for as long as that takes. ``reading(_:)`` does not.
  package static func describing(_ value: Any) -> String {
    var stream = BoundedText()
    if type(of: value) is any PromiseTraceDescribable.Type,
      let value = value as? any PromiseTraceDescribable
    {
      stream.write(value.traceDescription)
    } else if let unordered = asUnordered(value) {
      unordered.describe(to: &stream)
    } else {
      print(value, terminator: "", to: &stream)
    }
    return stream.finished
  }
}

/// Returns the elements of an unordered collection in an order that is the same in every run:
/// sorted by their keys if these are `Comparable`, otherwise by the descriptions of the keys.
///
/// Complexity: O(n log n)
package func inSteadyOrder<Element, Key>(_ elements: [Element], by key: (Element) -> Key)
  -> [Element]
{
  (Key.self as? any Comparable.Type).flatMap { sorted(elements, by: key, as: $0) }
    ?? elements.map { (name: "\(key($0))", element: $0) }.sorted { $0.name < $1.name }.map(
      \.element)
}

/// Sorts the elements by keys that are known to be of the type `Order`.
private func sorted<Element, Key, Order: Comparable>(
  _ elements: [Element], by key: (Element) -> Key, as _: Order.Type
) -> [Element]? {
  let keyed = elements.compactMap { element in
    (key(element) as? Order).map { (order: $0, element: element) }
  }
  guard keyed.count == elements.count else { return nil }
  return keyed.sorted { $0.order < $1.order }.map(\.element)
}

/// A collection without an order of its own: `print` writes its elements in a different order in
/// each run.
protocol UnorderedCollection {
  /// Writes what `print` would write, but in a stable order.
  func describe(to text: inout BoundedText)
}

/// Returns the value as an unordered collection if it is one itself. A collection inside an
/// `Optional` is not unwrapped.
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
  /// Writes an element as collections write theirs, with `debugPrint`.
  fileprivate mutating func describe(element: Any) {
    // One more character is enough to mark the text as truncated.
    guard !isFull else { return write(" ") }
    if let unordered = asUnordered(element) {
      unordered.describe(to: &self)
    } else {
      debugPrint(element, terminator: "", to: &self)
    }
  }
}

/// Returns the text with control characters, line separators, and bidirectional controls replaced
/// by visible escapes, so that no label or value can move the cursor, ring the bell, or reorder a
/// line.
package func sanitized(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isHarmful) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isHarmful(scalar) {
      result += visibleEscape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Returns the text with each line sanitized.
package func sanitizedLines(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: { $0 != "\n" && isHarmful($0) }) else { return text }
  return text.split(separator: "\n", omittingEmptySubsequences: false).map { sanitized(String($0)) }
    .joined(separator: "\n")
}

/// Returns the beginning of a text from outside, sanitized, for use in a message.
package func quotable(_ text: String) -> String {
  let limit = 60
  let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
  return sanitized(start) + (start.utf8.count < text.utf8.count ? "…" : "")
}

/// Returns whether a scalar can change what a terminal shows elsewhere: C0, DEL, C1, line and
/// paragraph separators, bidirectional controls.
package func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20..<0x7F: false
  case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// Returns the escape that Swift source uses for the scalar: `\n`, `\u{1b}`.
private func visibleEscape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  case "\0": "\\0"
  default: "\\u{\(String(scalar.value, radix: 16))}"
  }
}
