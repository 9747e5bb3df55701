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
