import Foundation
import Testing

extension EndToEnd {
  /// The commands that need no terminal.
  @Suite
  struct CommandLineTests {
    static let demos = [
      "login-fetch-submit", "dashboard-race", "login-fails", "then-order", "checkout-bug",
      "lost-update", "check-then-act", "zalgo", "forgotten-return", "wait-on-main",
      "race-against-timeout",
    ]

    @Test("about demos prints a line for every demo, with what it teaches")
    func list() throws {
      let outcome = try Binary.run("about", "demos")
      #expect(outcome.status == 0)
      let lines = outcome.output.split(separator: "\n")
      for demo in Self.demos {
        let line = try #require(lines.first { $0.hasPrefix("  \(demo) ") })
        #expect(line.count > demo.count + 20)
      }
    }

    @Test("--plain gives the same bytes twice", arguments: demos)
    func plainTwice(demo: String) throws {
      let first = try Binary.run("demo", demo, "--plain")
      let second = try Binary.run("demo", demo, "--plain")
      #expect(first.status == 0)
      #expect(first.output == second.output)
      #expect(first.output.split(separator: "\n").count > 20)
      #expect(first.error == "")
    }

    @Test(
      "--json prints a header and one object per line, numbered without a gap", arguments: demos)
    func json(demo: String) throws {
      let outcome = try Binary.run("demo", demo, "--json")
      #expect(outcome.status == 0)
      let objects = try outcome.output.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
      #expect(objects.count > 20)
      #expect(objects.first?["promise-trace"] != nil)
      #expect(objects.dropFirst().map { $0["n"] as? Int } == objects.indices.dropFirst().map { $0 })
    }

    @Test(
      "--screen prints a picture of exactly that size", arguments: ["80x24", "200x50", "40x12"])
    func screen(size: String) throws {
      let outcome = try Binary.run("demo", "login-fetch-submit", "--screen", size, "--at", "10")
      #expect(outcome.status == 0)
      let sizes = size.split(separator: "x").compactMap { Int($0) }
      let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(lines.count == sizes[1])
      #expect(lines.allSatisfy { $0.count <= sizes[0] })
      #expect(Session.Header(outcome.output)?.event == 10)
    }

    @Test("An unknown demo is bad usage: the message names the nearest one, and how to list all")
    func unknownDemo() throws {
      let outcome = try Binary.run("demo", "login-fetch-submti")
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.error.contains("Did you mean 'login-fetch-submit'?"))
      #expect(outcome.error.contains("promise-tui about demos"))
    }

    @Test(
      "Bad usage gives status 64 and a message",
      arguments: [
        ["demo", "login-fetch-submit", "--screen", "80"],
        ["--speed", "fast", "demo", "login-fetch-submit"],
        ["demo", "login-fetch-submit", "--set", "nothing=1"],
        ["about", "demos", "login-fetch-submit"],
        ["--nonsense"],
      ])
    func badUsage(arguments: [String]) throws {
      let outcome = try Command([Binary.path] + arguments).run()
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.error.count > 20)
    }

    @Test("--version is one line")
    func version() throws {
      let outcome = try Binary.run("--version")
      #expect(outcome.status == 0)
      #expect(outcome.output.split(separator: "\n").count == 1)
    }

    @Test("The binary alone in an empty folder shows the source code")
    func alone() throws {
      let scratch = try ScratchFolder()
      // The shell copies the binary: a file that this process writes cannot be executed while
      // another test is starting a process, which briefly inherits the open file.
      let copy = "cp '\(Binary.path)' promise-tui"
      let demo = "./promise-tui demo login-fetch-submit --screen 200x50 --at 46"
      let outcome = try Command(["sh", "-c", "cd \(scratch.root) && \(copy) && \(demo)"]).run()
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("      .then(label: \"submit\", on: "))
    }
  }
}
