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
      struct Side: Decodable {
        var outcome: Int
        var run: Int
        var trace: String
      }
      struct Evidence: Decodable {
        var failures: Int
        var passes: Int
        var decisive: Bool
        var sentences: [String]
      }
      struct Difference: Decodable {
        var sentence: String
        var other: Side
        var this: Side
      }
      var runs: Int
      var failures: Int
      var outcomes: [Outcome]
      var evidence: Evidence?
      var difference: Difference?
    }

    @Test(
      "shuffled runs are grouped, the rare one is shown beside a good one, and is reproduced by its seed"
    )
    func shuffled() throws {
      let scratch = try ScratchFolder()
      let kept = scratch.path("kept")
      let outcome = try Binary.run(
        "repeat", "-n", "16", "-j", "4", "--seed", "1:max=400ms", "-o", kept,
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
      let evidence = try #require(document.evidence)
      #expect(evidence.failures == document.failures)
      #expect(evidence.passes == document.runs - document.failures)
      #expect(evidence.sentences.contains { $0.contains("'write'") })
      // One trace of each outcome and of the closest pair, readable only by this user, and nothing of the other
      // runs.
      let names = try FileManager.default.contentsOfDirectory(atPath: kept).sorted()
      let closest = [difference.this.trace, difference.other.trace].map {
        URL(fileURLWithPath: $0).lastPathComponent
      }
      let wanted = Set(document.outcomes.indices.map { "outcome-\($0 + 1).ptrace" } + closest)
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
      let second = try Binary.run("repeat", "-o", kept, "--plain", "--", program, "chain")
      #expect(second.status == 64)
      #expect(second.error.contains("contains runs from an earlier time"))
    }

    @Test("the report shows what passes, and which expectations fail")
    func expected() throws {
      let scratch = try ScratchFolder()
      func report(_ words: String...) throws -> Command.Outcome {
        try Binary.run(
          words: ["repeat", "-n", "2", "--plain", "-o", scratch.path("\(words.hashValue)")]
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
      let warned = try report(
        "--expect", "never warns unhandled-rejection", "--", program, "mistakes")
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

    @Test("runs are judged by what they print, and by a check command that knows trace and output")
    func judged() throws {
      let scratch = try ScratchFolder()
      var folders = 0
      func report(_ words: String...) throws -> Command.Outcome {
        folders += 1
        return try Binary.run(
          words: ["repeat", "--plain", "-o", scratch.path("kept-\(folders)")] + words)
      }
      let shell = "if [ $(($PROMISE_REPEAT_RUN % 3)) = 0 ]; then echo wrong; else echo right; fi"
      let printed = try report("-n", "6", "--expect", "never prints wrong", "--", "sh", "-c", shell)
      #expect(printed.status == 1, "\(printed.output) \(printed.error)")
      #expect(printed.output.contains("2 failed"))
      #expect(printed.output.contains("exit 0; printed 'wrong'"))
      #expect(
        printed.output.contains("judged by exit status, time limit (60.0 s), output (1 text)"))
      let lacking = try report("-n", "3", "--expect", "prints right", "--", "sh", "-c", shell)
      #expect(lacking.output.contains("did not print 'right'"))
      let grouped = try report("-n", "6", "--by", "output", "--", "sh", "-c", shell)
      #expect(grouped.status == 0 && grouped.output.contains("none failed, 2 outcomes"))
      let unseen = try report("-n", "3", "--", "sh", "-c", shell)
      #expect(unseen.output.contains("2 different outputs"))
      // The check has the trace, the output, and the number of the run.
      let check =
        "test -s $PROMISE_REPEAT_TRACE && test -f $PROMISE_REPEAT_OUTPUT "
        + "&& test \"$PROMISE_REPEAT_ENDING\" = 'exit 0'"
      let checked = try report("-n", "2", "--check", check, "--", program, "chain")
      #expect(checked.status == 0, "\(checked.output) \(checked.error)")
      let refusing =
        "grep -q ok $PROMISE_REPEAT_OUTPUT || { echo run $PROMISE_REPEAT_RUN; exit 5; }"
      let failing = try report("-n", "1", "--check", refusing, "--", program, "chain")
      #expect(failing.status == 1)
      #expect(failing.output.contains("check: exit 5, last output: run 1"))
      let lax = try report("-n", "1", "--expect", "any exit", "--", "sh", "-c", "exit 3")
      #expect(lax.status == 0 && lax.output.contains("judged by signal"))
    }

    @Test("checks that are missing, hang or print without end, and programs that do, are ended")
    func badJudges() throws {
      let scratch = try ScratchFolder()
      var folders = 0
      func report(_ words: String...) throws -> Command.Outcome {
        folders += 1
        return try Binary.run(
          words: ["repeat", "--plain", "-n", "1", "-o", scratch.path("kept-\(folders)")]
            + words)
      }
      let missing = try report("-n", "50", "--check", "./not-there", "--", "true")
      #expect(missing.status == 66)
      #expect(missing.error.contains("the check './not-there' cannot be run: "))
      let hanging = try report("--timeout", "5", "--check", "sleep 600", "--", "true")
      #expect(hanging.output.contains("check: timeout"))
      let flood = try report("--timeout", "5", "--check", "yes", "--", "true")
      #expect(flood.output.contains("check: timeout, last output: y"))
      let endless = try report(
        "--timeout", "0.3", "--expect", "never prints no", "--", "cat", "/dev/zero")
      #expect(endless.output.contains("timeout"))
      #expect(endless.output.utf8.count < 10_000)
      let path = scratch.path("kept-4/outcome-1.txt")
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      #expect(size.map { $0 < 600_000 } == true)
    }

    @Test("a missing argument, and a missing program")
    func refused() throws {
      #expect(try Binary.run("repeat").status == 64)
      #expect(try Binary.run("repeat", "--seed", "1:max=soon", "--", "true").status == 64)
      let missing = try Binary.run("repeat", "--plain", "--", "./not-there")
      #expect(missing.status == 66)
      #expect(missing.error.contains("./not-there: no such program. Is it built?"))
    }
  }
}
