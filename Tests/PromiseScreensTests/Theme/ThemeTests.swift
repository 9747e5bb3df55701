import Testing

@testable import PromiseScreens

@Test("Red is only for what failed, and nobody has to tell it from another hue")
func redIsForTheCross() {
  #expect(Role.allCases.filter { Theme.colour[$0].color == .red } == [.rejected])
}

@Test("Text is drawn in the terminal's own colours")
func ownColours() {
  #expect(Theme.colour[.body] == Appearance())
  #expect(Theme.monochrome[.body] == Appearance())
}

@Test("The theme without colour has none")
func monochrome() {
  #expect(Role.allCases.allSatisfy { Theme.monochrome[$0].color == .default })
}

@Test("Plain dark blue is never used: it cannot be read on black")
func noDarkBlue() {
  #expect(Color.allCases.allSatisfy { $0.indexOf8 != 4 && $0.indexOf256 != 4 })
}

@Test("Every sign is one cell wide, its twin is ASCII, and the states differ in both sets")
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
