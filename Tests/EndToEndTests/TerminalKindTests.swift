import Testing

extension EndToEnd {
  /// Drawing works whatever the terminal, the locale and the reported size.
  @Suite
  struct TerminalKindTests {
    @Test(
      "It draws on every terminal with a description, and restores it",
      arguments: ["xterm-256color", "xterm", "linux", "screen", "vt100"])
    func kinds(term: String) throws {
      let session = try Session("demo login-fetch-submit", with: "TERM=\(term)")
      try session.playAndPause()
      try session.terminal.type("Right")
      try session.terminal.wait(for: "Chain")
      try session.quit()
    }

    @Test(
      "A forwarded locale that is not installed does not change the characters",
      arguments: ["LC_ALL=xx_YY.UTF-8", "unset LC_ALL; export LC_CTYPE=xx_YY.UTF-8;"])
    func unknownLocale(assignment: String) throws {
      let session = try Session("demo login-fetch-submit", with: assignment)
      try session.playAndPause()
      try session.terminal.wait(for: "┌ 1 Chain")
    }

    @Test("LANG alone determines whether there is UTF-8")
    func language() throws {
      let session = try Session("demo login-fetch-submit", with: "unset LC_ALL; export LANG=C;")
      try session.playAndPause()
      #expect(try session.terminal.screen().utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("A terminal that does not know its size has that of COLUMNS and LINES, or else 80 by 24")
    func unknownSize() throws {
      let named = try Session(
        "demo login-fetch-submit", with: "stty rows 0 cols 0; export COLUMNS=60 LINES=20;")
      try named.playAndPause()
      let lines = try named.terminal.screen().split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.contains { $0.count == 60 })
      #expect(lines.allSatisfy { $0.count <= 60 })
      let unnamed = try Session("demo login-fetch-submit", with: "stty rows 0 cols 0;")
      try unnamed.playAndPause()
      #expect(try unnamed.terminal.screen().split(separator: "\n").contains { $0.count == 80 })
    }

    @Test(
      "The body is drawn in the terminal's own colors in every theme except high contrast")
    func grounds() throws {
      for theme in ["color", "light", "monochrome", "high-contrast"] {
        let session = try Session("--theme \(theme) demo login-fetch-submit")
        try session.playAndPause()
        let screen = try session.terminal.styledScreen()
        // 48;5 is a background of the 256 colors, 38;5 a foreground.
        #expect(screen.contains("48;5;16") == (theme == "high-contrast"), "\(theme)")
        #expect(screen.contains("38;5;") == (theme != "monochrome"), "\(theme)")
        try session.terminal.type("q")
        #expect(try session.damage() == [])
        #expect(try !session.terminal.styledScreen().contains("48;5"), "\(theme)")
      }
    }

    @Test("NO_COLOR removes the colors")
    func noColor() throws {
      let session = try Session("demo login-fetch-submit", with: "NO_COLOR=1")
      try session.playAndPause()
      #expect(try !session.terminal.styledScreen().contains("38;5"))
    }

    @Test("An unknown theme in the environment is bad usage, and the message lists the themes")
    func unknownTheme() throws {
      let outcome = try Binary.run(
        "demo", "then-order", "--screen", "80x24", environment: ["PROMISE_TUI_THEME": "pink"])
      #expect(outcome.status == 64)
      for word in ["PROMISE_TUI_THEME", "pink", "high-contrast"] {
        #expect(outcome.error.contains(word))
      }
    }

    @Test("If standard input is not the terminal, keys still come from the terminal")
    func inputElsewhere() throws {
      let session = try Session("demo login-fetch-submit", redirected: "</dev/null")
      let event = try session.playAndPause()
      try session.terminal.type("Right")
      try session.wait(until: "the next event") { $0.event == event + 1 }
      try session.quit()
    }

    #if os(Linux)
      @Test("If the input has ended and there is no controlling terminal, it exits")
      func noTerminalToAsk() throws {
        let terminal = try Terminal(
          script: """
            cd "$1"
            setsid -w \(Binary.path) demo login-fetch-submit </dev/null
            echo $? >status
            exec cat
            """)
        let status = try wait(for: "the end of the program") { terminal.scratch.text("status") }
        #expect(status == "0\n")
        #expect(try !terminal.showsAlternateScreen())
      }
    #endif
  }
}
