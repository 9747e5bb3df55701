package import PromiseEvents

/// What is searched for: a text, of which capitals and small letters are the same.
package struct SearchPattern: Hashable, Sendable {
  /// As it was typed.
  package let text: String
  /// As it is compared.
  let bytes: [UInt8]

  /// A search for `text`; none where it is blank.
  package init?(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    self.text = text
    bytes = foldedBytes(text)
  }

  /// Whether it stands in `text`.
  package func matches(_ text: String) -> Bool {
    if text.utf8.count < bytes.count, text.utf8.allSatisfy({ $0 < 0x80 }) { return false }
    return foldedBytes(text).withUnsafeBufferPointer { place(in: $0, from: 0) != nil }
  }

  /// Where it stands in `text`, from left to right, no two places overlapping.
  package func ranges(in text: String) -> [Range<String.Index>] {
    var folded: [UInt8] = []
    // For every folded byte the scalar that it comes from.
    var origins: [String.Index] = []
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      appendFolded(scalars[index], to: &folded)
      while origins.count < folded.count { origins.append(index) }
    }
    return folded.withUnsafeBufferPointer { folded in
      var ranges: [Range<String.Index>] = []
      var from = 0
      while let place = place(in: folded, from: from) {
        from = place + bytes.count
        ranges.append(origins[place]..<scalars.index(after: origins[from - 1]))
      }
      return ranges
    }
  }
}

extension SearchPattern {
  /// The first place, from `start` on, at which it stands in `text`, which is folded. O(text), eight bytes
  /// at a time
  func place(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { pattern in
      guard let base = text.baseAddress, let first = pattern.first else { return nil }
      let end = text.count - pattern.count
      let wanted = UInt64(first) &* Self.ones
      var index = start
      while index <= end {
        // A word in which the first byte does not occur is passed at once.
        if index + 8 <= text.count {
          let word =
            UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
            ^ wanted
          let zeros = (word &- Self.ones) & ~word & Self.tops
          if zeros == 0 {
            index += 8
            continue
          }
          index += zeros.trailingZeroBitCount / 8
          if index > end { return nil }
        }
        if matches(pattern, at: base + index) { return index }
        index += 1
      }
      return nil
    }
  }

  private func matches(
    _ pattern: UnsafeBufferPointer<UInt8>, at place: UnsafePointer<UInt8>
  ) -> Bool {
    for offset in pattern.indices where place[offset] != pattern[offset] { return false }
    return true
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var tops: UInt64 { 0x8080_8080_8080_8080 }
}

extension SearchPattern {
  /// Whether it stands in what is known of a promise in `graph`: its name, its value or error, its tag, the
  /// file and line that made it. A pattern that is an identity, as `p3`, stands in that promise, too. O(texts)
  package func matches(_ node: PromiseNode, in graph: Graph) -> Bool {
    if node.id == promise { return true }
    if matches(node.creation.title) { return true }
    if let text = node.settlement?.description, !text.isEmpty, matches(text) { return true }
    if let tag = node.creation.tag, matches(tag) { return true }
    guard let site = node.creation.site else { return false }
    return matches(site.fileAndLine)
  }

  /// The promise whose identity the pattern is.
  package var promise: PromiseID? {
    guard bytes.first == UInt8(ascii: "p"), bytes.count > 1,
      bytes.dropFirst().allSatisfy({ (0x30...0x39) ~= $0 })
    else { return nil }
    return Int(text.dropFirst()).map { PromiseID($0) }
  }
}

/// The bytes of `text` as a search compares them: small letters in UTF-8.
func foldedBytes(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  appendFolded(text, to: &bytes)
  return bytes
}

/// Appends the bytes of `text` as a search compares them.
func appendFolded(_ text: String, to bytes: inout [UInt8]) {
  let start = bytes.count
  bytes.append(contentsOf: text.utf8)
  for index in bytes.indices[start...] {
    guard bytes[index] < 0x80 else {
      // Other letters may have small ones of another length.
      bytes.removeSubrange(start...)
      for scalar in text.unicodeScalars { appendFolded(scalar, to: &bytes) }
      return
    }
    bytes[index] = folded(bytes[index])
  }
}

/// Appends the bytes of a scalar's small letter.
func appendFolded(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
  if scalar.isASCII {
    bytes.append(folded(UInt8(truncatingIfNeeded: scalar.value)))
  } else {
    bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
  }
}

/// The small letter of an ASCII capital; any other byte itself.
func folded(_ byte: UInt8) -> UInt8 {
  (0x41...0x5A) ~= byte ? byte | 0x20 : byte
}
