/// A JSON value as a list of its parts in order of appearance, with positions in the bytes instead
/// of texts, so that a reader of a few fields creates no values for the others.
struct JSONTape: Sendable {
  /// A value, or the start of an array or an object.
  struct Part: Sendable {
    enum Kind: UInt8, Sendable {
      case null, yes, no, integer, real
      /// A text that appears literally in the bytes, and one that had escapes.
      case plainText, escapedText
      case array, object
    }

    var kind: Kind
    /// Its key in the object that contains it.
    var key: Key
    /// The number, or the bits of a real one; the start of a plain text, or the index of one that
    /// had escapes.
    var value = 0
    /// The length of a plain text in bytes.
    var count = 0
    /// The index of the part after this one and everything inside it.
    var next = 0
  }

  /// The key of a member.
  struct Key: Sendable {
    /// The start of the key, or its index among the texts if it had escapes.
    var start = 0
    /// The length of the key in bytes; negative if it had escapes.
    var count = -1
    /// The first eight bytes, with the first byte lowest.
    var head: UInt64 = 0
  }

  /// The parts; the first one is the value itself.
  var parts: [Part] = []
  /// The texts that had escapes.
  var texts: [String] = []
}

extension JSONTape {
  /// Returns the part at `place` as a value, from the `bytes` that were scanned.
  func value(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> JSONValue {
    let part = parts[place]
    switch part.kind {
    case .null: return .null
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .integer: return .integer(part.value)
    case .real: return .real(Double(bitPattern: UInt64(bitPattern: Int64(part.value))))
    case .plainText: return .string(bytes.text(part.value, part.count))
    case .escapedText: return .string(texts[part.value])
    case .array:
      return .array(members(of: place).map { value(at: $0, in: bytes) })
    case .object:
      return .object(
        members(of: place).map { member in
          let key = parts[member].key
          let name = key.count < 0 ? texts[key.start] : bytes.text(key.start, key.count)
          return JSONField(key: name, value: value(at: member, in: bytes))
        })
    }
  }

  /// Returns the indices of the direct members of the array or object at `place`.
  private func members(of place: Int) -> [Int] {
    var members: [Int] = []
    var next = place + 1
    while next < parts[place].next {
      members.append(next)
      next = parts[next].next
    }
    return members
  }
}

/// A value that was read from JSON.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number that is not an `Int`.
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONField])
}

/// One field of an object.
package struct JSONField: Hashable, Sendable {
  package var key: String
  package var value: JSONValue

  /// Creates a field.
  package init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }
}

/// The fields of an object by their keys. A value of another type counts as missing.
extension [JSONField] {
  package subscript(key: String) -> JSONValue? { first { $0.key == key }?.value }

  package func integer(_ key: String) -> Int? {
    if case .integer(let number)? = self[key] { number } else { nil }
  }

  package func flag(_ key: String) -> Bool { self[key] == .bool(true) }

  package func text(_ key: String) -> String? {
    if case .string(let text)? = self[key] { text } else { nil }
  }

  package func fields(_ key: String) -> [JSONField]? {
    if case .object(let fields)? = self[key] { fields } else { nil }
  }

  package func values(_ key: String) -> [JSONValue]? {
    if case .array(let values)? = self[key] { values } else { nil }
  }

  package func texts(_ key: String) -> [String] {
    (values(key) ?? []).compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  package func integers(_ key: String) -> [Int] {
    (values(key) ?? []).compactMap { if case .integer(let number) = $0 { number } else { nil } }
  }
}
