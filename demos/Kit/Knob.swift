/// Something about a demo that can be set from outside: a delay, a count, an answer.
package struct Knob: Hashable, Sendable {
  /// What it is called in `--set name=value`.
  package let name: String
  /// The values that it takes, and the one that it has if nobody sets it.
  package let kind: Kind
  /// What it changes, in one sentence.
  package let sentence: String

  /// The values that a knob takes.
  package enum Kind: Hashable, Sendable {
    /// An interval in milliseconds.
    case milliseconds(default: Int, range: ClosedRange<Int>)
    /// A whole number.
    case integer(default: Int, range: ClosedRange<Int>)
    /// Yes or no.
    case flag(default: Bool)
    /// One of several words, of which the first is the default.
    case answer(of: [String])
  }

  /// A delay, up to ten seconds unless another range is given.
  package static func milliseconds(
    _ name: String, _ value: Int, in range: ClosedRange<Int> = 0...10_000, _ sentence: String
  ) -> Knob {
    Knob(name: name, kind: .milliseconds(default: value, range: range), sentence: sentence)
  }

  /// A number.
  package static func integer(
    _ name: String, _ value: Int, in range: ClosedRange<Int>, _ sentence: String
  ) -> Knob {
    Knob(name: name, kind: .integer(default: value, range: range), sentence: sentence)
  }

  /// Something that is so or is not.
  package static func flag(_ name: String, _ value: Bool, _ sentence: String) -> Knob {
    Knob(name: name, kind: .flag(default: value), sentence: sentence)
  }

  /// One of several words; the first is what it says by default.
  package static func answer(_ name: String, _ words: [String], _ sentence: String) -> Knob {
    Knob(name: name, kind: .answer(of: words), sentence: sentence)
  }
}

extension Knob {
  /// A knob's value.
  enum Value: Hashable, Sendable {
    case number(Int)
    case flag(Bool)
    case word(String)
  }

  /// The value that it has if nobody sets it.
  var standard: Value {
    switch kind {
    case .milliseconds(let value, _), .integer(let value, _): .number(value)
    case .flag(let value): .flag(value)
    case .answer(let words): .word(words.first ?? "")
    }
  }

  /// The value that `text` says; none if the knob does not take it.
  func value(of text: String) -> Value? {
    switch kind {
    case .milliseconds(_, let range):
      let digits = text.hasSuffix("ms") ? String(text.dropLast(2)) : text
      return Int(digits).flatMap { range.contains($0) ? .number($0) : nil }
    case .integer(_, let range):
      return Int(text).flatMap { range.contains($0) ? .number($0) : nil }
    case .flag:
      return Self.flags[text].map { .flag($0) }
    case .answer(let words):
      return words.contains(text) ? .word(text) : nil
    }
  }

  private static let flags = [
    "yes": true, "true": true, "on": true, "no": false, "false": false, "off": false,
  ]

  /// What it takes, in words: `milliseconds from 0 to 10000`.
  package var allowed: String {
    switch kind {
    case .milliseconds(_, let range):
      "milliseconds from \(range.lowerBound) to \(range.upperBound)"
    case .integer(_, let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "yes or no"
    case .answer(let words): words.joined(separator: " or ")
    }
  }
}

extension Knob.Value: CustomStringConvertible {
  var description: String {
    switch self {
    case .number(let value): "\(value)"
    case .flag(let value): value ? "yes" : "no"
    case .word(let value): value
    }
  }
}
