/// A value of a demo that a user can set: a delay, a number, a flag or an answer.
package struct Knob: Hashable, Sendable {
  /// The name in `--set name=value`.
  package let name: String
  /// The values that the knob accepts, and its default value.
  package let kind: Kind
  /// A short description of what the knob changes.
  package let sentence: String

  /// The values that a knob accepts.
  package enum Kind: Hashable, Sendable {
    /// An interval in milliseconds.
    case milliseconds(default: Int, range: ClosedRange<Int>)
    /// A whole number.
    case integer(default: Int, range: ClosedRange<Int>)
    /// Yes or no.
    case flag(default: Bool)
    /// One of several answers, of which the first is the default.
    case answer(of: [String])
  }

  /// Creates a delay. Its range is up to ten seconds by default.
  package static func milliseconds(
    _ name: String, _ value: Int, in range: ClosedRange<Int> = 0...10_000, _ sentence: String
  ) -> Knob {
    Knob(name: name, kind: .milliseconds(default: value, range: range), sentence: sentence)
  }

  /// Creates a whole number.
  package static func integer(
    _ name: String, _ value: Int, in range: ClosedRange<Int>, _ sentence: String
  ) -> Knob {
    Knob(name: name, kind: .integer(default: value, range: range), sentence: sentence)
  }

  /// Creates a flag, which is yes or no.
  package static func flag(_ name: String, _ value: Bool, _ sentence: String) -> Knob {
    Knob(name: name, kind: .flag(default: value), sentence: sentence)
  }

  /// Creates a choice of several answers, of which the first is the default.
  package static func answer(_ name: String, _ answers: [String], _ sentence: String) -> Knob {
    Knob(name: name, kind: .answer(of: answers), sentence: sentence)
  }
}

extension Knob {
  /// The value of a knob.
  enum Value: Hashable, Sendable {
    case number(Int)
    case flag(Bool)
    case answer(String)
  }

  /// The default value.
  var standard: Value {
    switch kind {
    case .milliseconds(let value, _), .integer(let value, _): .number(value)
    case .flag(let value): .flag(value)
    case .answer(let answers): .answer(answers.first ?? "")
    }
  }

  /// Returns the value that `text` describes, or `nil` if the knob does not accept it.
  func value(of text: String) -> Value? {
    switch kind {
    case .milliseconds(_, let range):
      let digits = text.hasSuffix("ms") ? String(text.dropLast(2)) : text
      return Int(digits).flatMap { range.contains($0) ? .number($0) : nil }
    case .integer(_, let range):
      return Int(text).flatMap { range.contains($0) ? .number($0) : nil }
    case .flag:
      return Self.flags[text].map { .flag($0) }
    case .answer(let answers):
      return answers.contains(text) ? .answer(text) : nil
    }
  }

  private static let flags = [
    "yes": true, "true": true, "on": true, "no": false, "false": false, "off": false,
  ]

  /// A description of the accepted values, such as `milliseconds from 0 to 10000`.
  package var allowed: String {
    switch kind {
    case .milliseconds(_, let range):
      "milliseconds from \(range.lowerBound) to \(range.upperBound)"
    case .integer(_, let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "yes or no"
    case .answer(let answers): answers.joined(separator: " or ")
    }
  }
}

extension Knob.Value: CustomStringConvertible {
  var description: String {
    switch self {
    case .number(let value): "\(value)"
    case .flag(let value): value ? "yes" : "no"
    case .answer(let value): value
    }
  }
}
