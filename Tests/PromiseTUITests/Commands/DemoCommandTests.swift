import ArgumentParser
import PromiseScreens
import Testing

@testable import promise_tui

/// Returns the exit status and the message if `arguments` are rejected.
private func refusal(_ arguments: String) -> (status: Int32, text: String)? {
  do {
    _ = try PromiseTUI.parseAsRoot(arguments.split(separator: " ").map(String.init))
    return nil
  } catch {
    return (PromiseTUI.exitCode(for: error).rawValue, PromiseTUI.fullMessage(for: error))
  }
}

@Suite struct DemoCommandTests {
  @Test("options become values")
  func options() throws {
    let parsed = try PromiseTUI.parseAsRoot([
      "--ascii", "--theme", "monochrome", "--speed", "1/4", "demo", "then-order", "--screen",
      "200x50", "--at", "7,12",
    ])
    let command = try #require(parsed as? DemoCommand)
    #expect(command.forms.screen == Size(width: 200, height: 50))
    #expect(command.forms.at == [7, 12])
    #expect(command.root.screen.ascii)
    #expect(command.root.screen.theme == .monochrome)
    #expect(command.root.screen.speed == -2)
  }

  @Test("without a command, the list of demos opens")
  func picker() throws {
    #expect(try PromiseTUI.parseAsRoot([]) is DemoCommand)
    #expect(try PromiseTUI.parseAsRoot(["--ascii"]) is DemoCommand)
  }

  @Test(
    "bad usage is rejected, and the message says what is allowed",
    arguments: [
      ("demo login-fetch-sumbit", "Did you mean 'login-fetch-submit'?"),
      ("demo zzz", "'promise-tui about demos' lists all"),
      ("demo zalgo/nothing", "no such variant. The variants of zalgo are: main"),
      ("demo --all zalgo", "--all takes no name"),
      ("demo --all --json", "--all and --json cannot be used together"),
      ("demo --all --real", "--all plays simulations"),
      ("--lang fr demo zalgo", "the lessons are in en (English) and zh (Chinese)"),
      ("demo nobody-drains-main --js", "this demo has no script in JavaScript"),
      ("demo zalgo --js --set a=1", "--js and --set cannot be used together"),
      ("demo zalgo --js --json", "add --real, which records the script"),
      ("demo --js --real", "--js --real needs a demo"),
      ("demo then-order --screen 80", "such as 80x24"),
      ("demo then-order --screen 0x24", "from 1 to 1000"),
      ("demo then-order --screen 80x99999999999999999999", "from 1 to 1000"),
      ("demo then-order --screen 80x24 --at x", "expected the number of an event"),
      ("demo then-order --screen 80x24 --at 5,x", "with commas, as in 12,31"),
      ("demo then-order --screen 80x24 --at 5,", "expected the number of an event"),
      ("demo then-order --at 5", "--at requires --screen, --why or --as svg"),
      ("demo then-order --why p1 --at 5,6", "--why explains one moment"),
      ("demo then-order --why p1,p2,p3", "or two, such as p5,p3"),
      ("demo then-order --why p1, --plain", "or two, such as p5,p3"),
      ("demo then-order --why p1 --plain", "--plain and --why cannot be used together"),
      ("demo --why p1", "--why needs a demo"),
      ("demo --what-if a=1", "--what-if needs a demo"),
      ("demo --what-if a", "--what-if a needs a demo"),
      ("demo then-order --as beats --at 5", "--as beats and --at cannot be used together"),
      ("demo then-order --as gif", "The formats are: svg, animation, cast, beats"),
      ("demo zalgo --what-if a=1 --real", "--real and --what-if cannot be used together"),
      ("demo zalgo --what-if a --plain", "--plain and --what-if a cannot be used together"),
      ("--speed 3 demo then-order", "1/8, 1/4, 1/2, 1, 2, 4, 8, 16"),
      ("explore then-order --real", "only a simulation can run in every order"),
      ("demo then-order --plain --json", "--plain and --json cannot be used together"),
      ("demo --plain", "needs a demo"),
      ("demo --set a=1", "needs a demo"),
      ("demo login-fetch-submit --set answr=fail", "this demo has login, fetch"),
      ("demo login-fetch-submit --set answer=maybe", "answer, which takes ok or fail"),
      ("demo login-fetch-submit --set login", "name=value"),
      ("--theme blue demo then-order", "monochrome"),
      ("about weather", "The topics are: demos, lints"),
      ("about lint", "Did you mean 'lints'?"),
      ("about lints slow-handler unhandled-rejection", "'about lints' takes nothing more"),
      ("about keys --json", "'about keys' takes no --json"),
      ("about config show", "expected path, print or check"),
      ("watch --library x", "--library requires --new"),
    ])
  func badUsage(arguments: String, sentence: String) throws {
    let answer = try #require(refusal(arguments))
    #expect(answer.status == 64)
    #expect(answer.text.contains(sentence), "\(answer.text)")
  }

  @Test("the program's help lists its commands, and a command's help its options")
  func help() {
    for command in PromiseTUI.commands { #expect(PromiseTUI.help.contains("\n  \(command) ")) }
    let demo = PromiseTUI.helpMessage(for: DemoCommand.self)
    for option in ["--all", "--plain", "--json", "--screen", "--at", "--set", "--real"] {
      #expect(demo.contains("\n  \(option) "))
    }
  }

  @Test(
    "the list has each demo below its chapter: what it teaches, its source, its variants")
  func list() {
    for entry in Catalog.entries() {
      let lines = Catalog.list.split(separator: "\n").drop { !$0.hasPrefix("  \(entry.name) ") }
      #expect(lines.first?.hasSuffix(" " + entry.teaches) == true)
      let rest = lines.dropFirst().prefix { $0.hasPrefix("      ") }.map { $0.drop { $0 == " " } }
      let from = entry.from.isEmpty ? [] : ["from " + entry.from]
      #expect(
        rest.map(String.init)
          == from + entry.variants.map { "/\($0.name): \($0.about)" })
    }
  }

  @Test("a variant can also be named after the demo's name")
  func variants() throws {
    for entry in Catalog.entries() {
      for variant in entry.variants {
        let scenario = try Catalog.scenario(named: "\(entry.name)/\(variant.name)", settings: [])
        #expect(scenario.entry.name == "\(entry.name)/\(variant.name)")
        #expect(scenario.entry.teaches == variant.about)
      }
    }
  }
}
