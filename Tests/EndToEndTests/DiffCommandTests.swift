import Foundation
import Testing

extension EndToEnd {
  /// `promise-tui diff`.
  @Suite
  struct DiffCommandTests {
    @Test("Two recordings of the same program on real queues are the same, however long they take")
    func recordings() throws {
      let scratch = try ScratchFolder()
      let names = ["before.jsonl", "after.jsonl"]
      // At the same time, because the metrics come late: they must be last on a busy machine, too.
      let runs = try names.map { _ in
        try Command(
          [Binary.path, "demo", "login-fetch-submit", "--real", "--json"]
            + ["login=5", "fetch=5", "submit=5", "metrics=2000"].flatMap { ["--set", $0] }
        ).start()
      }
      for (name, run) in zip(names, runs) {
        try run.outcome().output
          .write(toFile: scratch.path(name), atomically: true, encoding: .utf8)
      }
      let paths = names.map { scratch.path($0) }
      let outcome = try Binary.run(words: ["diff"] + paths + ["--only", "order"])
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(
        outcome.output.contains("In B: same order.")
          || outcome.output.contains("The same run"))
      #expect(outcome.error == "")
      // The same is true in the simulation, where the same handler comes last.
      let simulated = "login-fetch-submit/alone"
      let quiet = try Binary.run(words: ["diff", paths[0], simulated, "--quiet"])
      #expect(quiet.output == "")
      #expect(quiet.status == 0)
    }

    @Test("The status shows whether the runs differ, or could not be read")
    func statuses() throws {
      let scratch = try ScratchFolder()
      let broken = scratch.path("broken.jsonl")
      try "no trace\n".write(toFile: broken, atomically: true, encoding: .utf8)
      let login = "login-fetch-submit"
      for (words, status, sentence) in [
        ([login, login], 0, "The same run: 9 promises"),
        ([login, "\(login)/refused"], 1, "'submit(items)' fulfilled receipt for 3 -> rejected"),
        ([login, "\(login)/refused", "--only", "queues"], 0, "Nothing changed in B."),
        ([login], 64, "diff needs two runs"),
        ([login, login, "--only", "ordre"], 64, "Did you mean order?"),
        ([login, login, "--slower", "soon"], 64, "10ms, 0.5s, 20%"),
        (["-", "-"], 64, "can be given only once"),
        ([login, broken], 65, "broken.jsonl"),
        ([login, scratch.path("gone.jsonl")], 66, "no such file"),
      ] as [([String], Int32, String)] {
        let outcome = try Binary.run(words: ["diff"] + words)
        #expect(outcome.status == status, "\(words) \(outcome)")
        #expect((outcome.output + outcome.error).contains(sentence), "\(words) \(outcome)")
      }
    }

    @Test("In a terminal, both runs are side by side; Enter opens either, and Esc comes back")
    func screen() throws {
      let session = try Session("diff login-fetch-submit login-fetch-submit/refused")
      try session.terminal.wait(for: "decisive")
      let picture = try session.picture()
      #expect(picture.contains("'submit(items)' fulfilled receipt for 3 -> rejected Refused()"))
      try session.terminal.type("Enter")
      try session.terminal.wait(for: "PAUSED")
      #expect(try session.terminal.screen().contains("A login-fetch-submit"))
      try session.terminal.type("Escape")
      try session.terminal.wait(until: "both runs again") { $0 == picture }
      try session.terminal.type("Right", "w")
      try session.terminal.wait(for: "Where does the error of")
      #expect(try session.terminal.screen().contains("Refused()"))
      try session.terminal.type("Escape")
      try session.terminal.wait(until: "no explanation") { !$0.contains("Where does the error") }
      try session.terminal.type("Escape")
      try session.terminal.wait(for: "decisive")
      try session.quit(status: 1)
      #expect(try session.terminal.screen().contains("In B: 1 outcome changed"))
    }

    @Test("The JSON is one object")
    func json() throws {
      let outcome = try Binary.run("diff", "zalgo", "zalgo", "--json")
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      let keys = try #require(object as? [String: Any])
      #expect(keys["same"] as? Bool == true)
      #expect(keys["divergence"] is NSNull)
      #expect(outcome.output.split(separator: "\n").count == 1)
    }
  }
}
