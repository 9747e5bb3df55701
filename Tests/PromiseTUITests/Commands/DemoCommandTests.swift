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
    let command = try DemoCommand.parse([
      "then-order", "--screen", "200x50", "--at", "7,12", "--ascii", "--theme", "monochrome",
      "--speed", "1/4",
    ])
    #expect(command.forms.screen == Size(width: 200, height: 50))
    #expect(command.forms.at == [7, 12])
    #expect(command.play.ascii)
    #expect(command.play.theme == .monochrome)
    #expect(command.play.speed == -2)
  }

  @Test("without a command, the list of demos opens")
  func picker() throws {
    #expect(try PromiseTUI.parseAsRoot([]) is PickCommand)
    #expect(try PromiseTUI.parseAsRoot(["--ascii"]) is PickCommand)
  }

  @Test(
    "bad usage is rejected, and the message says what is allowed",
    arguments: [
      ("demo login-fetch-sumbit", "Did you mean 'login-fetch-submit'?"),
      ("demo zzz", "'promise-tui demo --list' lists all"),
      ("demo zalgo --variant nothing", "no such variant. The variants of zalgo are: main"),
      ("demo --variant late", "--variant needs a demo"),
      ("demo --loop", "--loop requires --all"),
      ("demo --all zalgo", "--all takes no name"),
      ("demo --all --json", "--all and --json cannot be used together"),
      ("demo --all --loop --plain", "--loop and --plain cannot be used together"),
      ("demo --all --real", "--all plays simulations"),
      ("demo zalgo --lang fr", "the lessons are in en (English) and zh (Chinese)"),
      ("demo nobody-drains-main --language js", "this demo has no script in JavaScript"),
      ("demo zalgo --language js --variant main", "--language js and --variant cannot be used"),
      ("demo zalgo --language js --json", "cannot be used together without --real"),
      ("demo zalgo --language js --real --lesson", "--language js and --lesson cannot be used"),
      ("demo --language js --real", "--real needs a demo"),
      ("demo zalgo --language c", "Please provide one of 'swift' and 'js'"),
      ("demo then-order --screen 80", "such as 80x24"),
      ("demo then-order --screen 0x24", "from 1 to 1000"),
      ("demo then-order --screen 80x99999999999999999999", "from 1 to 1000"),
      ("demo then-order --screen 80x24 --at x", "expected the number of an event"),
      ("demo then-order --screen 80x24 --at 5,x", "with commas, as in 12,31"),
      ("demo then-order --screen 80x24 --at 5,", "expected the number of an event"),
      ("demo then-order --at 5", "--at requires --screen"),
      ("demo then-order --why p1 --at 5,6", "--why explains one moment"),
      ("demo then-order --why p1,p2,p3", "or two, such as p5,p3"),
      ("demo then-order --why p1, --plain", "or two, such as p5,p3"),
      ("demo then-order --why p1 --plain", "--plain and --why cannot be used together"),
      ("demo --why p1", "--why needs a demo"),
      ("demo --what-if a=1", "--what-if needs a demo"),
      ("demo --critical a", "--critical needs a demo"),
      ("demo zalgo --what-if a=1 --real", "--what-if and --real cannot be used together"),
      ("demo zalgo --critical a --real", "--critical and --real cannot be used together"),
      ("demo zalgo --critical a --plain", "--plain and --critical cannot be used together"),
      ("demo then-order --speed 3", "1/8, 1/4, 1/2, 1, 2, 4, 8, 16"),
      ("demo then-order --speed 2 --real", "a real run sets its own pace"),
      ("explore then-order --real", "only a simulation can run in every order"),
      ("pick --speed 2 --real", "a real run sets its own pace"),
      ("demo then-order --plain --json", "--plain and --json cannot be used together"),
      ("demo --plain", "needs a demo"),
      ("demo --set a=1", "needs a demo"),
      ("demo login-fetch-submit --set answr=fail", "this demo has login, fetch"),
      ("demo login-fetch-submit --set answer=maybe", "answer, which takes ok or fail"),
      ("demo login-fetch-submit --set login", "name=value"),
      ("demo then-order --theme blue", "monochrome"),
      ("login-fetch-submit", "Did you mean 'promise-tui demo login-fetch-submit'?"),
      ("--narrate demo then-order", "after the command: promise-tui demo"),
      ("quicksort", "The commands are: pick, demo"),
    ])
  func badUsage(arguments: String, sentence: String) throws {
    let answer = try #require(refusal(arguments))
    #expect(answer.status == 64)
    #expect(answer.text.contains(sentence), "\(answer.text)")
  }

  @Test("the program's help lists its commands, and a command's help its options")
  func help() {
    let help = PromiseTUI.helpMessage()
    for command in ["pick", "demo"] { #expect(help.contains("\n  \(command) ")) }
    let demo = PromiseTUI.helpMessage(for: DemoCommand.self)
    for option in ["--list", "--plain", "--json", "--screen", "--at", "--set", "--real", "--theme"]
    {
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
          == from + entry.variants.map { "--variant \($0.name): \($0.about)" })
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
