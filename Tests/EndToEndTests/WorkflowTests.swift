import Foundation
import Testing

extension EndToEnd {
  /// What CI runs: the workflow in docs/debug/checking.md, the action of this repository, and tests with attachments.
  @Suite
  struct WorkflowTests {
    #if os(Linux)
      @Test("A comparison that fails in a test leaves the trace of the run, and a picture")
      func attachments() throws {
        let tests = URL(fileURLWithPath: Binary.path).deletingLastPathComponent()
          .appendingPathComponent("promise-tuiPackageTests.xctest").path
        let scratch = try ScratchFolder()
        let outcome = try Command([
          tests, "--testing-library", "swift-testing", "--filter", "ExpectOrderTests/otherwise",
          "--attachments-path", scratch.root,
        ]).run()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
        let picture = try String(contentsOfFile: scratch.path("order.svg"), encoding: .utf8)
        #expect(picture.contains(">+ alert</text>") && picture.contains(">− show</text>"))
        let report = try Binary.run("open", scratch.path("order.jsonl"), "--plain")
        #expect(report.status == 0 && report.output.contains(" alert"), "\(report.error)")
      }
    #endif

    /// Returns the script of the step with this name: the text after `run:`.
    private func script(of step: String, in text: String) throws -> String {
      let part = try #require(text.components(separatedBy: "- name: \(step)\n").dropFirst().first)
      let lines = part.components(separatedBy: "\n")
      let index = try #require(lines.firstIndex { $0.drop { $0 == " " }.hasPrefix("run:") })
      let rest = lines[index].drop { $0 == " " }.dropFirst("run:".count)
        .trimmingCharacters(in: .whitespaces)
      guard rest == "|" else { return rest }
      let indent = lines[index].prefix { $0 == " " }.count
      return lines[(index + 1)...].prefix { line in
        line.allSatisfy { $0 == " " } || line.prefix { $0 == " " }.count > indent
      }.joined(separator: "\n")
    }

    /// Returns a folder with what the steps before have built: the example, its order, and the program.
    private func workspace() throws -> ScratchFolder {
      let scratch = try ScratchFolder()
      let folder = URL(fileURLWithPath: Binary.path).deletingLastPathComponent().path
      let files = FileManager.default
      for name in [".build/debug", "bin"] {
        try files.createDirectory(atPath: scratch.path(name), withIntermediateDirectories: true)
      }
      try files.createSymbolicLink(
        atPath: scratch.path(".build/debug/checkout"),
        withDestinationPath: "\(folder)/example-checkout")
      try files.createSymbolicLink(
        atPath: scratch.path("bin/promise-tui"), withDestinationPath: Binary.path)
      try files.copyItem(
        atPath: checkout.appendingPathComponent("Examples/checkout.order").path,
        toPath: scratch.path("checkout.order"))
      return scratch
    }

    /// Runs a script as a step of a workflow does.
    private func run(
      _ script: String, in scratch: ScratchFolder, _ environment: [String: String] = [:]
    ) throws -> Command.Outcome {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      var variables: [String: String?] = environment.mapValues { $0 }
      variables["PATH"] = "\(scratch.path("bin")):\(path)"
      variables["GITHUB_STEP_SUMMARY"] = scratch.path("summary.md")
      return try Command(
        [
          "/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", "cd \"$0\"\n\(script)",
          scratch.root,
        ],
        environment: variables
      ).run()
    }

    @Test("The steps of the workflow in the document record, check and report")
    func workflow() throws {
      let workflow = try firstBlock("yaml", in: "docs/debug/checking.md")
      let scratch = try workspace()
      let recorded = try run(try script(of: "Record", in: workflow), in: scratch)
      #expect(recorded.status == 0, "\(recorded.error)")
      let check = try script(of: "Check", in: workflow)
      let checked = try run(check, in: scratch)
      #expect(checked.status == 0, "\(checked.output)\(checked.error)")
      #expect(checked.output.contains("All 2 checks hold."))
      for file in ["promise.sarif", "promise.xml", "run.ptrace", "summary.md"] {
        #expect(FileManager.default.fileExists(atPath: scratch.path(file)), "\(file)")
      }
      // The files that later steps use.
      #expect(workflow.contains("sarif_file: promise.sarif\n"))
      // A worse order fails the step, and annotates it.
      try "show on main\n".write(
        toFile: scratch.path("checkout.order"), atomically: true, encoding: .utf8)
      let failed = try run(check, in: scratch)
      #expect(failed.status == 1 && failed.output.contains("\n::error "), "\(failed.output)")
      #expect(failed.output.contains("title=golden-order::order as in checkout.order"))
    }

    @Test("The action checks the runs that its inputs name")
    func action() throws {
      let action = try documentText(".github/actions/check/action.yml")
      let scratch = try workspace()
      let workflow = try firstBlock("yaml", in: "docs/debug/checking.md")
      _ = try run(try script(of: "Record", in: workflow), in: scratch)
      var environment: [String: String] = [:]
      let defaults = Dictionary(
        uniqueKeysWithValues: action.matches(
          of:
            /\n  ([a-z]+):\n    description: .*\n    (?:default: '?([^'\n]*)'?|required: true)(?=\n)/
        )
        .map { (String($0.1), String($0.2 ?? "")) })
      #expect(defaults.keys.sorted() == ["expect", "golden", "junit", "program", "runs", "sarif"])
      for match in action.matches(of: /\n        ([A-Z]+): \${{ inputs\.([a-z]+) }}/) {
        let value: String = try #require(defaults[String(match.2)])
        environment[String(match.1)] = value
      }
      #expect(environment.count == defaults.count)
      environment["RUNS"] = "run*.ptrace"
      environment["GOLDEN"] = "checkout.order"
      environment["EXPECT"] = "never unhandled\norder decoded before show\n"
      let script = try script(of: "Check the runs", in: action)
      let checked = try run(script, in: scratch, environment)
      #expect(checked.status == 0, "\(checked.output)\(checked.error)")
      #expect(checked.output.contains("All 3 checks hold."))
      environment["EXPECT"] = "show before order decoded"
      #expect(try run(script, in: scratch, environment).status == 1)
      #expect(FileManager.default.fileExists(atPath: scratch.path("promise.sarif")))
    }
  }
}
