import Testing

extension EndToEnd {
  /// Tests the harness itself with programs that every system has.
  @Suite
  struct HarnessTests {
    @Test("A program's status, output and environment are available")
    func runs() throws {
      let outcome = try Command(
        ["sh", "-c", "echo $GREETING; echo two >&2; exit 3"], environment: ["GREETING": "one"]
      ).run()
      #expect(outcome.status == 3)
      #expect(outcome.output == "one\n")
      #expect(outcome.error == "two\n")
    }

    @Test("A program that a signal ends has the status that a shell reports")
    func signalled() throws {
      #expect(try Command(["sh", "-c", "kill -TERM $$"]).run().status == 128 + 15)
    }

    @Test("Keys reach a terminal, and its screen and size are visible")
    func terminal() throws {
      let terminal = try Terminal(width: 40, height: 5, script: "stty size; exec cat")
      try terminal.wait(for: "5 40")
      try terminal.type("hello", "Enter")
      try terminal.wait(until: "the echo and the line") { $0.hasSuffix("hello\nhello\n\n\n") }
      #expect(try !terminal.showsAlternateScreen())
      #expect(try terminal.showsCursor())
    }
  }
}
