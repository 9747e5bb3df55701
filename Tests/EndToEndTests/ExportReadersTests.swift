import Foundation
import Testing

extension EndToEnd {
  /// Checks exports with the programs that read them, if this machine has them; `make
  /// test-consumers` installs them and checks every demo.
  @Suite("Exports are read by other programs")
  struct ExportReadersTests {
    private static let demos = ["login-fetch-submit", "dashboard-race", "pyramid"]

    /// Returns whether a program of this name can be started.
    private static func has(_ program: String) -> Bool {
      (try? Command(["sh", "-c", "command -v \(program)"]).run().status) == 0
    }

    private func export(_ demo: String, as format: String, to file: String) throws {
      let outcome = try Binary.run("export", demo, "--as", format, "-o", file)
      #expect(outcome.status == 0, "\(outcome.error)")
    }

    @Test("Graphviz draws the graph", .enabled(if: has("dot")), arguments: demos)
    func graphviz(demo: String) throws {
      let scratch = try ScratchFolder()
      try export(demo, as: "dot", to: scratch.path("run.dot"))
      let drawn = try Command(["dot", "-Tsvg", scratch.path("run.dot")]).run()
      #expect(drawn.status == 0 && drawn.error.isEmpty, "\(drawn.error)")
      let promises = try String(contentsOfFile: scratch.path("run.dot"), encoding: .utf8)
        .split(separator: "\n").count { $0.contains(#/^ +p\d+ \[label=/#) }
      #expect(promises > 0)
      #expect(drawn.output.components(separatedBy: "class=\"node\"").count - 1 == promises)
    }

    @Test("jq reads every line of the events", .enabled(if: has("jq")), arguments: demos)
    func jq(demo: String) throws {
      let scratch = try ScratchFolder()
      let file = scratch.path("run.jsonl")
      try export(demo, as: "jsonl", to: file)
      let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count
      let read = try Command(["jq", "-s", "[.[] | select(.n)] | length", file]).run()
      #expect(read.output == "\(lines - 1)\n", "\(read.error)")
    }

    @Test("The picture is XML", .enabled(if: has("xmllint")), arguments: demos)
    func xml(demo: String) throws {
      let scratch = try ScratchFolder()
      try export(demo, as: "svg", to: scratch.path("run.svg"))
      let checked = try Command(["xmllint", "--noout", scratch.path("run.svg")]).run()
      #expect(checked.status == 0 && checked.error.isEmpty, "\(checked.error)")
    }
  }
}
