import PromiseEvents

/// Numbers, times and shares as people read them.

/// A number with commas between its thousands: `1,234,567`.
package func grouped(_ number: Int) -> String {
  var digits = Array("\(number.magnitude)")
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}

/// A number and its noun: `1 handler`, `3 handlers`, `1,234 handlers`.
package func plural(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// `ns` nanoseconds as milliseconds with one digit after the point, rounded towards zero: `206.0`.
package func milliseconds(_ ns: Int64) -> String {
  let tenths = (ns / 100_000).magnitude
  return "\(ns <= -100_000 ? "-" : "")\(tenths / 10).\(tenths % 10)"
}

/// A duration of the real world: `350 ms`, `41.2 s`, `12 min`.
package func elapsed(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  if seconds >= 600 { return "\(seconds / 60) min" }
  if seconds >= 1 { return "\(seconds).\(attoseconds / 100_000_000_000_000_000) s" }
  return "\(attoseconds / 1_000_000_000_000_000) ms"
}

/// A share from 0 to 1: `95%`; what is neither none nor all is never shown as such. `sign` is what stands
/// behind the number.
package func percentage(_ share: Double, _ sign: String = "%") -> String {
  if share > 0, share < 0.005 { return "<1\(sign)" }
  if share < 1, share > 0.995 { return ">99\(sign)" }
  return "\(Int((share * 100).rounded()))\(sign)"
}

extension Graph {
  /// When something happened: `at 206.0`.
  func at(_ moment: Moment) -> String { "at \(milliseconds(moment.time))" }

  /// How long ago a moment is: `8.0 ms`.
  func since(_ moment: Moment) -> String {
    "\(milliseconds(max(0, time.saturatingMinus(moment.time)))) ms"
  }

  /// How long ago a moment is, where that is any time at all: `since 98.0, for 8.0 ms`.
  func lasting(_ moment: Moment) -> String {
    "since \(milliseconds(moment.time))" + (time > moment.time ? ", for \(since(moment))" : "")
  }
}

/// Texts made harmless, cut and put in a row.

/// Foreign text made harmless and cut to `limit` characters.
func brief(_ text: String, _ limit: Int) -> String {
  // A character may be made of thousands of scalars: these are counted first.
  let scalars = String(String.UnicodeScalarView(text.unicodeScalars.prefix(4 * limit + 1)))
  return sanitized(scalars).cut(to: limit)
}

/// Names in a row, and how many more there are: `a`, `a and b`, `a, b and 7 more`.
func inARow(_ names: [String], more: Int = 0) -> String {
  if more > 0 { return inARow(names + ["\(more) more"]) }
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " and " + last
}

extension String {
  /// The first `limit` characters; where some are missing, the last three say so.
  package func cut(to limit: Int) -> String {
    count <= limit
      ? self : String(prefix(max(0, limit - 3))) + String(repeating: ".", count: min(3, limit))
  }

  /// The text up to its last character that is no blank.
  package var withoutTrailingBlanks: String {
    var result = self
    while result.last == " " { result.removeLast() }
    return result
  }
}
