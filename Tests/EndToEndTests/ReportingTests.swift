import Foundation
import Testing

extension EndToEnd {
  /// Reports for editors and CI, and the documents about them.
  @Suite
  struct ReportingTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    private func page(_ name: String) throws -> String {
      try String(contentsOf: checkout.appendingPathComponent(name), encoding: .utf8)
    }

    private static func has(_ tool: String) -> Bool {
      (try? Command([tool, "--version"]).run())?.status == 0
    }

    @Test("The lines name the file in the checkout, and the text of check can stand beside them")
    func lines() throws {
      let outcome = try shop.run(
        "\"$0\" check run.jsonl --expect 'never unhandled' --report lines --report text")
      #expect(outcome.status == 1)
      let place = "\(shop.source):12:8"
      #expect(
        outcome.output.hasSuffix(
          """
          \(place): error: never unhandled: an error is not handled: event 3, 2 ms [expectation]
          \(place): error: the error of p1 login was not handled: offline [unhandled-rejection]
          \(place): note: fix: end the chain with catch or recover

          """), "\(outcome.output)")
      #expect(outcome.output.hasPrefix("FAIL  run.jsonl: never unhandled"))
      let only = try shop.run("\"$0\" open run.jsonl --report lines")
      #expect(only.status == 0 && only.output.split(separator: "\n").count == 2)
    }

    @Test("Several reports are written at once, with paths below the repository")
    func several() throws {
      let outcome = try shop.run(
        "cd Sources && GITHUB_STEP_SUMMARY=sum.md \"$0\" check ../run.jsonl --report sarif=a.sarif "
          + "--report junit=a.xml --report github")
      #expect(outcome.status == 0 && outcome.error == "")
      #expect(
        outcome.output.hasPrefix(
          "::error file=Sources/Shop/Cart%2C old.swift,line=12,col=8,title=unhandled-rejection::"),
        "\(outcome.output)")
      #expect(
        try shop.text("Sources/a.sarif").contains(
          #""uri":"Sources/Shop/Cart%2C%20old.swift","uriBaseId":"SRCROOT""#))
      #expect(try shop.text("Sources/a.xml").contains("[unhandled-rejection]&#10;"))
      #expect(try shop.text("Sources/sum.md").hasPrefix("### promise-tui check: 1 warning\n"))
    }

    @Test("A program is judged while it runs, and keeps its exit status")
    func judged() throws {
      let folder = URL(fileURLWithPath: Binary.path).deletingLastPathComponent().path
      let flaky = try shop.run(
        "\"$0\" run --report junit=run.xml --report lines -- '\(folder)/example-flaky' --fixed")
      #expect(flaky.status == 0)
      #expect(try shop.text("run.xml").contains(#"<testcase name="the program succeeds""#))
      let none = try shop.run("\"$0\" run --report sarif=none.sarif -- false")
      #expect(none.status == 1)
      #expect(try shop.text("none.sarif").contains("the program recorded nothing"))
    }

    @Test("Explorations and repetitions report their failures")
    func searches() throws {
      let explored = try Binary.run(
        "explore", "checkout-bug", "--report", "junit")
      #expect(explored.status == 1)
      #expect(explored.output.contains("failures=\"1\""))
      #expect(explored.output.contains("violated in 1 of 4 schedules"))
      #expect(explored.output.contains("replay: promise-tui demo checkout-bug --schedule ptui1:"))
      let repeated = try shop.run(
        "\"$0\" repeat -n 2 --report lines --report sarif=r.sarif -- sh -c 'exit 3'")
      #expect(repeated.status == 1)
      #expect(
        repeated.output
          == "sh: outcome 1: error: outcome 1: 2 of 2 runs failed: exit 3 [failing-run]\n")
      #expect(try shop.text("r.sarif").contains(#""ruleId":"failing-run""#))
    }

    @Test(
      "What cannot be written or combined is reported, and the run is kept",
      arguments: [
        ("check run.jsonl --report sarif=nowhere/a.sarif", 1, "--report sarif: "),
        ("check run.jsonl --report sarif=/dev/full", 1, "--report sarif: "),
        ("check run.jsonl --report sarif=run.jsonl", 64, "would replace run.jsonl"),
        ("check run.jsonl --report lines=a --report junit=./a", 64, "two reports go to"),
        ("check run.jsonl --report lines=a --junit a", 64, "two reports go to"),
        ("check run.jsonl --report sarif --report junit", 64, "cannot both go to standard output"),
        ("open run.jsonl --json --report lines", 64, "cannot both go to standard output"),
        ("open run.jsonl --follow --report lines", 64, "cannot be used together"),
        ("explore then-order --shard 1/2 -o x --report junit", 64, "with --merge"),
        ("check run.jsonl --expect 'never unhandled' -A all", 64, "use them with --report"),
        ("check run.jsonl --report html", 64, "The formats are: text, lines, github, sarif, junit"),
      ])
    func problems(line: String, status: Int32, sentence: String) throws {
      let before = try shop.text("run.jsonl")
      let outcome = try shop.run("\"$0\" \(line)")
      #expect(outcome.status == status && outcome.error.contains(sentence), "\(outcome.error)")
      #expect(try shop.text("run.jsonl") == before)
    }

    // MARK: - Exit statuses

    /// Command lines for every row of the table of exit statuses.
    private static let statuses: [(status: String, line: String)] = [
      ("0", "\"$0\" open run.jsonl --plain"),
      ("0", "\"$0\" check then-order --expect 'A before B'"),
      ("0", "\"$0\" run --plain -- true"), ("0", "\"$0\" repeat -n 1 -- true"),
      ("1", "\"$0\" check run.jsonl --expect 'never unhandled'"),
      ("1", "\"$0\" explore checkout-bug --quiet"),
      ("1", "\"$0\" diff then-order zalgo --quiet"), ("1", "\"$0\" repeat -n 1 --plain -- false"),
      ("1", "\"$0\" export then-order -o nowhere/run.svg"),
      ("64", "\"$0\" check run.jsonl"), ("64", "\"$0\" open run.jsonl --report html"),
      ("65", "\"$0\" check 'Sources/Shop/Cart, old.swift' --expect 'A before B'"),
      ("65", "\"$0\" open 'Sources/Shop/Cart, old.swift'"),
      ("66", "\"$0\" open gone.jsonl"), ("66", "\"$0\" run --plain -- ./gone"),
      ("any", "\"$0\" run --plain -- sh -c 'exit 7'; test $? = 7"),
      ("any", "\"$0\" run --plain -- sh -c 'kill -TERM $$'; test $? = 143"),
      ("any", "\"$0\" record -o r.ptrace -- sh -c 'exit 9'; test $? = 9"),
      (
        "128 + n",
        "exec \"$0\" repeat -n 1000000 --plain -- sleep 0.1 & sleep 0.5; kill -TERM $!; wait $!; "
          + "test $? = 143"
      ),
    ]

    @Test("Each exit status in the documents is what the program exits with")
    func exitStatuses() throws {
      let page = try page("docs/command-line.md")
      let table = try #require(
        page.components(separatedBy: "## Exit statuses\n\n").last?
          .components(separatedBy: "\n\n").first)
      let documented = table.split(separator: "\n").dropFirst(2).map {
        $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
      }
      // `ExploreCommandTests` types the ^C that leads to 130.
      #expect(Set(documented) == Set(Self.statuses.map(\.status) + ["130"]))
      for (status, line) in Self.statuses {
        let outcome = try shop.run(line)
        #expect(outcome.status == Int32(status) ?? 0, "\(line): \(outcome.error)")
      }
    }

    // MARK: - Editors

    @Test("The quickfix list of vim has the places", .enabled(if: has("vim")))
    func vim() throws {
      let settings = try block("vim", in: "docs/editors.md")
        .replacing("promise-tui", with: "'.shellescape($PROGRAM).'")
        .replacing("run.ptrace", with: "run.jsonl")
      try settings.write(toFile: "\(shop.root)/set.vim", atomically: true, encoding: .utf8)
      let script = """
        source set.vim
        silent make!
        let list = filter(getqflist(), 'v:val.valid')
        call writefile(map(copy(list), {_, e -> e.type.':'.e.lnum.':'.e.col.':'.e.text}), 'list.txt')
        silent cfirst
        call writefile([expand('%:p').':'.line('.').':'.col('.')], 'place.txt')
        qall!
        """
      try script.write(toFile: "\(shop.root)/go.vim", atomically: true, encoding: .utf8)
      let outcome = try shop.run(
        "vim -N -u NONE -i NONE -n -es -S go.vim </dev/null", environment: ["PROGRAM": Binary.path])
      let list = try shop.text("list.txt").split(separator: "\n")
      #expect(list.count == 2, "\(outcome.error)")
      #expect(list.first?.hasPrefix("e:12:8:the error of p1 login") == true)
      #expect(list.last?.hasPrefix("n:12:8:fix: ") == true)
      #expect(try shop.text("place.txt") == "\(shop.source):12:8\n")
    }

    @Test("Emacs goes to the place with its own settings", .enabled(if: has("emacs")))
    func emacs() throws {
      let command = try block("text", in: "docs/editors.md").trimmingCharacters(in: .newlines)
        .replacing("promise-tui", with: "\"$PROGRAM\"").replacing("run.ptrace", with: "run.jsonl")
      let script = """
        (let ((process-environment (cons "TERM=dumb" process-environment)))
          (compilation-start (getenv "LINE")))
        (while (get-buffer-process "*compilation*") (accept-process-output nil 0.05))
        (next-error 1 t)
        (with-current-buffer (window-buffer)
          (write-region (format "%s:%d:%d" buffer-file-name (line-number-at-pos) (1+ (current-column)))
            nil (getenv "PLACE")))
        """
      try script.write(toFile: "\(shop.root)/go.el", atomically: true, encoding: .utf8)
      let outcome = try shop.run(
        "emacs --batch -Q -l go.el",
        environment: [
          "PROGRAM": Binary.path, "LINE": command, "PLACE": "\(shop.root)/place.txt",
        ])
      #expect(
        (try? shop.text("place.txt")) == "\(shop.source):12:8", "\(outcome.error)\(outcome.output)")
    }

    @Test("The problem matcher of VS Code matches each line but the advice")
    func problemMatcher() throws {
      let data = Data(try block("json", in: "docs/editors.md").utf8)
      let tasks = try #require(
        (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["tasks"]
          as? [[String: Any]])
      let matcher = try #require(tasks.first?["problemMatcher"] as? [String: Any])
      let pattern = try #require(matcher["pattern"] as? [String: Any])
      let regex = try NSRegularExpression(pattern: try #require(pattern["regexp"] as? String))
      let output = try shop.run("\"$0\" open run.jsonl --report lines").output
      let lines = output.split(separator: "\n").map(String.init)
      let matches = lines.compactMap { line -> [String]? in
        let range = NSRange(line.startIndex..., in: line)
        guard let match = regex.firstMatch(in: line, range: range) else { return nil }
        return ["file", "line", "column", "severity", "code"].compactMap { key in
          (pattern[key] as? Int).flatMap { Range(match.range(at: $0), in: line) }.map {
            String(line[$0])
          }
        }
      }
      #expect(matches == [[shop.source, "12", "8", "error", "unhandled-rejection"]])
    }

    // MARK: - Tests

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

    // MARK: - The workflow

    /// Returns the first block of code in a language in a document.
    private func block(_ language: String, in name: String) throws -> String {
      let parts = try page(name).components(separatedBy: "```\(language)\n")
      return try #require(parts.dropFirst().first?.components(separatedBy: "\n```").first) + "\n"
    }

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
      let workflow = try block("yaml", in: "docs/checking.md")
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
      let action = try page(".github/actions/check/action.yml")
      let scratch = try workspace()
      let workflow = try block("yaml", in: "docs/checking.md")
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
