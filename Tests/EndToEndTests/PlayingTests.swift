import Testing

extension EndToEnd {
  /// Playing, pausing and stepping through a demo.
  @Suite
  struct PlayingTests {
    @Test("A demo plays by itself, pauses, and steps forward and back")
    func steps() throws {
      let session = try Session("demo login-fetch-submit")
      let event = try session.playAndPause()
      try session.terminal.type("Right")
      try session.wait(until: "the next event") { $0.event == event + 1 && $0.isPaused }
      try session.terminal.type("Left")
      try session.wait(until: "the event before") { $0.event == event }
      try session.terminal.type("Space")
      try session.wait(until: "playing on") { $0.event > event && !$0.isPaused }
    }

    @Test("After stepping to the end and back, the start shows the first picture again")
    func firstPicture() throws {
      let session = try Session("demo login-fetch-submit")
      try session.playAndPause()
      try session.terminal.type("g")
      try session.wait(until: "the start") { $0.event == 0 }
      let first = try session.picture()
      var header = try #require(Session.Header(first))
      while header.event < header.last {
        try session.terminal.type("Right")
        let screen = try session.wait(until: "a step on") { $0.event == header.event + 1 }
        header = try #require(Session.Header(screen))
      }
      #expect(header.last > 20)
      while header.event > 0 {
        try session.terminal.type("Left")
        let screen = try session.wait(until: "a step back") { $0.event == header.event - 1 }
        header = try #require(Session.Header(screen))
      }
      #expect(try session.picture() == first)
    }

    @Test("The end and the start are one key away")
    func jumps() throws {
      let session = try Session("demo then-order")
      try session.playAndPause()
      try session.terminal.type("End")
      try session.wait(until: "the end") { $0.event == $0.last }
      try session.terminal.type("Home")
      try session.wait(until: "the start") { $0.event == 0 }
    }

    @Test("An event shows the same picture from both directions")
    func sameBothWays() throws {
      let session = try Session("demo dashboard-race")
      let event = try session.playAndPause()
      // Playback pauses between two events; a number goes to the event itself.
      try session.terminal.type(":")
      try session.terminal.type("\(event)", "Enter")
      let picture = try session.picture()
      try session.terminal.type("t")
      try session.wait(until: "a turn on") { $0.event > event }
      try session.terminal.type(":")
      try session.terminal.type("\(event)", "Enter")
      try session.wait(until: "the event again") { $0.event == event }
      #expect(try session.picture() == picture)
    }

    @Test("? opens the help, and Esc closes it without quitting")
    func help() throws {
      let session = try Session("demo login-fetch-submit")
      try session.playAndPause()
      try session.terminal.type("?")
      try session.terminal.wait(for: "Run and step")
      try session.terminal.type("Escape")
      try session.terminal.wait(until: "the panes") { $0.contains("Chain") }
      try session.terminal.type("q")
      #expect(try session.status() == 0)
    }

    @Test("The list opens a demo with Enter, Esc returns to it, and Esc quits there")
    func picker() throws {
      let session = try Session("")
      try session.terminal.wait(until: "the list") {
        $0.contains("one-transition") && $0.contains("then-order")
      }
      try session.terminal.type("Enter")
      try session.wait(until: "a demo that plays") { $0.event > 0 }
      try session.terminal.type("Escape")
      try session.terminal.wait(until: "the list") {
        $0.contains("one-transition") && $0.contains("then-order")
      }
      try session.quit("Escape")
    }

    @Test("A demo runs on real queues")
    func real() throws {
      let session = try Session("demo login-fetch-submit --real")
      try session.terminal.wait(for: "LIVE")
      try session.wait(until: "events") { $0.event > 10 }
      try session.quit()
    }
  }
}
