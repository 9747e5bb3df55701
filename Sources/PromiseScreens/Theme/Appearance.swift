/// A colour of text, on the terminal's own background.
package enum Color: String, Hashable, Sendable, CaseIterable {
  /// The terminal's own foreground.
  case `default`
  case red, orange, yellow, blue, cyan, gray

  /// Its number among 256 colours; none for the terminal's own. Each reads on black and on white.
  package var indexOf256: Int? {
    switch self {
    case .default: nil
    case .red: 160
    case .orange: 172
    case .yellow: 136
    case .blue: 33
    case .cyan: 37
    case .gray: 244
    }
  }

  /// Its number among 8 colours. Blue becomes cyan there: plain blue on black cannot be read.
  package var indexOf8: Int? {
    switch self {
    case .default, .gray: nil
    case .red: 1
    case .orange, .yellow: 3
    case .blue, .cyan: 6
    }
  }
}

/// How a role is drawn.
package struct Appearance: Hashable, Sendable {
  /// The foreground.
  package var color: Color
  /// Heavier than body text.
  package var bold: Bool
  /// Lighter than body text.
  package var dim: Bool
  /// Underlined.
  package var underline: Bool
  /// Foreground and background exchanged.
  package var reverse: Bool

  /// Plain where nothing is said.
  package init(
    _ color: Color = .default, bold: Bool = false, dim: Bool = false, underline: Bool = false,
    reverse: Bool = false
  ) {
    self.color = color
    self.bold = bold
    self.dim = dim
    self.underline = underline
    self.reverse = reverse
  }
}
