import Foundation
import Testing

extension EndToEnd {
  /// Sentences instead of the screen.
  @Suite
  struct NarratingTests {
    @Test("Without a terminal, the whole run is narrated, one sentence per event, without escapes")
    func wholeRun() throws {
      let outcome = try Binary.run("--narrate", "demo", "dashboard-race")
      #expect(outcome.status == 0)
      let again = try Binary.run(
        "demo", "dashboard-race", environment: ["ACCESSIBLE": "1"])
      #expect(again.output == outcome.output)
      let numbers = outcome.output.split(separator: "\n").compactMap {
        $0.firstMatch(of: #/^(\d+), /#).flatMap { Int($0.1) }
      }
      #expect(numbers.count > 50)
      #expect(numbers == Array(1...numbers.count))
      #expect(!outcome.output.contains("\u{1b}"))
    }

    @Test("ACCESSIBLE=0 does not enable narration")
    func noWish() throws {
      let outcome = try Binary.run("demo", "then-order", environment: ["ACCESSIBLE": "0"])
      #expect(try Binary.run("demo", "then-order").output == outcome.output)
    }

    @Test("In a terminal, each key adds sentences at the end, and nothing is drawn")
    func keys() throws {
      let session = try Session(
        "--narrate demo then-order", with: "TERM=dumb", width: 100, height: 50)
      try session.terminal.wait(for: "then-order: ")
      try session.terminal.type("Enter")
      try session.terminal.wait(for: "\n1, ")
      try session.terminal.type("Space")
      try session.terminal.wait(for: "\n2, ")
      try session.terminal.type(":")
      try session.terminal.wait(for: "Go where, then Enter:")
      try session.terminal.type("9", "BSpace", "5", "Enter")
      try session.terminal.wait(for: "\n5, ")
      try session.terminal.type("g")
      try session.terminal.wait(for: "Back at the start")
      #expect(try !session.terminal.screen().contains("dashboard-race"))
      #expect(try !session.terminal.showsAlternateScreen())
      try session.quit()
    }

    @Test("The list of demos is numbered, and a number opens one")
    func picker() throws {
      let session = try Session("", with: "ACCESSIBLE=1", height: 40)
      try session.terminal.wait(for: "A number or a name")
      try session.terminal.type("4", "Enter")
      try session.terminal.wait(for: "It is simulated")
      try session.quit("C-c")
    }

    @Test(
      "The terminal is restored when a signal ends it, or a crash",
      arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV])
    func signals(signal: Int32) throws {
      let session = try Session("--narrate demo then-order")
      try session.terminal.wait(for: "then-order: ")
      try session.end(signal)
    }

    @Test("^Z returns the terminal to the shell, and fg takes it back")
    func suspends() throws {
      let session = try Session.inShell("--narrate demo then-order")
      let terminal = session.terminal
      try terminal.wait(for: "then-order: ")
      try terminal.type("C-z")
      try terminal.wait(for: "Stopped")
      try terminal.type("stty -a >stopped; echo do''ne", "Enter")
      try terminal.wait(for: "done")
      #expect(terminal.modes("stopped") == terminal.modes("before"))
      try terminal.type("fg", "Enter")
      try wait(for: "a program that hears single keys") {
        try terminal.modesNow().contains("-icanon") ? true : nil
      }
      try terminal.type("Right")
      try terminal.wait(for: "\n1, ")
      try terminal.type("q")
      try session.waitForPrompt()
      try terminal.type("stty -a >after", "Enter")
      let after = try wait(for: "the modes") { terminal.modes("after") }
      #expect(after == terminal.modes("before"))
    }
  }
}
