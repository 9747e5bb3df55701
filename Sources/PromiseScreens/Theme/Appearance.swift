/// How a role is drawn.
package struct Appearance: Hashable, Sendable {
  /// The foreground.
  package var color: Color
  /// Heavier than body text.
  package var bold: Bool
  /// Lighter than body text, where the colour does not say so already.
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
