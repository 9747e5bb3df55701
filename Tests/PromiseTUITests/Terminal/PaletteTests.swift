import PromiseScreens
import Testing

@testable import promise_tui

@Suite struct PaletteTests {
  @Test("with 256 colors, every color but the terminal's own has a pair, no two the same")
  func many() {
    let palette = Palette(.color, count: 256)
    let colors = Set(Role.allCases.map { Theme.color[$0].color }).subtracting([.default])
    #expect(Set(colors.map(palette.pair(of:))).count == colors.count)
    #expect(palette.pair(of: .default) == 0)
    for color in colors { #expect(palette.colors[palette.pair(of: color)] == color.indexOf256) }
  }

  @Test("with 8 colors, only available ones are used, and nothing is dark blue or black")
  func eight() {
    for name in Theme.Name.allCases {
      let palette = Palette(Theme(name), count: 8)
      for color in palette.colors.values { #expect([1, 2, 3, 5, 6, 7].contains(color)) }
    }
  }

  @Test("without colors, everything has the terminal's own")
  func none() {
    let palette = Palette(Theme(.highContrast), count: 0)
    #expect(palette.colors.isEmpty)
    #expect(palette.ground == nil)
    for color in Color.named { #expect(palette.pair(of: color) == 0) }
  }

  @Test("a selected cell is reversed once, whatever its meaning")
  func reversal() {
    let reversed = Appearance(reverse: true).attributes(reversed: false)
    #expect(reversed.nonzeroBitCount == 1)
    #expect(Appearance(reverse: true).attributes(reversed: true) == reversed)
    #expect(Appearance().attributes(reversed: true) == reversed)
    #expect(Appearance().attributes(reversed: false) == 0)
  }

  @Test("each attribute has a separate bit")
  func attributes() {
    let all = Appearance(bold: true, dim: true, underline: true, reverse: true)
    #expect(all.attributes(reversed: false).nonzeroBitCount == 4)
  }

  @Test("gray is not dimmed further")
  func gray() {
    let look = Appearance(.gray, dim: true)
    #expect(look.attributes(reversed: false, hasColor: true) == 0)
    #expect(look.attributes(reversed: false, hasColor: false) != 0)
  }

  @Test("only high contrast has its own background, white on black")
  func ground() {
    for name in Theme.Name.allCases {
      let ground = Palette(Theme(name), count: 256).ground
      #expect(
        ground.map { [$0.text, $0.background] } == (name == .highContrast ? [231, 16] : nil))
    }
  }
}
