// Text that is aligned in columns, and text with characters that mean something elsewhere.

extension String {
  /// Returns the string with characters appended, up to `width` characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Returns the string with `filler` before it, up to `width` characters.
  package func padded(before width: Int, with filler: Character = " ") -> String {
    String(repeating: filler, count: max(0, width - count)) + self
  }

  /// Returns the string with each scalar replaced by what `escape` returns for it, if anything.
  package func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = escape(scalar) {
        result += text
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Int64 {
  /// Nanoseconds as milliseconds with one decimal, rounded toward zero: `80.2`.
  package var milliseconds: String {
    let tenths = (self / 100_000).magnitude
    return "\(self <= -100_000 ? "-" : "")\(tenths / 10).\(tenths % 10)"
  }
}
