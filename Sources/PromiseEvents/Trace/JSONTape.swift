/// One JSON value as its parts in the order in which they stand, with places in the bytes instead of texts:
/// whoever looks for a few fields makes no value of the others.
struct JSONTape: Sendable {
  /// A value, or what begins one of several parts.
  struct Part: Sendable {
    enum Kind: UInt8, Sendable {
      case null, yes, no, integer, real
      /// A text as it stands in the bytes, and one that had escapes.
      case plainText, escapedText
      case array, object
    }

    var kind: Kind
    /// What it is called in the object that it is a member of.
    var key: Key
    /// The number, the bits of a real one; where a plain text begins, or the place of one that had escapes.
    var value = 0
    /// The bytes of a plain text.
    var count = 0
    /// The place of the part behind it and all that it consists of.
    var next = 0
  }

  /// The key of a member.
  struct Key: Sendable {
    /// Where it begins, or the place of one that had escapes among the texts.
    var start = 0
    /// Its bytes; less than none where it had escapes.
    var count = -1
    /// The first eight of them, the first one lowest.
    var head: UInt64 = 0
  }

  /// The value itself is the first one.
  var parts: [Part] = []
  /// The texts that had escapes.
  var texts: [String] = []
}

extension JSONTape {
  /// The part at `place` as a value of its own, out of the `bytes` that were scanned.
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

  /// The places of what the array or object at `place` consists of.
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

/// A value that was read out of JSON.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number that is no `Int`.
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONField])
}

/// One field of an object.
package struct JSONField: Hashable, Sendable {
  package var key: String
  package var value: JSONValue
}
