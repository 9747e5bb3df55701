import ArgumentParser
import PromiseScreens
import Testing

@testable import promise_tui

@Suite struct ManualPageTests {
  private let page: String
  /// The page as it reads, without requests and fonts.
  private let text: String

  init() {
    page = ManualPage(of: PromiseTUI.self).roff
    text = page.replacing("\\fB", with: "").replacing("\\fR", with: "").replacing("\\-", with: "-")
      .replacing("\\(aq", with: "'").replacing("\\(ha", with: "^").replacing("\\(ga", with: "`")
      .replacing("\\(ti", with: "~").replacing("\\&", with: "").replacing("\\e", with: "\\")
  }

  @Test("Every command and option is on the page, as in the help")
  func options() throws {
    let program = try CommandDefinition(of: PromiseTUI.self)
    let lines = Set(text.split(separator: "\n"))
    #expect(
      program.subcommands.map(\.name) == [
        "demo", "explore", "repeat", "quiz", "run", "record", "open", "check", "diff", "export",
        "watch", "about",
      ])
    for (command, type) in zip(program.subcommands, PromiseTUI.configuration.subcommands) {
      #expect(lines.contains { $0.hasPrefix(".SS ") && $0.contains("promise-tui \(command.name)") })
      #expect(command.arguments.count >= 2)
      for line in PromiseTUI.helpMessage(for: type, columns: 80).split(separator: "\n") {
        #expect(lines.contains(line), "\(line)")
      }
    }
    for name in ScreenOptions.names.keys { #expect(text.contains(name), "\(name)") }
  }

  @Test("Every key, theme and variable is on the page")
  func tables() {
    for binding in KeyTable.bindings where !binding.help.isEmpty {
      #expect(text.contains(binding.help))
    }
    for name in Theme.Name.allCases { #expect(text.contains("\n\(name.rawValue)\n")) }
    for variable in Variable.allCases { #expect(text.contains("\n\(variable.rawValue)\n")) }
  }

  @Test("It is ASCII, and every line that begins with a dot is a request")
  func form() {
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
    let requests: Set = [".TH", ".SH", ".SS", ".PP", ".TP", ".EX", ".EE", ".in", ".nh", ".ad"]
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
    #expect(!page.split(separator: "\n").contains { $0.hasPrefix("'") })
  }

  @Test("Special characters are escaped")
  func escapes() {
    var roff = Roff()
    roff.text(".dot 'quoted' a\\b -x ✓")
    #expect(roff.source == ".PP\n\\&.dot \\(aqquoted\\(aq a\\eb \\-x \\[u2713]\n")
    roff.section("a \"b\"")
    #expect(roff.source.hasSuffix(".SH \"a \\(dqb\\(dq\"\n"))
  }

  @Test("A shell completes the demos, and the knobs of the named one")
  func completions() {
    #expect(
      CompletionKind.knobs(in: ["demo", "login-fetch-submit", "--set", ""]).contains("login="))
    #expect(!CompletionKind.knobs(in: ["demo", "zalgo", "--set"]).contains("login="))
    for shell in [CompletionShell.bash, .zsh, .fish] {
      let script = PromiseTUI.completionScript(for: shell)
      for name in ["login-fetch-submit/refused", "dashboard-race", "high-contrast", "explore"] {
        #expect(script.contains(name), "\(shell) \(name)")
      }
    }
  }

  @Test("Traces and folders are completed, but no name that a shell expands")
  func traces() throws {
    let folder = try #require(PrivateFolder())
    defer { folder.remove() }
    let names = [
      "a.ptrace", "b.jsonl", "c.txt", ".d.ptrace", "$(id).ptrace", "e f.ptrace", "g:.jsonl",
    ]
    for name in names { #expect(Folder.write("", to: "\(folder.path)/\(name)") == nil) }
    func completed(_ word: String) -> [String] {
      CompletionKind.traces(for: "\(folder.path)/\(word)").map { Folder.name(of: $0) }
    }
    #expect(completed("") == ["a.ptrace", "b.jsonl"])
    #expect(completed("b") == ["b.jsonl"])
    #expect(completed(".") == [".d.ptrace"])
    #expect(completed("c") == [])
    #expect(CompletionKind.traces(for: folder.path) == [folder.path + "/"])
  }
}
