/// The fields of one line of a trace, by name. Valid only as long as the caller keeps the line in
/// place.
struct TraceFields {
  /// What is wrong with a field.
  enum Failure: Error, Hashable, CustomStringConvertible {
    case noObject
    case missing(String)
    case wrongType(String)
    /// A number outside the valid range.
    case outOfRange(String)
    /// A kind or another name that this version does not know.
    case unknownWord(field: String, String)

    var description: String {
      switch self {
      case .noObject: "not an object"
      case .missing(let field): "the field \(field) is missing"
      case .wrongType(let field): "the field \(field) has a value of the wrong type"
      case .outOfRange(let field): "the field \(field) has a number that is out of range"
      case .unknownWord(let field, let word):
        "the field \(field) has the unknown value \(quotable(word))"
      }
    }
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let parts: UnsafeBufferPointer<JSONTape.Part>
  let texts: UnsafeBufferPointer<String>
  /// The index of the object among the parts.
  private let place: Int

  /// Creates the fields of an object among parts that were scanned.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ parts: UnsafeBufferPointer<JSONTape.Part>,
    _ texts: UnsafeBufferPointer<String>, place: Int
  ) throws(Failure) {
    guard parts[place].kind == .object else { throw .noObject }
    self.bytes = bytes
    self.parts = parts
    self.texts = texts
    self.place = place
  }

  /// Returns the result of `body` for the fields of the line whose parts are on `tape`, which must
  /// be an object. The fields are valid only during the call.
  @inline(__always)
  static func read<Result>(
    _ line: UnsafeBufferPointer<UInt8>, _ tape: JSONTape,
    _ body: (TraceFields) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try tape.parts.withUnsafeBufferPointer { parts throws(Failure) in
      try tape.texts.withUnsafeBufferPointer { texts throws(Failure) in
        try body(try TraceFields(line, parts, texts, place: 0))
      }
    }
  }

  /// The name of the first field; `nil` if there is no field.
  var firstKey: String? {
    place + 1 < parts[place].next ? name(of: parts[place + 1].key) : nil
  }

  private func name(of key: JSONTape.Key) -> String {
    key.count < 0 ? texts[key.start] : bytes.text(key.start, key.count)
  }

  /// Returns the index of the field with the given key, or `nil` if it is missing or null. If there
  /// are several, it is the first one.
  @inline(__always)
  func place(of key: EventKey) -> Int? {
    var next = place + 1
    let end = parts[place].next
    while next < end {
      if isKey(key, of: parts[next].key) { return parts[next].kind == .null ? nil : next }
      next = parts[next].next
    }
    return nil
  }

  @inline(__always)
  subscript(key: EventKey) -> JSONTape.Part? { place(of: key).map { parts[$0] } }

  @inline(__always)
  private func isKey(_ key: EventKey, of other: JSONTape.Key) -> Bool {
    guard other.count >= 0 else { return name(of: other) == key.name }
    let count = key.text.utf8CodeUnitCount
    guard other.head == key.head, other.count == count else { return false }
    guard count > 8 else { return true }
    return bytes[other.start..<other.start + count].elementsEqual(
      UnsafeBufferPointer(start: key.text.utf8Start, count: count))
  }

  /// Returns a number; `nil` if the field is missing or null. (The other `maybe` functions do the
  /// same.)
  func maybeInteger(_ key: EventKey) throws(Failure) -> Int? {
    guard let part = self[key] else { return nil }
    guard part.kind == .integer else { throw .wrongType(key.name) }
    return part.value
  }

  /// Returns a number that must be present.
  func integer(_ key: EventKey) throws(Failure) -> Int {
    guard let value = try maybeInteger(key) else { throw .missing(key.name) }
    return value
  }

  /// Returns a number in the given range.
  func maybeInteger(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let value = try maybeInteger(key) else { return nil }
    guard range.contains(value) else { throw .outOfRange(key.name) }
    return value
  }

  /// Returns a number that must be present, and in the given range.
  func integer(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int {
    guard let value = try maybeInteger(key, in: range) else { throw .missing(key.name) }
    return value
  }

  /// Returns whether the field is true.
  func flag(_ key: EventKey) throws(Failure) -> Bool {
    guard let part = self[key] else { return false }
    switch part.kind {
    case .yes: return true
    case .no: return false
    default: throw .wrongType(key.name)
    }
  }

  /// Returns an identity.
  func maybeIdentity<ID: EventIdentity>(_ key: EventKey) throws(Failure) -> ID? {
    try maybeInteger(key, in: EventNumbers.identities).map { ID($0) }
  }
}
