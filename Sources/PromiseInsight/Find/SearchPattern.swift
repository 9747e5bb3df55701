package import PromiseEvents
package import PromiseGraph

/// A search pattern: a text, compared without regard to case.
package struct SearchPattern: Hashable, Sendable {
  /// The text as typed.
  package let text: String
  /// The folded bytes.
  let bytes: [UInt8]
  /// Whether it is searched for in the names of source files instead of everywhere else.
  package let isOfSources: Bool

  /// Creates a pattern for `text`; `nil` if it is blank.
  package init?(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    self.init(text, searching: foldedBytes(text), inSources: false)
  }

  /// Creates a pattern for a search as typed: `source:Login.swift:14` is searched for in the places that
  /// created promises, any other text in everything else; `nil` if there is nothing to search for.
  package init?(typed text: String) {
    let word = text.drop(while: \.isWhitespace)
    guard let key = Self.sourceKeys.first(where: { word.lowercased().hasPrefix($0) }) else {
      self.init(text)
      return
    }
    let file = word.dropFirst(key.count).drop(while: \.isWhitespace)
    guard !file.isEmpty else { return nil }
    self.init(text, searching: foldedBytes(String(file)), inSources: true)
  }

  private init(_ text: String, searching bytes: [UInt8], inSources isOfSources: Bool) {
    self.text = text
    self.bytes = bytes
    self.isOfSources = isOfSources
  }

  /// What comes before the name of a source file, as in a filter.
  private static let sourceKeys = ["source:", "file:"]

  /// Returns whether it occurs in `text`.
  package func matches(_ text: String) -> Bool {
    if text.utf8.count < bytes.count, text.utf8.allSatisfy({ $0 < 0x80 }) { return false }
    return foldedBytes(text).withUnsafeBufferPointer { place(in: $0, from: 0) != nil }
  }

  /// Returns its occurrences in `text`, from left to right, without overlaps.
  package func ranges(in text: String) -> [Range<String.Index>] {
    var folded: [UInt8] = []
    // For each folded byte, the scalar that it comes from.
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
  /// Returns the first place, from `start` on, at which it occurs in the folded `text`. O(text), eight bytes at
  /// a time
  func place(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { pattern in
      guard let base = text.baseAddress, let first = pattern.first else { return nil }
      let end = text.count - pattern.count
      let wanted = UInt64(first) &* Self.ones
      var index = start
      while index <= end {
        // Skip words in which the first byte does not occur.
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
  /// Returns whether it occurs in what `graph` knows of a promise: its name, its value or error, its tag; or
  /// in the file and line that created it, if it is searched for there. A pattern that is an identity, such
  /// as `p3`, also matches that promise. O(texts)
  package func matches(_ node: PromiseNode, in graph: Graph) -> Bool {
    if isOfSources { return node.creation.site.map { matches($0.fileAndLine) } ?? false }
    if node.id == promise { return true }
    if matches(node.creation.title) { return true }
    if let text = node.settlement?.description, !text.isEmpty, matches(text) { return true }
    return node.creation.tag.map { matches($0) } ?? false
  }

  /// The promise whose identity the pattern is; `nil` if it is none.
  package var promise: PromiseID? {
    guard !isOfSources, bytes.first == UInt8(ascii: "p"), bytes.count > 1,
      bytes.dropFirst().allSatisfy({ (0x30...0x39) ~= $0 })
    else { return nil }
    return Int(text.dropFirst()).map { PromiseID($0) }
  }
}

/// Returns the bytes of `text` as a search compares them: lowercase UTF-8.
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
      // The lowercase of other letters may have a different length.
      bytes.removeSubrange(start...)
      for scalar in text.unicodeScalars { appendFolded(scalar, to: &bytes) }
      return
    }
    bytes[index] = folded(bytes[index])
  }
}

/// Appends the bytes of a scalar's lowercase form.
func appendFolded(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
  if scalar.isASCII {
    bytes.append(folded(UInt8(truncatingIfNeeded: scalar.value)))
  } else {
    bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
  }
}

/// Returns the lowercase of an ASCII capital; any other byte unchanged.
func folded(_ byte: UInt8) -> UInt8 {
  (0x41...0x5A) ~= byte ? byte | 0x20 : byte
}
