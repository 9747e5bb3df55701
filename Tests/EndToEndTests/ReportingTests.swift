import Foundation
import Testing

extension EndToEnd {
  /// Reports for editors and CI, and the documents about them.
  @Suite
  struct ReportingTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

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
        ("check run.jsonl --report lines=a --report junit=a", 64, "two reports go to"),
        ("check run.jsonl --report sarif --report junit", 64, "cannot both go to standard output"),
        ("open run.jsonl --json --report lines", 64, "cannot both go to standard output"),
        ("open run.jsonl --follow --report lines", 64, "cannot be used together"),
        ("explore then-order --shard 1/2 -o x --report junit", 64, "use them with all shards"),
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
      let page = try documentText("docs/reference/command-line.md")
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
  }
}
