import Testing

extension EndToEnd {
  /// The screen fits the terminal, whatever its size.
  @Suite
  struct SizeTests {
    @Test("After resizing to 1x1 and back, the picture is the same")
    func toNothingAndBack() throws {
      let session = try Session("demo login-fetch-submit")
      try session.playAndPause()
      let picture = try session.picture()
      try session.terminal.resize(width: 1, height: 1)
      try session.terminal.wait(until: "nothing but a sign") { $0.count <= 2 }
      try session.terminal.resize(width: 80, height: 24)
      try session.terminal.wait(until: "the same picture") { $0 == picture }
      try session.quit()
    }

    @Test("A wide terminal shows all panes")
    func wide() throws {
      let session = try Session("demo login-fetch-submit")
      try session.playAndPause()
      try session.terminal.resize(width: 200, height: 50)
      try session.terminal.wait(until: "seven panes") { screen in
        // An empty pane is a line without corners.
        (1...7).allSatisfy { screen.contains("┌ \($0) ") || screen.contains("─ \($0) ") }
      }
    }

    @Test("If the terminal is too small, the screen says what is needed, and q works")
    func tooSmall() throws {
      let session = try Session("demo login-fetch-submit", width: 20, height: 4)
      try session.terminal.wait(for: "too small")
      try session.quit()
    }

    @Test("Many sizes in a row while it plays do no harm")
    func manySizes() throws {
      let session = try Session("demo dashboard-race")
      try session.wait(until: "a demo that plays") { $0.event > 0 }
      for size in 1...40 {
        try session.terminal.resize(width: size * 4, height: 1 + size * 7 % 41)
      }
      try session.terminal.resize(width: 80, height: 24)
      try session.wait(until: "a demo that plays on") { $0.event > 0 }
      try session.quit()
    }
  }
}
