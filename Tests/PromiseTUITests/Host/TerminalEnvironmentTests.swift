import ArgumentParser
import PromiseScreens
import Testing

@testable import promise_tui

private func environment(_ terminal: Bool, _ variables: [String: String]) -> TerminalEnvironment {
  TerminalEnvironment(outputIsTerminal: terminal, variables: variables)
}

@Suite struct TerminalEnvironmentTests {
  @Test("a terminal with a name is tried, even if its name may be unknown here")
  func fine() {
    #expect(environment(true, ["TERM": "xterm-256color"]).displayProblem == nil)
    #expect(environment(true, ["TERM": "nonsense"]).displayProblem == nil)
  }

  @Test("a pipe or a file receives text, without a message")
  func pipe() {
    #expect(environment(false, ["TERM": "xterm"]).displayProblem == .init(advice: nil))
  }

  @Test(
    "without a name, or without cursor movement, the reason is reported", arguments: ["", "dumb"])
  func noScreen(term: String) {
    #expect(environment(true, ["TERM": term]).displayProblem?.advice?.isEmpty == false)
  }

  @Test("over ssh without a terminal, the message says how to request one")
  func ssh() {
    let remote = environment(false, ["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"])
    #expect(remote.displayProblem?.advice?.contains("ssh -t") == true)
    let withTerminal = environment(
      false, ["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22", "SSH_TTY": "/dev/pts/1"])
    #expect(withTerminal.displayProblem == .init(advice: nil))
  }

  @Test("NO_COLOR removes the colors, whatever its value, unless it is empty")
  func noColor() throws {
    #expect(try Theme.Name.byEnvironment(environment(true, [:])) == .color)
    #expect(
      try Theme.Name.byEnvironment(environment(true, ["PROMISE_TUI_THEME": "colour"])) == .color)
    #expect(try Theme.Name.byEnvironment(environment(true, ["NO_COLOR": ""])) == .color)
    #expect(try Theme.Name.byEnvironment(environment(true, ["NO_COLOR": "1"])) == .monochrome)
    #expect(try Theme.Name.byEnvironment(environment(true, ["NO_COLOR": "0"])) == .monochrome)
  }

  @Test("PROMISE_TUI_THEME takes precedence over NO_COLOR, and the option over both")
  func theme() throws {
    let both = environment(true, ["PROMISE_TUI_THEME": "light", "NO_COLOR": "1"])
    #expect(try Theme.Name.byEnvironment(both) == .light)
    let options = try ScreenOptions.parse(["--theme", "high-contrast"])
    #expect(try options.chosenTheme(in: both).name == .highContrast)
    let damaged = environment(true, ["PROMISE_TUI_THEME": "pink"])
    #expect(try options.chosenTheme(in: damaged).name == .highContrast)
  }

  @Test("For an unknown theme, the message names the variable, its value and the themes")
  func unknownTheme() {
    let error = #expect(throws: (any Error).self) {
      try Theme.Name.byEnvironment(environment(true, ["PROMISE_TUI_THEME": "pink"]))
    }
    let sentence = error.map { ScreenOptions.message(for: $0) } ?? ""
    for word in ["PROMISE_TUI_THEME", "'pink'"] + Theme.Name.allCases.map(\.rawValue) {
      #expect(sentence.contains(word))
    }
  }
}
