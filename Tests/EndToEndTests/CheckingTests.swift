import Foundation
import Testing

extension EndToEnd {
  /// Orders and expectations, on the command line.
  @Suite
  struct CheckingTests {
    private func check(_ words: String...) throws -> Command.Outcome {
      try Binary.run(words: ["check"] + words)
    }

    @Test("A golden order is written, holds, and shows what changed and what to do next")
    func golden() throws {
      let scratch = try ScratchFolder()
      let golden = scratch.path("run.order")
      let missing = try check("then-order", "--golden", golden)
      #expect(missing.status == 66 && missing.error.contains("--update writes"))
      #expect(try check("then-order", "--golden", golden, "--update").status == 0)
      let text = try String(contentsOfFile: golden, encoding: .utf8)
      #expect(text.hasPrefix("0   attached\n10 D on inline\n"))
      #expect(try check("then-order", "--golden", golden, "--quiet").output == "")

      try text.replacingOccurrences(of: "10 D on inline\n", with: "")
        .write(toFile: golden, atomically: true, encoding: .utf8)
      let report = scratch.path("report.xml")
      let changed = try check("then-order", "--golden", golden, "--report", "junit=\(report)")
      #expect(changed.status == 1)
      #expect(changed.output.contains("      + 10 D on inline"))
      #expect(changed.output.contains("to look at it: promise-tui demo then-order\n"))
      #expect(changed.output.contains("--golden \(golden) --update\n"))
      #expect(try String(contentsOfFile: report, encoding: .utf8).contains("failures=\"1\""))

      try "{\n".write(toFile: golden, atomically: true, encoding: .utf8)
      let broken = try check("then-order", "--golden", golden)
      #expect(broken.status == 65 && broken.error.contains("line 1: the block"))
    }

    @Test(
      "If one of several traces cannot be read, the others are checked, and the status shows it")
    func several() throws {
      let scratch = try ScratchFolder()
      let (trace, rubbish) = (scratch.path("run.jsonl"), scratch.path("rubbish.jsonl"))
      try Binary.run("demo", "then-order", "--json").output
        .write(toFile: trace, atomically: true, encoding: .utf8)
      try "rubbish\n".write(toFile: rubbish, atomically: true, encoding: .utf8)
      let outcome = try check(
        rubbish, trace, "--expect", "A before B", "--expect", "never rejection")
      #expect(outcome.status == 65 && outcome.error.contains("not a promise trace"))
      #expect(outcome.output.hasPrefix("ok    \(trace): A before B\n"))
      #expect(try check("gone.jsonl", "--expect", "A before B").status == 66)
    }

    @Test(
      "Bad usage is reported with what is possible",
      arguments: [
        (["then-order"], "--golden FILE, or --expect"), ([], "needs a trace or a demo"),
        (["then-order", "--expect", "A befroe B"], "an expectation is"),
        (["then-order", "--update", "--expect", "A before B"], "--update requires --golden"),
        (["-", "-", "--expect", "A before B"], "standard input"),
      ])
    func usage(words: [String], sentence: String) throws {
      let outcome = try Binary.run(words: ["check"] + words)
      #expect(outcome.status == 64 && outcome.error.contains(sentence), "\(outcome.error)")
    }

    private static let hasJQ = (try? Command(["jq", "--version"]).run())?.status == 0

    @Test("Every jq recipe in the trace format's document works", .enabled(if: hasJQ))
    func recipes() throws {
      let page = try String(
        contentsOf: checkout.appendingPathComponent("docs/reference/trace-format.md"),
        encoding: .utf8)
      let block = try #require(page.firstMatch(of: /## With jq\n\n```sh\n([\s\S]*?)```/)).1
      let scratch = try ScratchFolder()
      try Binary.run("demo", "login-fails", "--json").output
        .write(toFile: scratch.path("run.jsonl"), atomically: true, encoding: .utf8)
      let recipes = block.components(separatedBy: "\n\n")
      #expect(recipes.count == 5)
      let outputs = try recipes.map { recipe in
        let outcome = try Command(["sh", "-c", "cd \(scratch.root)\n\(recipe)"]).run()
        #expect(outcome.status == 0 && outcome.error == "", "\(recipe)")
        return outcome.output
      }
      #expect(outputs[0].hasPrefix("0 login(user)\n") && outputs[1].contains("WrongPassword"))
      #expect(outputs[4] == "0\n")
    }
  }
}
