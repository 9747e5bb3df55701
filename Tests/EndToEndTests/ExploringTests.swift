import Testing

extension EndToEnd {
  /// Exploring the schedules of a demo, and choosing what runs next.
  @Suite
  struct ExploringTests {
    @Test("An outcome is opened, another order is chosen, and all of it is left again")
    func explores() throws {
      let session = try Session("explore then-order")
      try session.terminal.wait(for: "coverage: exhaustive, no limit hit")
      try session.terminal.type("Down", "Enter")
      try session.terminal.wait(for: "▸2 B on side")
      try session.terminal.type("c")
      try session.terminal.wait(until: "the order of the outcome") {
        $0.contains("CHOOSE 1-2") && $0.contains("order D B A")
      }
      let before = try #require(Session.Header(try session.terminal.screen()))
      try session.terminal.type("1")
      let after = try session.terminal.wait(until: "the other order") {
        $0.contains("order D A B") && $0.contains("▸1 A on main")
      }
      #expect(Session.Header(after)?.event == before.event)
      try session.terminal.type("Escape")
      try session.terminal.wait(until: "no choosing") { !$0.contains("CHOOSE") }
      try session.terminal.type("Escape")
      try session.terminal.wait(for: "coverage: exhaustive, no limit hit")
      try session.quit()
      #expect(try session.terminal.screen().contains("then-order: 2 schedules, 2 outcomes"))
    }

    @Test("x explores the open demo, and Esc returns to the same picture")
    func comesBack() throws {
      let session = try Session("demo then-order")
      try session.playAndPause()
      let picture = try session.picture()
      try session.terminal.type("x")
      try session.terminal.wait(for: "coverage: exhaustive, no limit hit")
      try session.terminal.type("Enter")
      try session.terminal.wait(for: "PAUSED")
      try session.terminal.type("x")
      try session.terminal.wait(for: "coverage: exhaustive, no limit hit")
      try session.terminal.type("Escape")
      try session.terminal.wait(until: "the picture from before") { $0 == picture }
      try session.terminal.type("C-c")
      #expect(try session.damage() == [])
    }
  }
}
