/// A sentence with values in it, before its language is chosen.
///
/// A string literal makes one: `language.text("the timer of \(name) fires")`. The literal is English, and at
/// the same time the key under which the table of another language has its translation; in the key the
/// values are `%1`, `%2` and so on: `the timer of %1 fires`.
package struct Phrase: Hashable, Sendable {
  /// The English text before, between and after the values; one more than there are values.
  private(set) var literals: [String]
  private(set) var values: [String]

  /// A phrase without values.
  package init(_ text: String) { (literals, values) = ([text], []) }

  /// The phrase in English.
  package var english: String {
    var text = literals[0]
    for (value, literal) in zip(values, literals.dropFirst()) { text += value + literal }
    return text
  }

  /// The key of its translation.
  package var key: String {
    var text = literals[0]
    for (index, literal) in literals.dropFirst().enumerated() { text += "%\(index + 1)\(literal)" }
    return text
  }

  /// The phrase as `template` arranges it; a value may be left out, or stand there twice.
  func filling(_ template: String) -> String {
    guard !values.isEmpty else { return template }
    var text = ""
    var isSlot = false
    for character in template {
      if isSlot {
        isSlot = false
        if let number = character.wholeNumberValue, values.indices.contains(number - 1) {
          text += values[number - 1]
          continue
        }
        text.append("%")
      }
      if character == "%" { isSlot = true } else { text.append(character) }
    }
    return isSlot ? text + "%" : text
  }

  /// One phrase after another, so that a long literal can be written on several lines.
  package static func + (first: Phrase, second: Phrase) -> Phrase {
    var sum = first
    sum.literals[sum.literals.count - 1] += second.literals[0]
    sum.literals += second.literals.dropFirst()
    sum.values += second.values
    return sum
  }
}

extension Phrase: ExpressibleByStringInterpolation {
  /// Collects the texts and the values of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var literals = [""]
    fileprivate var values: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      literals[literals.count - 1] += literal
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      values.append(value.description)
      literals.append("")
    }
  }

  package init(stringInterpolation: StringInterpolation) {
    (literals, values) = (stringInterpolation.literals, stringInterpolation.values)
  }

  package init(stringLiteral text: String) { self.init(text) }
}
