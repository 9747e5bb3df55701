import Foundation
import Testing

extension EndToEnd {
  /// `promise-tui repeat` runs a real program many times.
  @Suite
  struct RepeatTests {
    /// The program that is run, which is built next to the binary.
    private let program = URL(fileURLWithPath: Binary.path).deletingLastPathComponent()
      .appendingPathComponent("traced-program").path

    /// The output of `--json`.
    private struct Document: Decodable {
      struct Outcome: Decodable {
        var runs: Int
        var fails: Bool
        var ending: String
        var seed: String?
        var trace: String?
        var replay: String?
        var said: String?
        var order: [String]
      }
      struct Side: Decodable { var outcome: Int }
      struct Difference: Decodable {
        var sentence: String
        var other: Side
        var this: Side
      }
      var runs: Int
      var failures: Int
      var outcomes: [Outcome]
      var difference: Difference?
    }

    @Test(
      "shuffled runs are grouped, the rare one is shown beside a good one, and is reproduced by its seed"
    )
    func shuffled() throws {
      let scratch = try ScratchFolder()
      let kept = scratch.path("kept")
      let outcome = try Binary.run(
        "repeat", "-n", "16", "-j", "4", "--seed", "1", "--max-delay", "400ms", "--keep", kept,
        "--json", "--", program, "rare", "100")
      #expect(outcome.status == 1, "\(outcome.error)")
      let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
      #expect(document.runs == 16)
      #expect(document.outcomes.map(\.runs).reduce(0, +) == 16)
      let failing = try #require(document.outcomes.first { $0.fails })
      #expect(failing.ending == "exit 1")
      #expect(failing.said == "nothing was ordered")
      let difference = try #require(document.difference)
      #expect(document.outcomes[difference.this.outcome - 1].fails)
      #expect(difference.sentence.contains("'write'"))
      // One trace of each outcome, readable only by this user, and nothing of the other runs.
      let names = try FileManager.default.contentsOfDirectory(atPath: kept).sorted()
      let wanted: [String] = document.outcomes.indices.map { "outcome-\($0 + 1).ptrace" }
      #expect(names.filter { $0.hasSuffix(".ptrace") } == wanted.sorted())
      #expect(!names.contains(".running"))
      let trace = try #require(failing.trace)
      #expect(
        try FileManager.default.attributesOfItem(atPath: trace)[.posixPermissions] as? Int == 0o600)
      // With seed 14, the write is always two hundred milliseconds too late.
      let seed = try #require(failing.seed)
      #expect(failing.replay == "PROMISE_SHUFFLE=\(seed):max=400ms \(program) rare 100")
      let again = try Command(
        [program, "rare", "100"], environment: ["PROMISE_SHUFFLE": "14:max=400ms"]
      ).run()
      #expect(again.status == 1)
      // A folder that contains runs is not overwritten.
      let second = try Binary.run("repeat", "--keep", kept, "--plain", "--", program, "chain")
      #expect(second.status == 64)
      #expect(second.error.contains("contains runs from an earlier time"))
    }

    @Test("the report shows what passes, and which expectations fail")
    func expected() throws {
      let scratch = try ScratchFolder()
      func report(_ words: String...) throws -> Command.Outcome {
        try Binary.run(
          words: ["repeat", "-n", "2", "--plain", "--keep", scratch.path("\(words.hashValue)")]
            + words)
      }
      let good = try report("--expect", "login before show", "--", program, "chain")
      #expect(good.status == 0, "\(good.output) \(good.error)")
      #expect(good.output.contains("2 runs in "))
      #expect(good.output.contains("none failed, 1 outcome"))
      #expect(good.output.contains("login fetch show"))
      let broken = try report("--expect", "show before login", "--", program, "chain")
      #expect(broken.status == 1)
      #expect(broken.output.contains("breaks 'show before login'"))
      let warned = try report("--fail-on", "unhandled-rejection", "--", program, "mistakes")
      #expect(warned.status == 1)
      let crashed = try report("--until-failure", "--", program, "crash", "1")
      #expect(crashed.status == 1)
      #expect(crashed.output.contains("SIGSEGV"))
      #expect(crashed.output.contains("stopped at the first run that failed"))
      let slow = try report("--timeout", "0.2", "-n", "1", "--", program, "endless")
      #expect(slow.output.contains("timeout"))
      let silent = try report("--", "true")
      #expect(silent.status == 0)
      #expect(silent.output.contains("no run recorded anything"))
    }

    @Test("a missing argument, and a missing program")
    func refused() throws {
      #expect(try Binary.run("repeat").status == 64)
      #expect(try Binary.run("repeat", "--max-delay", "soon", "--", "true").status == 64)
      let missing = try Binary.run("repeat", "--plain", "--", "./not-there")
      #expect(missing.status == 66)
      #expect(missing.error.contains("./not-there: no such program. Is it built?"))
    }
  }
}
