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
