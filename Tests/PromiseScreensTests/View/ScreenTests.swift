import Testing

@testable import PromiseScreens

@Test("A screen that is too small says what it needs, and ^C and q quit")
func tooSmall() {
  var driver = Driver(state: .picker(70, 9))
  #expect(driver.screen.hasPrefix("too small: needs 40x10, is 70x9; ^C quits"))
  driver.type("q")
  #expect(driver.effects == [.quit])
}

@Test("The header does not move while a demo plays", arguments: [40, 60, 80, 100, 132, 200])
func steadyHeader(width: Int) {
  var driver = Driver()
  driver.send(.resize(Size(width: width, height: 24)))
  driver.type("Gg")
  func words() -> String {
    // An ended run is not paused; the header says so in the same place.
    let paused = width < 80 ? "‖ PAUSED" : "‖ PAUSED x1"
    let ended = "ENDED" + blanks(paused.count - 5)
    let header = driver.screen.prefix { $0 != "\n" }.replacing(ended, with: paused)
    // The line in the middle shows the progress.
    return String(header.map { $0.isNumber || "━╸".contains($0) ? " " : $0 == "─" ? " " : $0 })
  }
  let first = words()
  while driver.playhead < driver.last {
    driver.press(.right)
    #expect(words() == first, "at event \(driver.playhead)")
  }
}
