import Testing

@testable import PromiseScreens

@Test("Red is only for failures, and never has to be distinguished from another hue")
func redIsForTheCross() {
  let reds: Set<Color> = [.red, .deepRed, .lightRed]
  for name in Theme.Name.allCases where name != .monochrome {
    #expect(Role.allCases.filter { reds.contains(Theme(name)[$0].color) } == [.rejected])
  }
}

private let states: [Role] = [
  .pending, .queued, .running, .lockedIn, .fulfilled, .rejected, .cancelled, .passed, .lost,
]

@Test("In a theme with colors no two states look alike, even without their signs")
func statesDiffer() {
  for name in Theme.Name.allCases where name != .monochrome {
    #expect(Set(states.map { Theme(name)[$0] }).count == states.count, "\(name)")
  }
}

/// The contrast of two colors, from 1 to 21, as WCAG defines it.
private func contrast(_ a: Color, _ b: Color) -> Double {
  func luminance(_ color: Color) -> Double {
    guard let rgb = color.rgb else { return .nan }
    let parts = [rgb.red, rgb.green, rgb.blue].map { part in
      let share = Double(part) / 255
      return share <= 0.03928 ? share / 12.92 : power((share + 0.055) / 1.055)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
  let (one, other) = (luminance(a) + 0.05, luminance(b) + 0.05)
  return max(one, other) / min(one, other)
}

/// `base` to the power of 2.4: its square, times the square of its fifth root, computed by Newton's
/// method.
private func power(_ base: Double) -> Double {
  var root = 1.0
  for _ in 0..<60 {
    let fourth = root * root * root * root
    root -= (root * fourth - base) / (5 * fourth)
  }
  return base * base * root * root
}

@Test("The contrast of known colors is correct")
func knownContrasts() {
  #expect(abs(contrast(.white, .black) - 21) < 0.01)
  #expect(abs(contrast(.gray, .white) - 4.54) < 0.01)
}

private func colors(_ name: Theme.Name, _ roles: [Role] = Role.allCases) -> [Color] {
  roles.map { Theme(name)[$0].color }.filter { $0 != .default }
}

@Test("Important text is readable on black and on white, as well as any color can be")
func readableOnBoth() {
  let read: [Role] = [
    .body, .dim, .title, .heading, .border, .focusedBorder, .key, .warning, .future,
  ]
  for color in colors(.color, read) {
    // 4.58 is the greatest contrast that one color can have against both.
    #expect(contrast(color, .black) > 4.45 && contrast(color, .white) > 4.45, "\(color)")
  }
  // A state also has its sign and its word, which is what WCAG requires of graphics.
  for color in colors(.color) {
    #expect(contrast(color, .black) >= 3 && contrast(color, .white) >= 3, "\(color)")
  }
}

@Test("The light theme is readable on white, and high contrast even better on its black")
func readableOnOne() {
  for color in colors(.light) { #expect(contrast(color, .white) >= 4.5, "\(color)") }
  for color in colors(.highContrast) + [.white] {
    #expect(contrast(color, .black) >= 7, "\(color)")
  }
}

@Test("The blue and the orange of a theme are distinguishable without seeing red or green")
func colourBlind() {
  for name in Theme.Name.allCases where name != .monochrome {
    // To such an eye, colors are bright or dark, and blue or yellow.
    func yellowness(_ role: Role) -> Int {
      Theme(name)[role].color.rgb.map { ($0.red + $0.green) / 2 - $0.blue } ?? 0
    }
    for bluish in [Role.queued, .lockedIn, .fulfilled] {
      for yellowish in [Role.running, .cancelled, .rejected] {
        #expect(yellowness(yellowish) - yellowness(bluish) > 60, "\(name) \(bluish) \(yellowish)")
      }
    }
  }
}

@Test("Text is drawn in the terminal's own colors")
func ownColours() {
  #expect(Theme.color[.body] == Appearance())
  #expect(Theme.monochrome[.body] == Appearance())
}

@Test("The theme without color has none")
func monochrome() {
  #expect(Role.allCases.allSatisfy { Theme.monochrome[$0].color == .default })
}

@Test("Plain dark blue, which is unreadable on black, is never used")
func noDarkBlue() {
  #expect(Color.named.allSatisfy { $0.indexOf8 != 4 && $0.indexOf256 != 4 })
}

@Test("Every sign is one cell wide, its counterpart is ASCII, and the states differ in both sets")
func signs() {
  for glyph in Glyph.allCases {
    #expect(displayWidth(String(glyph.unicode)) == 1)
    #expect(glyph.ascii.isASCII)
  }
  let states: [Glyph] = [
    .pending, .queued, .running, .lockedIn, .fulfilled, .rejected, .cancelled, .passed, .unhandled,
    .lost, .unknown, .winner,
  ]
  #expect(Set(states.map(\.unicode)).count == states.count)
  #expect(Set(states.map(\.ascii)).count == states.count)
}
