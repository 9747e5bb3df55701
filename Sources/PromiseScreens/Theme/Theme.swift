/// The appearance of each role: a column of the table in ``Role/looks``.
package struct Theme: Hashable, Sendable {
  /// Its name on the command line.
  package let name: Name
  private let appearances: [Role: Appearance]

  /// The names of the themes.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    /// Colors that are readable on black and on white, with the terminal's own foreground and background.
    case color
    /// Colors for a white background.
    case light
    /// White on black, whatever the terminal's colors are, without gray that is hard to read.
    case highContrast = "high-contrast"
    /// No color: weight only.
    case monochrome

    /// The purpose of the theme, in a few words.
    package var purpose: String {
      switch self {
      case .color: "readable on dark and light backgrounds, also for color-blind readers"
      case .light: "the same hues, darker, for light backgrounds"
      case .highContrast: "bright on black, whatever the terminal's own colors are"
      case .monochrome: "no color: bold, dim and underlined; NO_COLOR selects it"
      }
    }
  }

  /// The theme of that name, with other appearances of some roles.
  package init(_ name: Name, changing changes: [Role: Appearance] = [:]) {
    self.name = name
    appearances = Dictionary(
      uniqueKeysWithValues: Role.allCases.map { ($0, changes[$0] ?? $0.looks[name]) })
  }

  /// The appearance of `role`.
  package subscript(role: Role) -> Appearance { appearances[role] ?? Appearance() }

  /// The foreground and background of text without its own color; `nil` if they are the terminal's.
  package var ground: (text: Color, background: Color)? {
    name == .highContrast ? (.white, .black) : nil
  }

  /// The default theme.
  package static let color = Theme(.color)
  /// The theme without color.
  package static let monochrome = Theme(.monochrome)
}

/// The appearance of a role in each theme: a row of the table.
struct Looks: Hashable, Sendable {
  private let color: Appearance
  private let light: Appearance
  private let highContrast: Appearance
  private let monochrome: Appearance

  init(
    _ color: Appearance, _ light: Appearance, _ highContrast: Appearance,
    _ monochrome: Appearance
  ) {
    self.color = color
    self.light = light
    self.highContrast = highContrast
    self.monochrome = monochrome
  }

  /// The appearance in the theme of that name.
  subscript(name: Theme.Name) -> Appearance {
    switch name {
    case .color: color
    case .light: light
    case .highContrast: highContrast
    case .monochrome: monochrome
    }
  }
}

extension Role {
  /// The table of appearances. Its columns are the themes: color, light, high contrast, monochrome.
  ///
  /// Color is for states, and for the bars of work with these outcomes; frames, titles, keys and labels are
  /// gray or have no color. Every state has its own sign, which color only repeats. Color-blind readers can
  /// distinguish the palette: blue, violet and cyan, orange and yellow, gray; red appears only with the
  /// cross.
  var looks: Looks {
    switch self {
    case .body, .pending, .paneTitle: Looks(plain, plain, plain, plain)
    case .dim, .border, .future: Looks(dim(.gray), dim(.deepGray), dim(.lightGray), dim())
    case .title, .heading, .key, .focusedBorder: Looks(bold(), bold(), bold(), bold())
    case .warning, .winner:
      Looks(bold(.orange), bold(.deepOrange), bold(.lightOrange), bold())
    case .queued: Looks(just(.cyan), just(.deepCyan), just(.lightCyan), plain)
    case .running, .currentLine:
      Looks(bold(.yellow), bold(.deepYellow), bold(.lightYellow), bold())
    case .lockedIn: Looks(just(.violet), just(.deepViolet), just(.lightViolet), plain)
    case .fulfilled: Looks(just(.blue), just(.deepBlue), just(.lightBlue), plain)
    case .rejected: Looks(bold(.red), bold(.deepRed), bold(.lightRed), bold())
    case .cancelled: Looks(just(.orange), just(.deepOrange), just(.lightOrange), plain)
    case .passed: Looks(just(.gray), just(.deepGray), just(.lightGray), plain)
    case .lost: Looks(lost(.gray), lost(.deepGray), lost(.lightGray), dim())
    case .match: Looks(underlined, underlined, underlined, underlined)
    case .barPlain, .onPlain: Looks(just(.gray), just(.deepGray), just(.lightGray), plain)
    case .barLockedIn, .onLockedIn:
      Looks(just(.violet), just(.deepViolet), just(.lightViolet), plain)
    case .barFulfilled, .onFulfilled:
      Looks(just(.blue), just(.deepBlue), just(.lightBlue), plain)
    case .barRejected, .onRejected: Looks(just(.red), just(.deepRed), just(.lightRed), plain)
    case .barCancelled, .onCancelled:
      Looks(just(.orange), just(.deepOrange), just(.lightOrange), plain)
    case .barRunning, .onRunning:
      Looks(just(.yellow), just(.deepYellow), just(.lightYellow), bold())
    case .barWaiting, .onWaiting: Looks(just(.cyan), just(.deepCyan), just(.lightCyan), dim())
    }
  }

  private var plain: Appearance { Appearance() }
  private var underlined: Appearance { Appearance(underline: true) }
  private func just(_ color: Color) -> Appearance { Appearance(color) }
  private func bold(_ color: Color = .default) -> Appearance { Appearance(color, bold: true) }
  private func dim(_ color: Color = .default) -> Appearance { Appearance(color, dim: true) }
  private func lost(_ color: Color) -> Appearance { Appearance(color, dim: true, underline: true) }
}

/// The appearance of text.
package struct Appearance: Hashable, Sendable {
  /// The foreground.
  package var color: Color
  /// Heavier than body text.
  package var bold: Bool
  /// Lighter than body text, if the color is not already.
  package var dim: Bool
  /// Underlined.
  package var underline: Bool
  /// Foreground and background swapped.
  package var reverse: Bool

  /// Creates an appearance; plain by default.
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

/// A text color.
///
/// The plain colors are readable on black and on white, the deep ones on white, the light ones on black.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground.
  case `default`
  case red, orange, yellow, blue, violet, cyan, gray
  case deepRed, deepOrange, deepYellow, deepBlue, deepViolet, deepCyan, deepGray
  case lightRed, lightOrange, lightYellow, lightBlue, lightViolet, lightCyan, lightGray
  case white, black
  /// One of the 256 colors of a terminal, by its index.
  case number(UInt8)

  /// Its index among 256 colors; `nil` for the terminal's own.
  package var indexOf256: Int? {
    switch self {
    case .default: nil
    case .red: 160
    case .orange: 130
    case .yellow: 136
    case .blue: 33
    case .violet: 99
    case .cyan: 30
    case .gray: 243
    case .deepRed: 124
    case .deepOrange: 130
    case .deepYellow: 94
    case .deepBlue: 26
    case .deepViolet: 55
    case .deepCyan: 23
    case .deepGray: 241
    case .lightRed: 210
    case .lightOrange: 214
    case .lightYellow: 228
    case .lightBlue: 117
    case .lightViolet: 183
    case .lightCyan: 51
    case .lightGray: 250
    case .white: 231
    case .black: 16
    case .number(let number): Int(number)
    }
  }

  /// Its index among 8 colors. Blue becomes cyan, because plain blue on black is unreadable, and violet
  /// becomes magenta; cyan itself has none then.
  package var indexOf8: Int? {
    switch self {
    case .default, .gray, .deepGray, .cyan, .deepCyan, .lightCyan: nil
    case .red, .deepRed, .lightRed: 1
    case .orange, .yellow, .deepOrange, .deepYellow, .lightOrange, .lightYellow: 3
    case .violet, .deepViolet, .lightViolet: 5
    case .blue, .deepBlue, .lightBlue: 6
    case .white, .lightGray: 7
    case .black: 0
    case .number: nearestOf8
    }
  }

  /// Its red, green and blue from 0 to 255, which are the same on every terminal with 256 colors; `nil` for
  /// the terminal's own.
  package var rgb: (red: Int, green: Int, blue: Int)? {
    guard let index = indexOf256 else { return nil }
    if index < 16 {
      // The first 16 depend on the terminal; these are those of xterm.
      let level = index == 7 ? 229 : index < 8 ? 205 : 255
      let isGray = index == 8
      return isGray
        ? (127, 127, 127)
        : (index & 1 > 0 ? level : 0, index & 2 > 0 ? level : 0, index & 4 > 0 ? level : 0)
    }
    if index >= 232 {
      let level = 8 + 10 * (index - 232)
      return (level, level, level)
    }
    let steps = [0, 95, 135, 175, 215, 255]
    let place = index - 16
    return (steps[place / 36], steps[place / 6 % 6], steps[place % 6])
  }
}
