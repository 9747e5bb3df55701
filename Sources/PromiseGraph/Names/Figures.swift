import PromiseEvents

// Numbers, times and shares as text.

/// Returns `number` with commas between its thousands: `1,234,567`.
package func grouped(_ number: Int) -> String {
  var digits = Array("\(number.magnitude)")
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}

/// Returns a number with its noun: `1 handler`, `3 handlers`, `1,234 handlers`.
package func plural(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// Returns `ns` nanoseconds as milliseconds with one decimal, rounded toward zero: `206.0`.
package func milliseconds(_ ns: Int64) -> String { ns.milliseconds }

/// Returns a duration of real time: `350 ms`, `41.2 s`, `12 min`.
package func elapsed(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  if seconds >= 600 { return "\(seconds / 60) min" }
  if seconds >= 1 { return "\(seconds).\(attoseconds / 100_000_000_000_000_000) s" }
  return "\(attoseconds / 1_000_000_000_000_000) ms"
}

/// Returns a share from 0 to 1 as a percentage: `95%`. Only exactly none and all are shown as `0%` and
/// `100%`. `sign` follows the number.
package func percentage(_ share: Double, _ sign: String = "%") -> String {
  if share > 0, share < 0.005 { return "<1\(sign)" }
  if share < 1, share > 0.995 { return ">99\(sign)" }
  return "\(Int((share * 100).rounded()))\(sign)"
}

extension Graph {
  /// Returns how long ago a moment is: `8.0 ms`.
  package func since(_ moment: Moment) -> String {
    "\(milliseconds(max(0, time.saturatingMinus(moment.time)))) ms"
  }
}

extension Language {
  /// Returns a number with its noun: `1 job`, `3 jobs`, `3 个任务`.
  package func plural(_ count: Int, _ noun: String) -> String {
    self == .english
      ? PromiseGraph.plural(count, noun) : self.text(Phrase("\(grouped(count)) ") + Phrase(noun))
  }

  /// Returns the place of something in a row: `1st`, `2nd`, `11th`.
  package func ordinal(_ number: Int) -> String {
    guard self == .english else { return self.text("\(number)th") }
    return switch (number % 100, number % 10) {
    case (11...13, _): "\(number)th"
    case (_, 1): "\(number)st"
    case (_, 2): "\(number)nd"
    case (_, 3): "\(number)rd"
    default: "\(number)th"
    }
  }

  /// Returns the names in a row, and how many more there are: `a`, `a and b`, `a, b and 7 more`.
  package func list(_ names: [String], more: Int = 0) -> String {
    if more > 0 { return list(names + [self.text("\(more) more")]) }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    let first = names.dropLast().joined(separator: self.text(", "))
    return self.text("\(first) and \(last)")
  }
}

// Text made harmless and cut.

/// Returns text from outside, sanitized and cut to `limit` characters.
package func brief(_ text: String, _ limit: Int) -> String {
  // A character may consist of thousands of scalars, so cut those first.
  let scalars = String(String.UnicodeScalarView(text.unicodeScalars.prefix(4 * limit + 1)))
  return sanitized(scalars).cut(to: limit)
}

extension String {
  /// Returns the first `limit` characters; if any are cut off, the last three become dots.
  package func cut(to limit: Int) -> String {
    count <= limit
      ? self : String(prefix(max(0, limit - 3))) + String(repeating: ".", count: min(3, limit))
  }

  /// The text without the spaces at its end.
  package var withoutTrailingBlanks: String {
    var result = self
    while result.last == " " { result.removeLast() }
    return result
  }
}
