import Foundation
import Testing

extension EndToEnd {
  /// `promise-tui explore` as text.
  @Suite
  struct ExploreCommandTests {
    @Test("The report covers every schedule, and is always the same, with any number of threads")
    func twice() throws {
      func report(_ options: String...) throws -> [Substring] {
        let outcome = try Binary.run(words: ["explore", "then-order"] + options)
        #expect(outcome.status == 0)
        #expect(outcome.error == "")
        return outcome.output.split(separator: "\n")
      }
      let first = try report()
      #expect(try report() == first)
      #expect(try report("--jobs", "1") == first)
      #expect(first.contains("coverage   exhaustive, no limit hit"))
    }

    /// Returns the token of the outcome with this number.
    private func token(_ number: Int, of demo: String) throws -> String {
      let outcome = try Binary.run("explore", demo)
      let first = "\(number)"[...]
      let rows: [[Substring]] = outcome.output.split(separator: "\n")
        .filter { $0.contains("ptui1:") }.map { $0.split(separator: " ") }
      let row = try #require(rows.first { $0.first == first })
      return String(try #require(row.last))
    }

    @Test("The token of an outcome replays its order, in every format")
    func replay() throws {
      let token = try token(2, of: "then-order")
      #expect(token.count < 80)
      let plain = try Binary.run("demo", "then-order", "--plain", "--schedule", token)
      #expect(plain.status == 0)
      let notes = plain.output.split(separator: "\n").compactMap {
        $0.firstMatch(of: /printed: (\w+)$/)?.1
      }
      #expect(notes == ["attached", "D", "B", "A", "C", "A1", "C1", "end"])
      let json = try Binary.run("demo", "then-order", "--json", "--schedule", token)
      #expect(json.output.contains("\"chosen\":1"))
      let picture = ["demo", "then-order", "--screen", "80x24", "--at", "40"]
      let usual = try Binary.run(words: picture)
      let screen = try Binary.run(words: picture + ["--schedule", token])
      #expect(screen.status == 0)
      #expect(screen.output != usual.output)
    }

    @Test("A schedule of another demo, another version or with too many choices is rejected")
    func refused() throws {
      let token = try token(2, of: "then-order")
      for (arguments, sentence) in [
        (["login-fails", "--schedule", token], "is for 'then-order', not for 'login-fails'"),
        (["then-order", "--schedule", "\(token)0"], "another version"),
        (
          [
            "then-order", "--schedule",
            token.replacingOccurrences(of: ":01:", with: ":02:"),
          ],
          "was not possible"
        ),
        (["then-order", "--schedule", "first"], "expected a token from"),
        (["then-order", "--real", "--schedule", token], "only a simulation"),
        (["--schedule", token], "--schedule needs a demo"),
      ] {
        let outcome = try Binary.run(words: ["demo"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.error.contains(sentence), "\(outcome.error)")
      }
    }

    @Test(
      "The status shows whether the expectations hold: 0, or 1 with the schedule that violates them"
    )
    func statuses() throws {
      let holds = try Binary.run("explore", "then-order", "--quiet", "--expect", "never deadlock")
      #expect(holds.status == 0)
      #expect(holds.output == "")
      let breaks = try Binary.run("explore", "then-order", "--quiet", "--expect", "A before B")
      #expect(breaks.status == 1)
      #expect(breaks.output.contains("replay    promise-tui demo then-order --schedule ptui1:01:"))
      #expect(breaks.output.contains("cause   B may run before A because"))
    }

    @Test("By default, the demo's own expectations must hold")
    func own() throws {
      let outcome = try Binary.run("explore", "checkout-bug")
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("FAIL\n'save before render', violated by: "))
      let other = try Binary.run("explore", "checkout-bug", "--expect", "never deadlock")
      #expect(other.status == 0)
    }

    @Test("A name that never occurs is an error, and the nearest one is suggested")
    func unknownName() throws {
      let outcome = try Binary.run(
        "explore", "login-fetch-submit", "--expect", "fetch before sumbit")
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.error.contains("'sumbit' does not occur"))
      #expect(outcome.error.contains("Did you mean 'submit'?"))
    }

    @Test("A name whose handler never runs is not reported as a typing error")
    func nameWithoutTurn() throws {
      let outcome = try Binary.run(
        "explore", "dashboard-race", "--expect", "render before alert")
      #expect(outcome.status == 64)
      #expect(outcome.error.contains("its promise is created, but its handler never runs"))
      #expect(!outcome.error.contains("Did you mean"))
    }

    @Test(
      "A misspelled name is also rejected in an expectation about events or states",
      arguments: [
        "never sumbit starts", "sumbit starts 0 times", "sumbit is fulfilled", "sumbit at 3 ms",
      ])
    func unknownNameWithVerb(expectation: String) throws {
      let outcome = try Binary.run("explore", "login-fetch-submit", "--expect", expectation)
      #expect(outcome.status == 64)
      #expect(outcome.error.contains("Did you mean 'submit'?"), "\(outcome.error)")
    }

    @Test("On the screen, too, a name that never occurs is an error")
    func unknownNameOnTheScreens() throws {
      let session = try Session(
        "explore checkout-bug --expect \"save before rendr\"", width: 80, height: 24)
      #expect(try session.status() == 64)
      #expect(try session.terminal.screen().contains("'rendr' does not occur"))
    }

    @Test("--json prints one object for programs to read")
    func json() throws {
      let outcome = try Binary.run("explore", "dashboard-race", "--json", "--set", "timeout=100")
      #expect(outcome.status == 0)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
      #expect(object["promise-exploration"] as? Int == 1)
      #expect(object["exhaustive"] as? Bool == true)
      let outcomes = try #require(object["outcomes"] as? [[String: Any]])
      #expect(outcomes.count > 1)
      #expect(
        outcomes.compactMap { $0["schedules"] as? Int }.reduce(0, +) == object["schedules"] as? Int)
      let replay = try #require(object["replay"] as? String)
      #expect(replay == "promise-tui demo dashboard-race --set timeout=100 --schedule TOKEN")
    }

    @Test(
      "^C stops it, prints what was covered, and ends like an interrupt; no progress line is left")
    func interrupt() throws {
      let session = try Session(
        "explore dashboard-race --plain --seed 7 -n 1000000000", width: 100, height: 40)
      try session.terminal.wait(for: " a second")
      try session.terminal.type("C-c")
      #expect(try session.status() == 130)
      try session.terminal.wait(for: "not exhaustive: stopped by hand, after ")
      let screen = try session.terminal.screen()
      // Standard error says how long it took.
      let lines = screen.split(separator: "\n")
      #expect(lines.first?.contains(" schedules in ") == true, "\(screen)")
      #expect(lines.dropFirst().first == "dashboard-race", "\(screen)")
      #expect(try session.damage() == [])
    }
  }
}
