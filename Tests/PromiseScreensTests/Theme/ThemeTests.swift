import Testing

@testable import PromiseScreens

@Test("Red is only for failures, and never has to be distinguished from another hue")
func redIsForTheCross() {
  let reds: Set<Color> = [.red, .deepRed, .lightRed]
  for name in Theme.Name.allCases where name != .monochrome {
    let red = Role.allCases.filter { reds.contains(Theme(name)[$0].color) }
    #expect(red == [.rejected, .barRejected, .onRejected])
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

@Test("Frames, titles, keys and labels have no hue, so that color says what state something is in")
func chromeHasNoHue() {
  let chrome: [Role] = [
    .body, .dim, .title, .heading, .border, .focusedBorder, .paneTitle, .key, .future, .match,
  ]
  let grays: Set<Color> = [.default, .gray, .deepGray, .lightGray]
  for name in Theme.Name.allCases {
    for role in chrome { #expect(grays.contains(Theme(name)[role].color), "\(name) \(role)") }
    // The focus is visible all the same.
    #expect(Theme(name)[.focusedBorder] != Theme(name)[.border])
  }
}

@Test("A bar has the hue of its outcome, and text on it is drawn on that hue")
func barsHaveHues() throws {
  let bars: [(bar: Role, text: Role, state: Role)] = [
    (.barFulfilled, .onFulfilled, .fulfilled), (.barRejected, .onRejected, .rejected),
    (.barCancelled, .onCancelled, .cancelled), (.barRunning, .onRunning, .running),
    (.barWaiting, .onWaiting, .queued),
  ]
  for name in Theme.Name.allCases {
    for row in bars {
      #expect(Theme(name)[row.bar].color == Theme(name)[row.state].color, "\(name) \(row.bar)")
    }
  }
  var canvas = Canvas(width: 4, height: 1)
  canvas.draw(
    StyledLine([Span("█", .barRejected), Span("ab", .onRejected), Span("c", .body)]), x: 0, y: 0,
    width: 4)
  #expect(canvas[0, 0] == Cell("█", role: .barRejected))
  #expect(canvas[1, 0] == Cell("a", role: .barRejected, reversed: true))
  #expect(canvas[3, 0] == Cell("c", role: .body))
}

@Test("With 8 colors no two states that a run often has at once look alike")
func eightColors() {
  let states: [Role] = [.pending, .running, .lockedIn, .fulfilled, .rejected]
  let looks = states.map { role -> [Int] in
    let look = Theme.color[role]
    return [look.color.indexOf8 ?? -1, look.bold ? 1 : 0, look.dim ? 1 : 0]
  }
  #expect(Set(looks).count == states.count)
}
