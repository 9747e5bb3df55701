#if os(Linux)
  import Foundation
  import Testing

  extension EndToEnd {
    /// What the program's own code prints. No built-in demo prints, so the test writes to the
    /// program's descriptor, which only Linux allows.
    @Suite
    struct PrintingTests {
      @Test(
        "What is printed while the screen is up is a note of the next step, and does not damage the screen"
      )
      func note() throws {
        let session = try Session("--speed 1/8 demo login-fetch-submit")
        let event = try session.playAndPause()
        // The notes are below the warnings, which may take several lines.
        try session.terminal.type("6", "z")
        try session.terminal.wait(until: "the pane alone") {
          $0.contains("Warnings") && !$0.contains("Queues")
        }
        let before = try session.picture()
        try print("printed by a handler\n", in: session)
        try session.terminal.type("C-l")
        #expect(try session.picture() == before)
        try session.terminal.type("End")
        try session.terminal.wait(for: "printed by a handler")
        #expect(event > 2)
        try session.quit()
        #expect(try !session.terminal.screen().contains("printed by"))
      }

      @Test("On real queues it becomes a note by itself")
      func real() throws {
        let session = try Session("demo login-fetch-submit --real --set login=2000")
        try session.wait(until: "a run") { $0.event > 2 }
        // The notes are below the warnings, which may take several lines.
        try session.terminal.type("6", "z")
        try session.terminal.wait(until: "the pane alone") {
          $0.contains("Warnings") && !$0.contains("Queues")
        }
        try print("printed by a handler\n", in: session)
        try session.terminal.wait(for: "printed by a handler")
      }

      @Test("What was not shown is on the terminal afterwards")
      func rest() throws {
        let session = try Session("demo login-fetch-submit")
        try session.playAndPause()
        try print("not seen\n", in: session)
        try session.terminal.type("q")
        #expect(try session.status() == 0)
        try session.terminal.wait(for: "not seen")
      }

      private func print(_ text: String, in session: Session) throws {
        let file = open("/proc/\(try session.process())/fd/1", O_WRONLY | O_APPEND)
        defer { close(file) }
        guard file >= 0, text.withCString({ write(file, $0, strlen($0)) }) == text.utf8.count
        else { throw Failure("the program's output cannot be written to") }
      }
    }
  }
#endif
