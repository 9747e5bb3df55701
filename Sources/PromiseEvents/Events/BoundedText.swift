/// A text that stops growing: what a program's values are described into, so that a value of a
/// million elements makes an event of a few dozen characters.
package struct BoundedText: TextOutputStream {
  /// The most characters that an event shows of a value.
  static let limit = 120
  /// The most bytes of UTF-8 that they take: of one character that is longer than any, a part is shown.
  static let byteLimit = 4 * limit

  private(set) var text = ""
  private var room = limit
  private var isCut = false

  /// Nothing more fits in.
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
      // What comes later may fit, but would not stand where it belongs.
      room = 0
    }
  }

  /// The scalars of `string` that fit into so many bytes.
  private static func start(of string: String, bytes: Int) -> Substring {
    let utf8 = string.utf8
    guard var end = utf8.index(utf8.startIndex, offsetBy: bytes, limitedBy: utf8.endIndex) else {
      return string[...]
    }
    while end.samePosition(in: string.unicodeScalars) == nil { end = utf8.index(before: end) }
    return string[..<end]
  }

  /// What `print` would write of `value`, cut after ``limit`` characters and ``byteLimit`` bytes. The
  /// elements of a dictionary or a set of no more than ``limit`` stand in the same order in every run.
  package static func describing(_ value: Any) -> String {
    var stream = BoundedText()
    if let unordered = asUnordered(value) {
      unordered.describe(to: &stream)
    } else {
      print(value, terminator: "", to: &stream)
    }
    return stream.isCut ? stream.text + "…" : stream.text
  }
}

/// What has no order of its own, in one that is the same in every run: by its keys, if these are
/// `Comparable`, else by their descriptions.
///
/// Complexity: O(n log n)
package func inSteadyOrder<Element, Key>(_ elements: [Element], by key: (Element) -> Key)
  -> [Element]
{
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

/// Foreign text made harmless: control characters, line separators and the marks that turn the
/// direction of writing become visible escapes, so that no label or value moves a cursor, rings a
/// bell or reorders a line.
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

/// C0, DEL, C1, line and paragraph separators, bidirectional controls.
private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20..<0x7F: false
  case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// The scalar as Swift writes it: `\n`, `\u{1b}`.
private func visibleEscape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  case "\0": "\\0"
  default: "\\u{\(String(scalar.value, radix: 16))}"
  }
}
