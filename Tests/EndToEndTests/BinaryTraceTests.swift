import Foundation
import Testing

extension EndToEnd {
  /// Binary traces of real programs, through the commands that read them.
  @Suite
  struct BinaryTraceTests {
    @Test(
      "open follows a running program, and says that it was killed; all forms read what it left")
    func followed() throws {
      let scratch = try ScratchFolder()
      let file = scratch.path("run.ptrace")
      let program = try Command(
        [TracedProgram.path, "endless", "20"], environment: ["PROMISE_TRACE": file]
      ).start()
      try program.wait(for: "a trace") { FileManager.default.fileExists(atPath: file) ? true : nil }
      let session = try Session("open \(file)")
      let first = try session.wait(until: "a live run") { $0.last > 10 }
      #expect(!first.contains("cut short"))
      let running = try Binary.run("open", file, "--plain")
      #expect(running.status == 0 && running.error.contains("the program is still running"))
      let last = try Binary.run("open", file, "--json").output.split(separator: "\n").count
      try session.wait(until: "newer events") { $0.last > last }
      _ = try program.end(SIGKILL)
      try session.terminal.wait(for: "killed or crashed: every completed record is here")
      try session.terminal.wait(for: "cut short")
      try session.quit()
      let opened = try Binary.run("open", file, "--plain")
      #expect(opened.status == 0 && opened.error.contains("killed or crashed"))
      #expect(opened.output.hasPrefix("traced-program\n"))
      let checked = try Binary.run("check", file, "--expect", "never warns slow-handler")
      #expect(checked.output.contains("killed or crashed"))
      let same = try Binary.run("diff", file, file)
      #expect(same.status == 0, "\(same.output)\(same.error)")
    }

    @Test(
      "Exported as JSON Lines, a trace has the same events; record -o run.jsonl gives them, too")
    func converted() throws {
      let scratch = try ScratchFolder()
      let (binary, lines) = (scratch.path("run.ptrace"), scratch.path("run.jsonl"))
      let recorded = try Binary.run(words: [
        "record", "-o", binary, "--", TracedProgram.path, "chain",
      ])
      #expect(recorded.status == 0 && recorded.error.contains("promise-tui open \(binary)"))
      #expect(!recorded.error.contains("killed"))
      #expect(try Binary.run("export", binary, "-o", lines).status == 0)
      #expect(scratch.text("run.jsonl")?.hasPrefix("{\"promise-trace\"") == true)
      let (one, other) = (
        try Binary.run("open", binary, "--json"), try Binary.run("open", lines, "--json")
      )
      #expect(one.output == other.output && one.output.contains("\"settled\""))
      #expect(one.error.isEmpty && other.error.isEmpty)
      let text = scratch.path("text.jsonl")
      _ = try Binary.run(words: ["record", "-o", text, "--", TracedProgram.path, "chain"])
      #expect(scratch.text("text.jsonl")?.hasPrefix("{\"promise-trace\"") == true)
      let compared = try Binary.run("diff", binary, text, "--only", "order")
      #expect(compared.status == 0, "\(compared.output)")
    }

    @Test("A trace is read from a pipe, on the screen and as text")
    func piped() throws {
      let scratch = try ScratchFolder()
      let file = scratch.path("run.ptrace")
      _ = try Binary.run(words: ["record", "-o", file, "--", TracedProgram.path, "chain"])
      let plain = try Command(["sh", "-c", "cat $1 | $2 open - --plain", "sh", file, Binary.path])
        .run()
      let whole = try Binary.run("open", file, "--plain")
      #expect(plain.status == 0 && plain.output == whole.output)
      let pipe = scratch.path("pipe")
      try #require(mkfifo(pipe, 0o600) == 0)
      let writer = try Command(["sh", "-c", "cat $1 > $2", "sh", file, pipe]).start()
      let session = try Session("open -", redirected: "<\(pipe)")
      try session.terminal.wait(for: "ENDED")
      try session.terminal.type("q")
      #expect(try session.status() == 0)
      #expect(try writer.outcome().status == 0)
    }

    @Test("A program that replaces itself is followed by run into the new program")
    func exec() throws {
      let scratch = try ScratchFolder()
      let script = scratch.path("twice.sh")
      try """
      exec \(TracedProgram.path) exec 1 $(echo "$PROMISE_TRACE" | sed "s/%p/$$/")
      """.write(toFile: script, atomically: true, encoding: .utf8)
      let session = try Session("run -- sh \(script)")
      try session.terminal.wait(for: "the program has ended")
      try session.terminal.type("8")
      try session.terminal.wait(for: "done")
      try session.quit()
    }

    @Test("While the screen is stopped, a recorded program runs on, and the screen shows all of it")
    func stalled() throws {
      let scratch = try ScratchFolder()
      let (script, began, go, done) = (
        scratch.path("flood.sh"), scratch.path("began"), scratch.path("go"), scratch.path("done")
      )
      try """
      touch \(began); while [ ! -e \(go) ]; do sleep 0.02; done
      \(TracedProgram.path) flood 5000; touch \(done)
      """.write(toFile: script, atomically: true, encoding: .utf8)
      func exists(_ path: String) -> Bool? {
        FileManager.default.fileExists(atPath: path) ? true : nil
      }
      let session = try Session("run -- sh \(script)")
      _ = try wait(for: "the program") { exists(began) }
      let process = try session.process()
      kill(process, SIGSTOP)
      try "".write(toFile: go, atomically: true, encoding: .utf8)
      _ = try wait(for: "the program's end") { exists(done) }
      kill(process, SIGCONT)
      try session.terminal.wait(for: "the program has ended")
      let screen = try session.terminal.screen()
      #expect(!screen.contains("lost"))
      try session.terminal.type("q")
      #expect(try session.status() == 0)
    }
  }
}
