import Testing

@testable import PromiseScreens

/// Appearances as words, and colors by their number.
@Suite struct AppearanceTests {
  @Test("Every appearance of a theme is read back from its words")
  func roundTrip() throws {
    for name in Theme.Name.allCases {
      for role in Role.allCases {
        let look = Theme(name)[role]
        #expect(try Appearance(parsing: look.text) == look)
      }
    }
    #expect(Set(Role.allCases.map(\.name)).count == Role.allCases.count)
  }

  @Test("Words come in any order; without a color it is the terminal's own")
  func words() throws {
    #expect(
      try Appearance(parsing: "bold Light-Blue, underline")
        == Appearance(.lightBlue, bold: true, underline: true))
    #expect(try Appearance(parsing: "dim") == Appearance(dim: true))
    #expect(try Appearance(parsing: "") == Appearance())
    #expect(try Appearance(parsing: "208 reverse") == Appearance(.number(208), reverse: true))
    #expect(try Appearance(parsing: "deep-grey") == Appearance(.deepGray))
  }

  @Test("A word that is neither color nor attribute is named, and so is a second color")
  func wrong() {
    #expect(throws: AppearanceError(word: "blinking", isSecondColor: false)) {
      try Appearance(parsing: "blue blinking")
    }
    #expect(throws: AppearanceError(word: "3", isSecondColor: true)) {
      try Appearance(parsing: "blue 3")
    }
    #expect(throws: AppearanceError(word: "256", isSecondColor: false)) {
      try Appearance(parsing: "256")
    }
  }

  @Test("With 8 colors, a number becomes a similar color, and never plain blue")
  func eight() {
    #expect(Color.number(196).indexOf8 == 1)
    #expect(Color.number(46).indexOf8 == 2)
    #expect(Color.number(21).indexOf8 == 6)
    #expect(Color.number(4).indexOf8 == 6)
    #expect(Color.number(231).indexOf8 == 7)
    #expect(Color.number(244).indexOf8 == nil)
    for number in UInt8.min...UInt8.max {
      #expect(Color.number(number).indexOf8 != 4)
      #expect(Color.number(number).indexOf256 == Int(number))
      #expect(Color.number(number).rgb != nil)
    }
  }

  @Test("A changed role has its own look, and the others keep that of the theme")
  func changed() {
    let theme = Theme(.light, changing: [.rejected: Appearance(.number(200))])
    #expect(theme[.rejected] == Appearance(.number(200)))
    #expect(theme[.fulfilled] == Theme(.light)[.fulfilled])
  }
}
