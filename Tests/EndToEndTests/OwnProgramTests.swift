import Foundation
import Testing

extension EndToEnd {
  /// Recording, opening, running and attaching to your own program.
  @Suite
  struct OwnProgramTests {
    @Test("open shows what record has written; the status is the program's own")
    func recordAndOpen() throws {
      let scratch = try ScratchFolder()
      let file = scratch.path("run.jsonl")
      let recorded = try Binary.run(words: [
        "record", "-o", file, "--", TracedProgram.path, "exit", "3",
      ])
      #expect(recorded.status == 3)
      #expect(recorded.error.contains("0 warnings"))
      #expect(recorded.error.contains("promise-tui open \(file)"))
      let opened = try Binary.run("open", file, "--plain")
      #expect(opened.status == 0)
      #expect(opened.output.hasPrefix("traced-program\n"))
      #expect(opened.output.contains("login"))
      let asked = try Binary.run("open", file, "--why", "show")
      #expect(asked.status == 0)
      #expect(asked.output.contains("show"))
    }

    @Test("A program that leaves with _exit was not killed")
    func leftWithExit() throws {
      let scratch = try ScratchFolder()
      let file = scratch.path("run.ptrace")
      let recorded = try Binary.run(words: [
        "record", "-o", file, "--", TracedProgram.path, "leave", "_exit",
      ])
      #expect(recorded.status == 3)
      #expect(
        recorded.error.contains(
          "\(file): it left with _exit, or replaced itself: every completed record is here\n"))
    }

    @Test("A missing file and one that is not a trace have different errors")
    func refusals() throws {
      let scratch = try ScratchFolder()
      let file = scratch.path("notes.txt")
      try "notes\n".write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try Binary.run("open", scratch.path("none")).status == 66)
      #expect(try Binary.run("open", file).status == 65)
      let kept = try Binary.run(words: ["record", "-o", file, "--", "true"])
      #expect(kept.status == 64)
      #expect(kept.error.contains("is not a trace"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "notes\n")
      try FileManager.default.moveItem(atPath: file, toPath: scratch.path("x.jsonl.ptrace"))
      let first = try Binary.run(words: [
        "record", "-o", scratch.path("x.jsonl"), "--", TracedProgram.path, "exit", "0",
      ])
      #expect(
        first.status == 64 && first.error.contains("x.jsonl.ptrace exists and is not a trace"))
      for command in ["record", "run"] {
        #expect(try Binary.run(words: [command, "--", "no-such-program"]).status == 66)
        #expect(try Binary.run(words: [command, "sh"]).error.contains("after '--'"))
      }
    }

    @Test("Empty and wrong arguments are rejected immediately, with the next step")
    func emptyArguments() throws {
      let table: [(words: [String], status: Int32, said: String)] = [
        (["open", "--gate", ""], 64, "such as /tmp/my.sock"),
        (["open", "--gate", "unix:", "--json"], 64, "is empty"),
        (["open", ""], 64, "give a file"),
        (["open", "--follow", "/nowhere/run.ptrace"], 66, "no such file"),
        (["open", "/usr/bin", "--plain"], 66, "is a folder"),
        (["open", "unix:/tmp/x"], 66, "then 'promise-tui open run.ptrace'"),
        (["open", "fd:3"], 66, "then 'promise-tui open run.ptrace'"),
        (["open", "--", "-5"], 66, "nor the ID of a process"),
        (["record", "-o", "-", "--", "true"], 64, "'promise-tui export run.ptrace --follow'"),
        (["record", "-o", "", "--", "true"], 64, "-o run.ptrace"),
        (["record", "-o", "/tmp", "--", "true"], 64, "is a folder"),
        (["run", "--stdin", "", "--", "true"], 64, "name of a file"),
        (
          ["run", "--source-path", "App=/nowhere", "--", "true"], 64,
          "/nowhere: no such file or folder"
        ),
        (["run", "--", "/tmp"], 66, "is a folder"),
        (["export", "", "--as", "dot"], 64, "or a demo"),
        (["export", "then-order", "--as", "dot", "-o", ""], 64, "name of a file"),
        (["export", "then-order", "-o", "/nowhere/run.svg"], 1, "mkdir -p /nowhere"),
        (["diff", "", "then-order"], 64, "or a demo"),
        (["check", "then-order", "--golden", ""], 64, "name of a file"),
        (["check", "then-order", "--golden", "/tmp"], 66, "is a folder"),
        (["repeat", "-o", "", "--", "true"], 64, "name of a folder"),
        (["repeat", "--", ""], 64, "No program given"), (["watch", "--new", ""], 64, "give one"),
        (["watch", ""], 64, "give one"), (["quiz", "-o", ""], 64, "give one"),
      ]
      for (words, status, said) in table {
        let outcome = try Binary.run(words: words)
        #expect(outcome.status == status, "\(words): \(outcome.error)")
        #expect(outcome.error.contains(said), "\(words): \(outcome.error)")
        #expect(outcome.output.isEmpty, "\(words)")
      }
    }

    @Test("A program is exported line by line while it runs, into a pipe too")
    func exportFollow() throws {
      let scratch = try ScratchFolder()
      // The pipe's reader leaves after five lines; the program would run forever.
      let outcome = try Command([
        "sh", "-c",
        """
        PROMISE_TRACE=$1 $2 endless 5 & child=$!
        until [ -e $1 ]; do :; done
        $3 export $1 --follow 2>&1 | head -5; kill $child
        """, "sh", scratch.path("run.ptrace"), TracedProgram.path, Binary.path,
      ]).run()
      let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("{") }
      #expect(lines.first?.hasPrefix("{\"promise-trace\"") == true)
      #expect(lines.count == 5 && lines.dropFirst().allSatisfy { $0.hasPrefix("{\"n\":") })
    }

    @Test("r runs a program again: one that is still running is ended first")
    func runsAgain() throws {
      let session = try Session(
        "run -- sh -c \"echo run \\$\\$; exec \(TracedProgram.path) endless 20\"")
      func process(_ screen: String) -> Int? {
        screen.firstMatch(of: /run (\d+)/).flatMap { Int($0.1) }
      }
      try session.wait(until: "a live run") { $0.last > 10 }
      try session.terminal.type("8")
      let screen = try session.terminal.wait(until: "what it prints") { process($0) != nil }
      try session.terminal.type("r")
      try session.terminal.wait(for: "press r again")
      try session.terminal.type("r")
      try session.terminal.wait(until: "another process") {
        process($0).map { $0 != process(screen) } ?? false
      }
      try session.quit(status: 128 + SIGTERM)
    }

    @Test("If a program records nothing, a message says so, and its status is passed on")
    func silent() throws {
      let outcome = try Binary.run(words: ["run", "--", "sh", "-c", "exit 7"])
      #expect(outcome.status == 7)
      #expect(outcome.error.contains("links PromiseKitLite"))
    }

    @Test("Without a terminal, a program runs to its end, and its report is printed")
    func plain() throws {
      let outcome = try Binary.run(words: ["run", "--", TracedProgram.path, "print", "2"])
      #expect(outcome.status == 0)
      #expect(outcome.error.contains("line 2"))
      #expect(outcome.output.contains("print 2"))
      #expect(!outcome.output.contains("complaint"))
    }

    @Test("A trace is piped in, and keys come from the terminal")
    func keysBesidePipe() throws {
      let scratch = try ScratchFolder()
      let file = scratch.path("run.jsonl")
      _ = try Binary.run(words: ["record", "-o", file, "--", TracedProgram.path, "chain"])
      let session = try Session("open -", redirected: "<\(file)")
      // The number of pending promises at that moment varies.
      try session.terminal.wait(for: "ENDED")
      try session.terminal.type("g")
      try session.wait(until: "the start") { $0.event == 0 }
      try session.quit()
    }

    @Test("What a program prints is in its pane; its status becomes the exit status")
    func live() throws {
      let session = try Session("run -- \(TracedProgram.path) print 3")
      try session.terminal.wait(for: "the program has ended")
      try session.terminal.type("8")
      try session.terminal.wait(for: "complaint 3")
      try session.quit()
    }

    @Test("A program that does not end is ended when the screen is left")
    func endless() throws {
      let session = try Session("run -- \(TracedProgram.path) endless 20")
      try session.wait(until: "a live run") { $0.last > 30 }
      try session.quit(status: 128 + SIGTERM)
    }

    @Test("A program may begin after the screen; what is recorded next in its file is shown, too")
    func follow() throws {
      let scratch = try ScratchFolder()
      let file = scratch.path("run.ptrace")
      let session = try Session("open --follow \(file)")
      try session.terminal.wait(for: "waiting for a program")
      for _ in 1...2 {
        let program = try Command(
          [TracedProgram.path, "endless", "20"], environment: ["PROMISE_TRACE": file]
        ).start()
        try session.terminal.wait(until: "a program that runs") {
          $0.contains("traced-program") && !$0.contains("cut short")
        }
        _ = try program.end()
        try session.terminal.wait(for: "cut short")
      }
      try session.quit()
    }
  }
}
