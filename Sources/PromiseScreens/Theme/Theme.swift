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

/// How a role looks in each theme: a row of the table.
struct Looks: Hashable, Sendable {
  private let colour: Appearance
  private let light: Appearance
  private let highContrast: Appearance
  private let monochrome: Appearance

  init(
    _ colour: Appearance, _ light: Appearance, _ highContrast: Appearance,
    _ monochrome: Appearance
  ) {
    self.colour = colour
    self.light = light
    self.highContrast = highContrast
    self.monochrome = monochrome
  }

  /// The look in the theme of that name.
  subscript(name: Theme.Name) -> Appearance {
    switch name {
    case .colour: colour
    case .light: light
    case .highContrast: highContrast
    case .monochrome: monochrome
    }
  }
}

extension Role {
  /// The one table from meaning to appearance; a column is a theme: colour, light, high contrast,
  /// monochrome.
  ///
  /// Shape carries every state; colour only repeats it. The palette is told apart by people who see
  /// colours differently: blue and cyan, orange and yellow, grey; red appears only with the cross.
  var looks: Looks {
    switch self {
    case .body, .pending: Looks(plain, plain, plain, plain)
    case .dim, .border, .future: Looks(dim(.gray), dim(.deepGray), dim(.lightGray), dim())
    case .title, .heading: Looks(bold(), bold(), bold(), bold())
    case .key, .focusedBorder: Looks(bold(.blue), bold(.deepBlue), bold(.lightBlue), bold())
    case .warning, .winner:
      Looks(bold(.orange), bold(.deepOrange), bold(.lightOrange), bold())
    case .queued: Looks(just(.cyan), just(.deepCyan), just(.lightCyan), plain)
    case .running, .currentLine:
      Looks(bold(.yellow), bold(.deepYellow), bold(.lightYellow), bold())
    case .lockedIn: Looks(just(.blue), just(.deepBlue), just(.lightBlue), plain)
    case .fulfilled: Looks(bold(.blue), bold(.deepBlue), bold(.lightBlue), plain)
    case .rejected: Looks(bold(.red), bold(.deepRed), bold(.lightRed), bold())
    case .cancelled: Looks(just(.orange), just(.deepOrange), just(.lightOrange), plain)
    case .passed: Looks(just(.gray), just(.deepGray), just(.lightGray), plain)
    case .lost: Looks(lost(.gray), lost(.deepGray), lost(.lightGray), dim())
    case .match: Looks(underlined, underlined, underlined, underlined)
    }
  }

  private var plain: Appearance { Appearance() }
  private var underlined: Appearance { Appearance(underline: true) }
  private func just(_ color: Color) -> Appearance { Appearance(color) }
  private func bold(_ color: Color = .default) -> Appearance { Appearance(color, bold: true) }
  private func dim(_ color: Color = .default) -> Appearance { Appearance(color, dim: true) }
  private func lost(_ color: Color) -> Appearance { Appearance(color, dim: true, underline: true) }
}

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

/// A colour of text.
///
/// The plain ones read on black and on white, the deep ones on white, the light ones on black.
package enum Color: String, Hashable, Sendable, CaseIterable {
  /// The terminal's own foreground.
  case `default`
  case red, orange, yellow, blue, cyan, gray
  case deepRed, deepOrange, deepYellow, deepBlue, deepCyan, deepGray
  case lightRed, lightOrange, lightYellow, lightBlue, lightCyan, lightGray
  case white, black

  /// Its number among 256 colours; none for the terminal's own.
  package var indexOf256: Int? {
    switch self {
    case .default: nil
    case .red: 160
    case .orange: 130
    case .yellow: 136
    case .blue: 63
    case .cyan: 30
    case .gray: 243
    case .deepRed: 124
    case .deepOrange: 130
    case .deepYellow: 94
    case .deepBlue: 25
    case .deepCyan: 23
    case .deepGray: 241
    case .lightRed: 210
    case .lightOrange: 214
    case .lightYellow: 228
    case .lightBlue: 117
    case .lightCyan: 51
    case .lightGray: 250
    case .white: 231
    case .black: 16
    }
  }

  /// Its number among 8 colours. Blue becomes cyan there: plain blue on black cannot be read.
  package var indexOf8: Int? {
    switch self {
    case .default, .gray, .deepGray: nil
    case .red, .deepRed, .lightRed: 1
    case .orange, .yellow, .deepOrange, .deepYellow, .lightOrange, .lightYellow: 3
    case .blue, .cyan, .deepBlue, .deepCyan, .lightBlue, .lightCyan: 6
    case .white, .lightGray: 7
    case .black: 0
    }
  }

  /// Its red, green and blue from 0 to 255, which are the same on every terminal of 256 colours; none
  /// for the terminal's own.
  package var rgb: (red: Int, green: Int, blue: Int)? {
    guard let index = indexOf256 else { return nil }
    if index >= 232 {
      let level = 8 + 10 * (index - 232)
      return (level, level, level)
    }
    let steps = [0, 95, 135, 175, 215, 255]
    let place = index - 16
    return (steps[place / 36], steps[place / 6 % 6], steps[place % 6])
  }
}
