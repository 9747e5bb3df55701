import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The programs that promise-tui starts: what they may do with the terminal, and that none of them
  /// is left.
  @Suite
  struct ChildrenTests {
    @Test(
      "Nothing of a program on the screen is left, whatever ends promise-tui",
      arguments: [SIGKILL, SIGSEGV, SIGTERM, SIGHUP, SIGUSR1])
    func ended(signal: Int32) throws {
      let family = try Family()
      let session = try Session("run -- \(family.program)")
      let started = try family.started()
      #expect(FileManager.default.fileExists(atPath: started.folder))
      try session.send(signal)
      #expect(try session.status() == 128 + signal)
      try started.waitUntilGone()
      if signal != SIGKILL { #expect(try session.damage() == []) }
    }

    @Test(
      "Nothing of a program without a screen is left if promise-tui is killed",
      arguments: ["record", "run", "repeat"])
    func killed(command: String) throws {
      let family = try Family()
      let options = [
        "record": ["-o", family.scratch.path("run.jsonl")], "run": ["--plain"],
        "repeat": ["--plain", "-o", family.scratch.path("kept")],
      ]
      let running = try Command(
        [Binary.path, command] + options[command, default: []] + ["--", family.program]
      ).start()
      let started = try family.started()
      _ = try running.end(SIGKILL)
      try started.waitUntilGone(keepsFolder: command == "record")
    }

    @Test(
      "Nothing of a repeated program, or of its check, is left after ^C", arguments: [true, false])
    func interrupted(isCheck: Bool) throws {
      let family = try Family()
      let words =
        ["repeat", "--plain", "-j", "2", "-o", family.scratch.path("kept")]
        + (isCheck
          ? ["--check", "PROMISE_TRACE=none \(family.program)", "--", "true"]
          : ["--", family.program])
      let running = try Command([Binary.path] + words).start()
      let started = try family.started()
      _ = try running.end(SIGINT)
      try started.waitUntilGone(keepsFolder: isCheck)
    }

    @Test(
      "A program on the screen has no terminal: it is refused, and writes nowhere on the picture")
    func refused() throws {
      let script = try Script(
        """
        echo SCRIBBLE >/dev/tty
        read answer </dev/tty
        echo "asked: $?"
        """)
      let session = try Session("run -- \(script.path)")
      try session.terminal.wait(for: "program has recorded nothing")
      try session.terminal.type("8", "z")
      let screen = try session.terminal.wait(until: "its messages") {
        $0.contains("asked: ") && $0.contains("/dev/tty")
      }
      #expect(!screen.contains("asked: 0"))
      #expect(!screen.contains("SCRIBBLE"))
      try session.terminal.type("q")
      #expect(try session.damage() == [])
    }

    @Test("record leaves the terminal to the program, and passes on signals")
    func recorded() throws {
      let script = try Script(
        """
        printf 'Name? ' >/dev/tty
        read name </dev/tty
        echo "hello, $name"
        trap 'exit 9' USR1
        kill -USR1 $PPID
        while :; do sleep 0.05; done
        """)
      let terminal = try Terminal(
        script: """
          \(Binary.path) record -o "$1/run.jsonl" -- \(script.path)
          echo $? >"$1/status"
          exec cat
          """)
      try terminal.wait(for: "Name?")
      try terminal.type("Ada", "Enter")
      try terminal.wait(for: "hello, Ada")
      let status = try wait(for: "the end of the program") { terminal.scratch.text("status") }
      #expect(status == "9\n")
    }

    @Test("The keyboard is not given to a program on the screen")
    func keyboard() throws {
      let session = try Session("run --stdin /dev/tty -- cat")
      #expect(try session.status() == 64)
      try session.terminal.wait(for: "the screen needs the keyboard")
    }

    @Test(
      "q ends a program that ignores it, whatever it prints or records",
      arguments: ["yes", "yes >&2", "\"$PROGRAM\" flood 1000000000"])
    func floods(line: String) throws {
      let script = try Script("trap '' TERM INT HUP; PROGRAM=\(TracedProgram.path); exec \(line)")
      let session = try Session("run -- \(script.path)")
      if line.contains("flood") {
        try session.wait(until: "many events") { $0.last > 1000 }
      } else {
        try session.terminal.wait(for: "Chain")
        try session.terminal.type("8")
        try session.terminal.wait(until: "the output") { $0.contains(/\by *│/) }
      }
      try session.quit(status: 128 + SIGKILL)
    }
  }
}

/// A shell script in a folder of its own.
private struct Script {
  let scratch: ScratchFolder
  var path: String { scratch.path("program") }

  init(_ text: String, in folder: ScratchFolder? = nil) throws {
    scratch = try folder ?? ScratchFolder()
    try ShellScript.write(text, to: path)
  }
}

/// A program that notes where its trace goes and starts another one. Both run until they are ended.
private struct Family {
  let scratch: ScratchFolder
  let program: String

  init() throws {
    scratch = try ScratchFolder()
    let script = try Script(
      """
      cd "\(scratch.root)"
      echo "$PROMISE_TRACE" >trace
      sleep 1000 &
      echo "$$ $!" >processes
      wait
      """, in: scratch)
    program = script.path
  }

  /// What runs, and the folder of the trace.
  struct Started {
    let processes: [pid_t]
    let folder: String

    /// Waits until the processes have ended, and the folder is removed.
    func waitUntilGone(keepsFolder: Bool = false) throws {
      try wait(for: "the end of \(processes)") {
        processes.contains(where: isRunning) ? nil : true
      }
      guard !keepsFolder else { return }
      try wait(for: "\(folder) to be removed") {
        FileManager.default.fileExists(atPath: folder) ? nil : true
      }
    }

    /// Returns whether a process runs. One that has ended may stay in the list until its new parent
    /// asks how it ended.
    private func isRunning(_ process: pid_t) -> Bool {
      guard kill(process, 0) == 0 else { return false }
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      return status?.contains("State:\tZ") != true
    }
  }

  /// Waits until both processes run.
  func started() throws -> Started {
    let text = try wait(for: "the program") { scratch.text("processes") }
    let trace = try #require(scratch.text("trace"))
    return Started(
      processes: text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) },
      folder: URL(fileURLWithPath: trace).deletingLastPathComponent().path)
  }
}
