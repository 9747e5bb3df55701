import Foundation
import Testing

extension EndToEnd {
  /// The configuration file, and what is kept from one start of the program to the next.
  @Suite
  struct ConfiguringTests {
    /// A home with a configuration file.
    private static func home(_ config: String? = nil) throws -> ScratchFolder {
      let home = try ScratchFolder()
      guard let config else { return home }
      let folder = home.path("config/promise-tui")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try config.write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
      return home
    }

    private static func start(_ arguments: String, in home: ScratchFolder) throws -> Session {
      try Session(
        arguments,
        with: "XDG_CONFIG_HOME=\(home.path("config")) XDG_STATE_HOME=\(home.path("state"))")
    }

    @Test("Keys of the configuration file work, and the footer names them")
    func keys() throws {
      let home = try Self.home("[keys]\nhelp = ['H']\n")
      let session = try Self.start("demo login-fetch-submit", in: home)
      // A help that is opened over the list of demos is closed when the demo opens.
      try session.terminal.wait(for: "1 Chain")
      try session.terminal.wait(for: "H help")
      try session.terminal.type("H")
      try session.terminal.wait(for: "Run and step")
    }

    @Test("A mistake is printed with its place, and the screen does not open")
    func mistake() throws {
      let home = try Self.home("[keys]\nhlep = ['H']\n")
      let session = try Self.start("demo login-fetch-submit", in: home)
      try session.expectEnd(65)
      try session.terminal.wait(for: "config.toml:2:1: hlep: no such action")
    }

    @Test("A broken file does not matter to what is printed")
    func printed() throws {
      let home = try Self.home("[keys\n")
      let outcome = try Command(
        [Binary.path, "demo", "then-order", "--plain"],
        environment: ["XDG_CONFIG_HOME": home.path("config")]
      ).run()
      #expect(outcome.status == 0)
      #expect(outcome.error == "")
    }

    @Test("The speed of the last time is kept, a zoomed pane is not")
    func remembered() throws {
      let home = try Self.home()
      let first = try Self.start("demo login-fetch-submit", in: home)
      try first.playAndPause()
      try first.terminal.wait(for: "Queues")
      try first.terminal.type("z")
      try first.terminal.wait(until: "the zoomed pane") { !$0.contains("Queues") }
      try first.terminal.type("+")
      try first.terminal.wait(for: "x2")
      try first.terminal.type("q")
      #expect(try first.status() == 0)
      let state = try #require(home.text("state/promise-tui/state.json"))
      #expect(state.contains("\"speed\":1") && !state.contains("zoomed"))

      let second = try Self.start("demo login-fetch-submit", in: home)
      try second.playAndPause()
      try second.terminal.wait(for: "Queues")
      #expect(try second.terminal.screen().contains("x2"))
    }

    @Test("What is only printed leaves no trace in the home")
    func nothingKept() throws {
      let home = try Self.home()
      for form in ["--plain", "--screen", "--narrate"] {
        let outcome = try Command(
          [Binary.path, "demo", "then-order", form] + (form == "--screen" ? ["80x24"] : []),
          environment: ["HOME": home.root, "XDG_STATE_HOME": home.path("state")]
        ).run()
        #expect(outcome.status == 0)
      }
      #expect(try !FileManager.default.contentsOfDirectory(atPath: home.root).contains("state"))
      #expect(try !FileManager.default.contentsOfDirectory(atPath: home.root).contains(".local"))
    }

    @Test("The default file has no mistakes")
    func printing() throws {
      let home = try Self.home()
      let printed = try Binary.run("about", "config", "print").output
      try printed.write(toFile: home.path("all.toml"), atomically: true, encoding: .utf8)
      let checked = try Binary.run("about", "config", "check", home.path("all.toml"))
      #expect(checked.status == 0)
      #expect(checked.output == "\(home.path("all.toml")): no mistakes\n")
    }

    @Test("The paths follow the environment, and say what is missing")
    func paths() throws {
      let home = try Self.home()
      try "".write(toFile: home.path("file"), atomically: true, encoding: .utf8)
      let outcome = try Binary.run(
        "about", "config", "path",
        environment: ["HOME": home.root, "XDG_STATE_HOME": home.path("file/state")])
      #expect(
        outcome.output == """
          config  \(home.root)/.config/promise-tui/config.toml
                  no such file: 'promise-tui about config print' prints what it can contain
          state   \(home.root)/file/state/promise-tui/state.json
                  this folder cannot be written: nothing is kept

          """)
    }
  }
}
