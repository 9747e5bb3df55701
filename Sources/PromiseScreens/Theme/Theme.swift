/// What each role looks like: a column of the table in ``Role/looks``.
package struct Theme: Hashable, Sendable {
  /// What it is called on the command line.
  package let name: Name
  private let appearances: [Role: Appearance]

  /// The names of the themes.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    /// Colours that read on black and on white, on the terminal's own foreground and background.
    case colour
    /// Colours for a white background.
    case light
    /// White on black, whatever the terminal's colours are, and no grey that is hard to read.
    case highContrast = "high-contrast"
    /// No colour at all: weight alone.
    case monochrome

    /// What it is for, in a few words.
    package var purpose: String {
      switch self {
      case .colour: "reads on dark and on light backgrounds, whoever sees which colours"
      case .light: "the same hues, darker, for light backgrounds"
      case .highContrast: "bright on black, whatever the terminal's own colours are"
      case .monochrome: "no colour: bold, dim and underlined; NO_COLOR chooses it"
      }
    }
  }

  /// The theme of that name.
  package init(_ name: Name) {
    self.name = name
    appearances = Dictionary(
      uniqueKeysWithValues: Role.allCases.map { ($0, $0.looks[name]) })
  }

  /// How text of `role` is drawn.
  package subscript(role: Role) -> Appearance { appearances[role] ?? Appearance() }

  /// The foreground and the background of what has no colour of its own; none where they are the
  /// terminal's.
  package var ground: (text: Color, background: Color)? {
    name == .highContrast ? (.white, .black) : nil
  }

  /// The theme where nothing is said.
  package static let colour = Theme(.colour)
  /// The theme without colour.
  package static let monochrome = Theme(.monochrome)
}
