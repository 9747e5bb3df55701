import Foundation
import Testing

extension EndToEnd {
  /// `promise-tui repeat --schedules` finds the order that makes a real program fail.
  @Suite
  struct RepeatSchedulesTests {
    private let flaky = URL(fileURLWithPath: Binary.path).deletingLastPathComponent()
      .appendingPathComponent("example-flaky").path

    /// The order in which 'order' comes too early.
    private let failing = """
      promise-tui schedule 1
      timer "answer"
      job "fetch"
      job "keep"
      job "connect"
      timer "connection"
      job "order"
      job "write"
      timer "receipt"
      job "receipt"
      later timer "tenth of a second"
      later job "journal"

      """

    /// The output of `--json`.
    private struct Document: Decodable {
      struct Part: Decodable, Equatable {
        var first: String
        var second: String
      }
      struct Side: Decodable {
        var runs: Int
        var asExpected: Int
        var schedule: String
        var trace: String
      }
      var ending: String
      var sentence: String
      var parts: [Part]
      var failing: Side
      var passing: Side
    }

    @Test(
      "flaky fails and passes at will: two orders that differ in two neighbors are found and kept")
    func flakyAtWill() throws {
      let scratch = try ScratchFolder()
      let file = scratch.path("bad.schedule")
      try Data(failing.utf8).write(to: URL(fileURLWithPath: file))
      let outcome = try Binary.run(
        "repeat", "--schedules", "--schedule", file, "-n", "60", "-o", scratch.path("kept"),
        "--json", "--", flaky)
      #expect(outcome.status == 1, "\(outcome.error)")
      let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
      #expect(document.ending == "found")
      #expect(document.parts == [.init(first: "'order'", second: "'write'")])
      #expect(
        document.sentence.hasPrefix("fails with 'order' before 'write' (")
          && document.sentence.contains("passes with 'write' before 'order' ("))
      for side in [document.failing, document.passing] {
        #expect(side.runs == 6)
        #expect(side.asExpected == 6)
      }
      // The files do the same without promise-tui.
      for (side, status) in [(document.failing, Int32(1)), (document.passing, 0)] {
        for _ in 0..<2 {
          let run = try Command([flaky], environment: ["PROMISE_SCHEDULE": side.schedule]).run()
          #expect(run.status == status, "\(run.output) \(run.error)")
        }
        #expect(FileManager.default.fileExists(atPath: side.trace))
      }
      let again = try Binary.run(
        "repeat", "-n", "3", "--schedule", document.failing.schedule, "--plain", "-o",
        scratch.path("again"), "--", flaky)
      #expect(again.output.contains("3 failed"), "\(again.output)")
    }

    @Test("What cannot be searched is said")
    func refused() throws {
      let scratch = try ScratchFolder()
      func report(_ words: String...) throws -> Command.Outcome {
        try Binary.run(words: ["repeat", "--schedules", "-o", scratch.path("kept")] + words)
      }
      let good = try report("-n", "2", "--", "true")
      #expect(good.status == 0)
      #expect(good.output.contains("no run failed, so there is no order to change"))
      let silent = try report("-n", "2", "--", "false")
      #expect(silent.status == 1)
      #expect(silent.output.contains("there is no order to change"))
      let missing = try report("--schedule", scratch.path("none"), "--", "true")
      #expect(missing.status == 66)
      let file = scratch.path("wrong")
      try Data("promise-tui schedule 1\nstep 1\n".utf8).write(to: URL(fileURLWithPath: file))
      let wrong = try report("--schedule", file, "--", "true")
      #expect(wrong.status == 65)
      #expect(wrong.error.contains("line 2: expected job or timer and a name"))
      #expect(try report("-j", "2", "--", "true").status == 64)
    }
  }
}
