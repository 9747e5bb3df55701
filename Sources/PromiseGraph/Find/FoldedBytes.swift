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
