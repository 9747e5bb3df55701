extension Color {
  /// The colors with a name: all but the numbers.
  package static let named: [Color] = [
    .default, .red, .orange, .yellow, .blue, .violet, .cyan, .gray,
    .deepRed, .deepOrange, .deepYellow, .deepBlue, .deepViolet, .deepCyan, .deepGray,
    .lightRed, .lightOrange, .lightYellow, .lightBlue, .lightViolet, .lightCyan, .lightGray,
    .white, .black,
  ]

  /// The name of the color in the configuration file, such as `light-blue`, or its number.
  package var name: String {
    if case .number(let number) = self { "\(number)" } else { kebabCase("\(self)") }
  }

  /// Returns the color of that name or number; `grey` is accepted for `gray`.
  package init?(named name: String) {
    let name = name.lowercased().replacing("grey", with: "gray")
    if let color = Self.named.first(where: { $0.name == name }) {
      self = color
    } else if let number = UInt8(name) {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// The index of the most similar one of 8 colors; blue becomes cyan, and gray the terminal's own.
  var nearestOf8: Int? {
    guard let (red, green, blue) = rgb else { return nil }
    let most = max(red, green, blue)
    let least = min(red, green, blue)
    guard most - least > 40 else { return most > 220 ? 7 : most < 20 ? 0 : nil }
    let half = (most + least) / 2
    let bits = (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0)
    return bits == 4 ? 6 : bits
  }
}

extension Role {
  /// The name of the role in the configuration file, such as `locked-in`.
  package var name: String { kebabCase(rawValue) }
}

extension Appearance {
  /// The attributes that a text can name.
  private static var attributes: [(name: String, path: WritableKeyPath<Self, Bool>)] {
    [("bold", \.bold), ("dim", \.dim), ("underline", \.underline), ("reverse", \.reverse)]
  }

  /// The words that the text of an appearance can consist of.
  package static var words: [String] { Color.named.map(\.name) + attributes.map(\.name) }

  /// The appearance in words, such as `light-blue bold`.
  package var text: String {
    ([color.name] + Self.attributes.filter { self[keyPath: $0.path] }.map(\.name))
      .joined(separator: " ")
  }

  /// Parses an appearance: a color, by its name or its number, and attributes, in any order. Without a
  /// color it is the terminal's own.
  ///
  /// - Throws: The first word that is neither, or a second color.
  package init(parsing text: String) throws(AppearanceError) {
    self.init()
    var hasColor = false
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      if let attribute = Self.attributes.first(where: { $0.name == word.lowercased() }) {
        self[keyPath: attribute.path] = true
      } else if let color = Color(named: String(word)) {
        guard !hasColor else { throw AppearanceError(word: String(word), isSecondColor: true) }
        hasColor = true
        self.color = color
      } else {
        throw AppearanceError(word: String(word), isSecondColor: false)
      }
    }
  }
}

/// Why a text is not an appearance.
package struct AppearanceError: Error, Hashable {
  /// The word that is wrong.
  package var word: String
  /// Whether it is a color after another one.
  package var isSecondColor: Bool
}

/// Returns a name such as `lightBlue` as `light-blue`.
private func kebabCase(_ name: String) -> String {
  var result = ""
  for character in name {
    if character.isUppercase {
      result += "-\(character.lowercased())"
    } else {
      result.append(character)
    }
  }
  return result
}
