/// A type of the standard library that the library reads without reflection.
///
/// A program cannot make its own types conform to it.
protocol StandardValue {
  /// Writes the value. `depth` is the number of values that it is nested in.
  func read(into text: inout BoundedText, depth: Int)
}

// MARK: - Numbers

/// A number, which looks in a trace as `print` writes it.
protocol StandardNumber: StandardValue, CustomStringConvertible {}

extension StandardNumber {
  func read(into text: inout BoundedText, depth: Int) { text.write(description) }
}

extension Bool: StandardNumber {}
extension Int: StandardNumber {}
extension Int8: StandardNumber {}
extension Int16: StandardNumber {}
extension Int32: StandardNumber {}
extension Int64: StandardNumber {}
extension Int128: StandardNumber {}
extension UInt: StandardNumber {}
extension UInt8: StandardNumber {}
extension UInt16: StandardNumber {}
extension UInt32: StandardNumber {}
extension UInt64: StandardNumber {}
extension UInt128: StandardNumber {}
extension Double: StandardNumber {}
extension Float: StandardNumber {}
extension Duration: StandardNumber {}

// MARK: - Texts

extension StandardValue where Self: StringProtocol {
  func read(into text: inout BoundedText, depth: Int) {
    guard depth == 0 else { return text.readQuoted(self) }
    let start = unicodeScalars.prefix(BoundedText.byteLimit + 1)
    text.write(String(String.UnicodeScalarView(start)))
  }
}

extension String: StandardValue {}
extension Substring: StandardValue {}

extension Character: StandardValue {
  func read(into text: inout BoundedText, depth: Int) {
    String(self).read(into: &text, depth: depth)
  }
}

// MARK: - Values that contain others

extension Optional: StandardValue {
  func read(into text: inout BoundedText, depth: Int) {
    guard let self else { return text.write("nil") }
    text.write("Optional(")
    // Inside parentheses, a text is in quotation marks.
    text.read(self, depth: max(1, depth))
    text.write(")")
  }
}

extension AnyHashable: StandardValue {
  func read(into text: inout BoundedText, depth: Int) { text.read(base, depth: depth) }
}

extension Range: StandardValue {
  func read(into text: inout BoundedText, depth: Int) {
    text.read(lowerBound, depth: depth + 1)
    text.write("..<")
    text.read(upperBound, depth: depth + 1)
  }
}

extension ClosedRange: StandardValue {
  func read(into text: inout BoundedText, depth: Int) {
    text.read(lowerBound, depth: depth + 1)
    text.write("...")
    text.read(upperBound, depth: depth + 1)
  }
}

// MARK: - Collections

extension StandardValue where Self: RandomAccessCollection {
  func read(into text: inout BoundedText, depth: Int) {
    guard text.beginsList(of: Element.self, count, "element", depth) else { return }
    text.readList(self, count: count) { $0.read($1, depth: depth + 1) }
    text.write("]")
  }
}

extension Array: StandardValue {}
extension ArraySlice: StandardValue {}
extension ContiguousArray: StandardValue {}

extension Set: StandardValue {
  func read(into text: inout BoundedText, depth: Int) {
    // Without an order of their own, the first of many elements would be others in each run.
    let isSmall = count <= BoundedText.elementLimit
    guard text.beginsList(of: Element.self, count, "element", depth, isReadable: isSmall) else {
      return
    }
    text.readList(inReadableOrder(self) { $0 }, count: count) { $0.read($1, depth: depth + 1) }
    text.write("]")
  }
}

extension Dictionary: StandardValue {
  func read(into text: inout BoundedText, depth: Int) {
    guard !isEmpty else { return text.write("[:]") }
    let isSmall = count <= BoundedText.elementLimit
    guard text.beginsList(of: Element.self, count, "pair", depth, isReadable: isSmall) else {
      return
    }
    text.readList(inReadableOrder(self) { $0.key }, count: count) { text, pair in
      text.read(pair.key, depth: depth + 1)
      text.write(": ")
      text.read(pair.value, depth: depth + 1)
    }
    text.write("]")
  }
}

extension BoundedText {
  /// Writes the beginning of a list: the number of its elements if not all of them are read. Returns
  /// `false` if none is read.
  fileprivate mutating func beginsList<Element>(
    of _: Element.Type, _ count: Int, _ word: String, _ depth: Int, isReadable: Bool = true
  ) -> Bool {
    write("[")
    let isReadable = isReadable && depth < Self.depthLimit && Self.canCopy(Element.self)
    if count > Self.elementLimit || (!isReadable && count > 0) {
      write(count == 1 ? "1 \(word)" : "\(count) \(word)s")
      write(isReadable ? ": " : "]")
      return isReadable
    }
    return true
  }
}

/// Returns a few elements in an order that is the same in every run: numbers and texts by their
/// size, others by the texts that are read of them. Calls no code of the program.
private func inReadableOrder<Elements: Sequence, Key>(
  _ elements: Elements, by key: (Elements.Element) -> Key
) -> [Elements.Element] {
  let elements = Array(elements)
  if Key.self == Int.self || Key.self == String.self { return inSteadyOrder(elements, by: key) }
  return elements.map { (text: BoundedText.reading(key($0)), element: $0) }
    .sorted { $0.text < $1.text }.map(\.element)
}
