import Testing

@testable import PromiseScreens

@Test(
  "The login run with its submit handler running, at the sizes of the pictures and between",
  arguments: [(80, 24), (132, 43), (200, 50), (40, 12)])
func loginScreens(width: Int, height: Int) throws {
  var driver = Driver(state: .picker(width, height))
  driver.goToPicture()
  try expectGolden("login-\(width)x\(height)", driver.screen)
}

@Test("The same screen in ASCII has only ASCII")
func asciiScreen() throws {
  var driver = Driver(state: .picker(glyphs: .ascii))
  driver.goToPicture()
  #expect(driver.screen.allSatisfy { $0.isASCII })
  try expectGolden("login-80x24-ascii", driver.screen)
}

@Test("Without colour the screen is told by weight alone")
func monochromeScreen() throws {
  var driver = Driver(state: .picker(theme: .monochrome))
  driver.goToPicture()
  driver.press(.down)
  let canvas = view(driver.state)
  let rows = (0..<canvas.height).map { y in
    let weights = (0..<canvas.width).map { x in
      weight(canvas[x, y], driver.state.theme)
    }
    return (0..<canvas.width).map { canvas[$0, y].text }.joined() + "\n" + weights.joined()
  }
  try expectGolden("login-80x24-monochrome", rows.joined(separator: "\n"))
}

/// How a cell is drawn: `r` reversed, `B` bold, `d` dim, `u` underlined, `.` plain.
private func weight(_ cell: Cell, _ theme: Theme) -> String {
  let appearance = theme[cell.role]
  if cell.reversed { return "r" }
  return appearance.bold ? "B" : appearance.dim ? "d" : appearance.underline ? "u" : "."
}

@Test("The picker lists the demos and tells of the selected one")
func pickerScreen() throws {
  try expectGolden("picker-80x24", view(.picker()).text)
  try expectGolden("picker-40x10", view(.picker(40, 10)).text)
}

@Test("A screen that is too small says what it needs, and q quits")
func tooSmall() {
  var driver = Driver(state: .picker(70, 9))
  #expect(driver.screen.hasPrefix("too small: needs 40x10, is 70x9; q quits"))
  driver.type("q")
  #expect(driver.effects == [.quit])
}

@Test("The header stands still while a demo plays", arguments: [40, 60, 80, 100, 132, 200])
func steadyHeader(width: Int) {
  var driver = Driver()
  driver.send(.resize(Size(width: width, height: 24)))
  driver.type("Gg")
  func words() -> String {
    String(driver.screen.prefix { $0 != "\n" }.map { $0.isNumber ? " " : $0 })
  }
  let first = words()
  while driver.playhead < driver.last {
    driver.press(.right)
    #expect(words() == first, "at event \(driver.playhead)")
  }
}
