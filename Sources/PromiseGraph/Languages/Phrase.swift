/// A sentence with values in it, before its language is chosen.
///
/// A string literal creates one: `language.text("the timer of \(name) fires")`. The literal is the English
/// text, and also the key of its translation in the tables of other languages. In the key the values are `%1`,
/// `%2` and so on: `the timer of %1 fires`.
package struct Phrase: Hashable, Sendable {
  /// The English text before, between and after the values: one more element than ``values``.
  private(set) var literals: [String]
  private(set) var values: [String]

  /// Creates a phrase without values.
  package init(_ text: String) { (literals, values) = ([text], []) }

  /// The phrase in English.
  var english: String {
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

  /// Returns `template` with the values in place of `%1`, `%2` and so on, in any order.
  func filling(_ template: String) -> String {
    guard !values.isEmpty else { return template }
    var text = ""
    var isSlot = false
    var followsValue = false
    for character in template {
      if isSlot {
        isSlot = false
        if let number = character.wholeNumberValue, values.indices.contains(number - 1) {
          let value = values[number - 1]
          // A template has a space beside a value, which a Chinese value does not need.
          if text.last == " ", value.first?.isChinese == true,
            text.dropLast().last?.isChinese == true
          {
            text.removeLast()
          }
          text += value
          followsValue = true
          continue
        }
        text.append("%")
      }
      if character == "%" {
        isSlot = true
        continue
      }
      if followsValue, character.isChinese, text.last == " ",
        text.dropLast().last?.isChinese == true
      {
        text.removeLast()
      }
      if character != " " { followsValue = false }
      text.append(character)
    }
    return isSlot ? text + "%" : text
  }

  /// Joins two phrases, so that a long literal can be written on several lines.
  package static func + (first: Phrase, second: Phrase) -> Phrase {
    var sum = first
    sum.literals[sum.literals.count - 1] += second.literals[0]
    sum.literals += second.literals.dropFirst()
    sum.values += second.values
    return sum
  }
}

extension Character {
  /// Whether it is a Chinese character or a full-width punctuation mark.
  fileprivate var isChinese: Bool {
    unicodeScalars.first.map {
      (0x3000...0x9FFF).contains($0.value) || (0xFF00...0xFF60).contains($0.value)
    } == true
  }
}

extension Phrase: ExpressibleByStringInterpolation {
  /// Collects the text and the values of a literal.
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
