import Foundation
import Testing

extension EndToEnd {
  /// Tests `scripts/setup` on a machine that is made up of a few scripts.
  @Suite("Setting up a machine")
  struct SetupTests {
    /// A folder with programs that stand for those of a machine on which the compiler finds no headers until
    /// something was installed.
    private struct Machine {
      let scratch: ScratchFolder
      let script = checkout.appendingPathComponent("scripts/setup").path
      var path: String { "\(scratch.path("bin")):/usr/bin:/bin" }

      /// - Parameter user: The number of the user who runs the script, 0 for root.
      init(user: Int) throws {
        scratch = try ScratchFolder()
        // A shell writes them: a file that this process has open for writing, and another test's child with it,
        // cannot be run.
        let made = try Command([
          "/bin/sh", "-c",
          #"""
          mkdir "$1/bin" && cd "$1/bin" || exit 1
          program() { printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod +x "$1"; }
          program id 'echo \#(user)'
          program uname 'echo Linux'
          program swift 'echo Swift version 6.3'
          program clang "[ -e $1/installed ]"
          program tmux 'exit 0'
          program apt-get "echo \"\$@\" >>$1/installed"
          program sudo "case \$1 in -*) exit 0 ;; esac; echo sudo >>$1/sudo; exec \"\$@\""
          """#, "sh", scratch.root,
        ]).run()
        try #require(made.status == 0, "\(made.error)")
      }

      /// Runs the script without a terminal.
      func run(_ words: String...) throws -> Command.Outcome {
        try Command(
          ["/bin/sh", "-c", "cd \"$1\"; shift; exec \"$@\"", "sh", scratch.root, script] + words,
          environment: ["PATH": path]
        ).run()
      }
    }

    @Test("--dry-run names what is missing, what it is for, and the command, and installs nothing")
    func dryRun() throws {
      let machine = try Machine(user: 1000)
      let outcome = try machine.run("--dry-run", "build")
      #expect(outcome.status == 0)
      #expect(
        outcome.error == """
          promise-tui: g++ is missing: the headers of C++, in which the TOML parser is written
          promise-tui: libncursesw5-dev is missing: the headers of ncurses, which draws in the terminal
          promise-tui: to install what is missing: sudo apt-get install -y --no-install-recommends g++ libncursesw5-dev

          """)
      #expect(machine.scratch.text("installed") == nil)
    }

    @Test("Root is asked nothing, and neither is a user without a terminal", arguments: [0, 1000])
    func withoutQuestion(user: Int) throws {
      let machine = try Machine(user: user)
      let outcome = try machine.run("build")
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.error.contains("installing g++ libncursesw5-dev with apt-get"))
      #expect(machine.scratch.text("installed")?.contains("install -y") == true)
      #expect((machine.scratch.text("sudo") != nil) == (user != 0))
      // The second time nothing is missing.
      #expect(try machine.run("build").error.isEmpty)
    }

    @Test("In a terminal, sudo is run only after a yes", arguments: ["y", "n", ""])
    func asks(answer: String) throws {
      let machine = try Machine(user: 1000)
      let terminal = try Terminal(
        width: 160,
        script: """
          cd \(machine.scratch.root)
          PATH=\(machine.path) \(machine.script) build
          echo $? >"$1/status"
          exec cat
          """)
      try terminal.wait(for: "g++ libncursesw5-dev? [y/N]")
      try terminal.type(answer, "Enter")
      let status = try wait(for: "its end") { terminal.scratch.text("status") }
      #expect(status == (answer == "y" ? "0\n" : "1\n"))
      #expect((machine.scratch.text("installed") != nil) == (answer == "y"))
      if answer != "y" { try terminal.wait(for: "nothing was installed") }
    }
  }
}
