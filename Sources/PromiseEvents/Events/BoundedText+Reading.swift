extension BoundedText {
  /// Returns a text for `value` that is made without calling code of the program, in bounded time,
  /// however large or deep the value is: `description` and `customMirror` are not called, unless the
  /// type is one of the standard library. A ``PromiseTraceDescribable`` type is asked.
  ///
  /// Numbers, texts, and small structures look as `print` writes them. A collection with more than
  /// ``elementLimit`` elements is shown by their number and the first of them; of what is nested more
  /// than ``depthLimit`` levels deep, and of classes, only the name is shown.
  package static func reading<Value>(_ value: Value) -> String {
    var text = BoundedText()
    if canCopy(Value.self) {
      text.read(value, depth: 0)
    } else {
      text.write("\(Value.self)(…)")
    }
    return text.finished
  }

  /// The number of elements, fields, and associated values that are read of each.
  static var elementLimit: Int { 16 }
  /// The number of levels that are read.
  static var depthLimit: Int { 3 }

  /// Returns whether values of the type are small enough to be copied for reading. What they refer
  /// to is not copied.
  static func canCopy<Value>(_: Value.Type) -> Bool { MemoryLayout<Value>.size <= 4096 }

  /// Writes a value. `depth` is the number of values that it is nested in.
  mutating func read(_ value: Any, depth: Int) {
    // One more character is enough to mark the text as truncated.
    guard !isFull else { return write(" ") }
    // The type is checked first: a cast of the value could convert it, or look into an optional.
    let type = type(of: value)
    if type is any PromiseTraceDescribable.Type {
      write((value as? any PromiseTraceDescribable)?.traceDescription ?? "\(type)")
    } else if type is any StandardValue.Type, let standard = value as? any StandardValue {
      standard.read(into: &self, depth: depth)
    } else {
      reflect(value, type, depth)
    }
  }

  /// Writes elements, with commas between them, and an ellipsis in place of those that are not read.
  mutating func readList<Elements: Sequence>(
    _ elements: Elements, count: Int, _ write: (inout BoundedText, Elements.Element) -> Void
  ) {
    for (place, element) in elements.prefix(Self.elementLimit).enumerated() {
      guard !isFull else { break }
      if place > 0 { self.write(", ") }
      write(&self, element)
    }
    if count > Self.elementLimit { self.write(", …") }
  }

  /// Writes a text in quotation marks.
  mutating func readQuoted(_ text: some StringProtocol) {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.byteLimit)))
    write(start.debugDescription)
  }
}

// MARK: - Types of the program

extension BoundedText {
  /// Writes a value of a type that the library does not know.
  private mutating func reflect(_ value: Any, _ type: Any.Type, _ depth: Int) {
    // Other threads may be changing the properties of an object.
    guard !(type is AnyClass) else { return write("\(type)") }
    // Creating a mirror would call the type's own `customMirror`.
    guard !(type is any CustomReflectable.Type) else {
      return write(RuntimeFields.caseName(of: value) ?? "\(type)(…)")
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      write(RuntimeFields.caseName(of: value) ?? "\(type)(…)")
      guard !mirror.children.isEmpty else { return }
      guard depth < Self.depthLimit else { return write("(…)") }
      reflectPayload(mirror, depth)
    case .struct:
      write("\(type)")
      guard depth < Self.depthLimit || mirror.children.isEmpty else { return write("(…)") }
      reflectFields(mirror, of: type, depth)
    case .tuple:
      guard depth < Self.depthLimit || mirror.children.isEmpty else { return write("(…)") }
      reflectTuple(mirror, depth)
    default:
      // Functions, types, and what only the compiler knows.
      write("\(type)")
    }
  }

  /// Writes the associated values of an enumeration's case.
  private mutating func reflectPayload(_ mirror: Mirror, _ depth: Int) {
    guard let payload = mirror.children.first?.value else { return }
    // Several associated values are a tuple, which has parentheses of its own.
    if let tuple = tuple(payload) { return reflectTuple(tuple, depth) }
    write("(")
    read(payload, depth: depth + 1)
    write(")")
  }

  /// Returns the mirror of a tuple; `nil` for any other value.
  private func tuple(_ value: Any) -> Mirror? {
    let type = type(of: value)
    guard !(type is any CustomReflectable.Type), !(type is AnyClass) else { return nil }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .tuple ? mirror : nil
  }

  private mutating func reflectTuple(_ mirror: Mirror, _ depth: Int) {
    write("(")
    readList(mirror.children, count: mirror.children.count) { text, child in
      // Without a label of its own, an element has its place as a label.
      if let label = child.label, !label.hasPrefix(".") { text.write("\(label): ") }
      text.read(child.value, depth: depth + 1)
    }
    write(")")
  }

  private mutating func reflectFields(_ mirror: Mirror, of type: Any.Type, _ depth: Int) {
    let fields = RuntimeFields(of: type)
    let count = mirror.children.count
    guard fields.count == count else { return write("(…)") }
    write("(")
    readList(0..<count, count: count) { text, place in
      let field = fields.field(at: place)
      text.write("\(field.name): ")
      // Reading a reference that does not keep its object alive can fail or free the object.
      guard field.isStrong else { return text.write("…") }
      let child = mirror.children[
        mirror.children.index(mirror.children.startIndex, offsetBy: place)]
      text.read(child.value, depth: depth + 1)
    }
    write(")")
  }
}
