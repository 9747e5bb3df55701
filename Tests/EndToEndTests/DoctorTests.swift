import Foundation
import Testing

extension EndToEnd {
  /// `promise-tui about doctor` in real terminals, and without one.
  @Suite
  struct DoctorTests {
    /// The states of the findings, by name.
    private func states(_ text: String) -> [String: String] {
      var states: [String: String] = [:]
      for line in text.split(whereSeparator: \.isNewline) {
        if let row = line.firstMatch(of: /^  (OK|limited|missing|untested) +(\w+(?: \w+)?)/) {
          states[String(row.2)] = String(row.1)
        }
      }
      return states
    }

    @Test("In a terminal that answers, everything about it is OK, and it is left as it was")
    func terminal() throws {
      let session = try Session("about doctor", with: "TERM=xterm-256color", width: 100, height: 90)
      try session.expectEnd(0)
      let screen = try session.terminal.screen()
      let states = states(screen)
      for name in ["size", "type", "colors", "screen", "mouse", "characters", "encoding"] {
        #expect(states[name] == "OK", "\(name):\n\(screen)")
      }
      for name in ["recording", "sockets", "temporary files"] {
        #expect(states[name] == "OK", "\(name):\n\(screen)")
      }
      // The samples were written on the first line, and cleared.
      #expect(screen.hasPrefix("promise-tui "), "\(screen)")
      #expect(!screen.contains("○▣"), "\(screen)")
    }

    @Test(
      "A terminal that cannot move its cursor, and one without a type, is reported with status 1",
      arguments: ["TERM=dumb", "TERM="])
    func noScreen(assignment: String) throws {
      let session = try Session("about doctor", with: assignment, width: 100, height: 90)
      try session.expectEnd(1)
      let screen = try session.terminal.screen()
      #expect(states(screen)["type"] == "missing", "\(screen)")
      #expect(states(screen)["characters"] == "untested", "\(screen)")
      #expect(screen.contains("Needed, and missing: type."))
    }

    @Test("An unknown type and a locale without UTF-8 are limits, and the text is ASCII")
    func limits() throws {
      let session = try Session(
        "about doctor", with: "unset LC_ALL; export LANG=C TERM=nonsense;", width: 100, height: 90)
      #expect(try session.status() == 0)
      let screen = try session.terminal.screen()
      #expect(states(screen)["type"] == "limited", "\(screen)")
      #expect(states(screen)["encoding"] == "limited", "\(screen)")
      #expect(screen.utf8.allSatisfy { $0 < 0x80 })
    }

    #if os(Linux)
      @Test("A terminal that never answers is given up after a second")
      func silent() throws {
        let outcome = try inSilentTerminal("'\(Binary.path)' about doctor; stty -a")
        #expect(states(outcome.output)["characters"] == "untested", "\(outcome.output)")
        #expect(outcome.output.contains("did not say within a second"))
        #expect(outcome.output.contains(" icanon") && outcome.output.contains(" echo "))
      }

      /// Runs a line in a terminal that only copies: script's, which is open as long as there is input.
      private func inSilentTerminal(_ line: String) throws -> Command.Outcome {
        let scratch = try ScratchFolder()
        let line = "stty cols 100 rows 40; \(line)\ntouch '\(scratch.path("end"))'"
        let input = "while ! [ -e '\(scratch.path("end"))' ]; do sleep 0.05; done"
        return try Command(
          ["/bin/sh", "-c", "(\(input)) | script -qec \"$1\" /dev/null", "sh", line]
        ).run()
      }

      @Test("A signal while it waits for the terminal's answer leaves the terminal as it was")
      func interrupted() throws {
        let scratch = try ScratchFolder()
        // The terminal never answers, so the signal arrives while it is asked, or before.
        let line = """
          cd '\(scratch.root)'; stty -a >before
          timeout --foreground -s TERM 0.5 '\(Binary.path)' about doctor; echo $? >status; stty -a >after
          """
        _ = try inSilentTerminal(line)
        #expect(scratch.text("status") == "124\n")
        #expect(scratch.text("before") == scratch.text("after"))
        #expect(scratch.text("after")?.contains(" icanon") == true)
      }
    #endif

    @Test("Without a terminal, it says what it could not test, and the JSON says the same")
    func piped() throws {
      let text = try Binary.run("about", "doctor", environment: ["TERM": nil])
      #expect(text.status == 0)
      let states = states(text.output)
      for name in ["output", "type", "characters"] { #expect(states[name] == "untested") }
      #expect(!text.output.contains("\u{1b}"))
      let json = try Binary.run("about", "doctor", "--json", environment: ["TERM": nil])
      let value = try #require(
        JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(value["ready"] as? Bool == true)
      let checks = try #require(value["checks"] as? [[String: Any]])
      #expect(Set(checks.compactMap { $0["name"] as? String }) == Set(states.keys))
    }

    @Test("A configuration file with mistakes is shown with its first, and status 1")
    func brokenConfiguration() throws {
      let scratch = try ScratchFolder()
      let folder = scratch.path("promise-tui")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try "theme = \"pink\"\n".write(
        toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
      let outcome = try Binary.run(
        "about", "doctor", environment: ["XDG_CONFIG_HOME": scratch.root])
      #expect(outcome.status == 1)
      #expect(states(outcome.output)["configuration"] == "missing", "\(outcome.output)")
      #expect(outcome.output.contains("config.toml:1:"))
    }

    @Test("Without a home, without programs, and where nothing can be kept, it still ends")
    func bare() throws {
      let scratch = try ScratchFolder()
      // A home that is a file cannot be written, not even by root.
      for environment: [String: String?] in [
        ["HOME": nil, "PATH": scratch.root],
        ["HOME": Binary.path, "XDG_CONFIG_HOME": scratch.root, "PATH": scratch.root],
      ] {
        let outcome = try Binary.run("about", "doctor", environment: environment)
        #expect(outcome.status == 0, "\(outcome.output)")
        let states = states(outcome.output)
        #expect(states["node"] == "missing" && states["swift"] == "missing", "\(outcome.output)")
        #expect(states["progress"] == "limited" && states["cache"] == "limited")
      }
    }

    @Test("A folder for temporary files that cannot be written is needed")
    func noTemporaryFolder() throws {
      let outcome = try Binary.run("about", "doctor", environment: ["TMPDIR": "/proc/self"])
      #expect(outcome.status == 1)
      #expect(states(outcome.output)["temporary files"] == "missing", "\(outcome.output)")
    }
  }
}
