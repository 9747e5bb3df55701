import Foundation
import PromiseEvents
import Testing

extension EndToEnd {
  /// Programs that are named by the ID of a process, and files that are not there yet.
  @Suite
  struct ProcessTraceTests {
    private let scratch: ScratchFolder
    private var path: String { scratch.path("run.ptrace") }

    init() throws { scratch = try ScratchFolder() }

    /// Starts a program that is recorded, and goes on until it is ended.
    private func endless() throws -> RunningCommand {
      let program = try Command(
        [TracedProgram.path, "endless", "5"], environment: ["PROMISE_TRACE": path]
      ).start()
      try program.wait(for: "its trace") {
        (try? RecordedRun.ending(of: path)) == .running ? true : nil
      }
      return program
    }

    #if os(Linux)
      @Test("A trace that was deleted is read all the same, and a line says so")
      func deleted() throws {
        let program = try endless()
        #expect(unlink(path) == 0)
        let other = try Command(
          [TracedProgram.path, "exit", "0"], environment: ["PROMISE_TRACE": path]
        ).run()
        #expect(other.status == 0)
        let opened = try Binary.run("open", "\(program.process)", "--json")
        #expect(opened.status == 0 && opened.error.contains("\(path), was deleted"))
        #expect(opened.error.contains("'promise-tui export \(program.process) -o run.jsonl'"))
        #expect(opened.output.contains("\"pid\":\(program.process)"))
        _ = try program.end()
      }

      /// Whether this user may mount a file system that only a process of his own sees.
      private static let canMount =
        (try? Command(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]).run().status) == 0

      @Test(
        "A program that sees another disk is shown, not the file of the same path here",
        .enabled(if: canMount, "only the administrator can mount a disk"))
      func otherDisk() throws {
        let folder = scratch.path("data")
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        let file = "\(folder)/run.ptrace"
        let other = try Command(
          [TracedProgram.path, "exit", "0"], environment: ["PROMISE_TRACE": file]
        ).run()
        #expect(other.status == 0)
        let program = try Command(
          [
            "unshare", "-m", "sh", "-c", "mount -t tmpfs none \"$1\" && exec \"$2\" endless 5",
            "sh", folder, TracedProgram.path,
          ], environment: ["PROMISE_TRACE": file]
        ).start()
        let inside = "/proc/\(program.process)/root\(file)"
        // The old trace is there until the disk is mounted.
        try program.wait(for: "its trace") {
          (try? RecordedRun.ending(of: inside)) == .running ? true : nil
        }
        let opened = try Binary.run("open", "\(program.process)", "--json")
        #expect(opened.status == 0 && opened.error.contains("reading \(inside)"), "\(opened.error)")
        #expect(opened.output.contains("\"pid\":\(program.process)"))
        _ = try program.end()
      }

      @Test("export takes the ID of a process, and follows it")
      func exported() throws {
        let program = try endless()
        let whole = try Binary.run("export", "\(program.process)", "--as", "jsonl")
        #expect(whole.status == 0 && whole.output.contains("\"pid\":\(program.process)"))
        let following = try Command([Binary.path, "export", "\(program.process)", "--follow"])
          .start()
        try following.wait(for: "an event") {
          try String(contentsOfFile: following.scratch.path("output"), encoding: .utf8)
            .contains("\n{\"n\":") ? true : nil
        }
        _ = try program.end()
        #expect(try following.outcome().error.contains("killed or crashed"))
        let gone = try Binary.run("export", "\(program.process)", "--follow")
        #expect(gone.status == 66 && gone.error.contains("there is no process"))
      }
    #endif

    @Test("export --follow begins before the program")
    func beforehand() throws {
      let following = try Command([Binary.path, "export", path, "--follow"]).start()
      try following.wait(for: "the line that says so") {
        following.scratch.text("error")?.contains("waiting for a program to write \(path)")
      }
      let program = try Command(
        [TracedProgram.path, "exit", "0"], environment: ["PROMISE_TRACE": path]
      ).run()
      #expect(program.status == 0)
      let outcome = try following.outcome()
      #expect(outcome.status == 0 && outcome.output.contains("\n{\"n\":1,"))
      let demo = try Binary.run("export", "zalgo", "--follow")
      #expect(demo.status == 64 && demo.error.contains("leave out --follow"))
    }

    @Test("Only a screen waits for a file, and a line names what waits elsewhere")
    func piped() throws {
      let outcome = try Binary.run("open", path, "--follow")
      #expect(outcome.status == 66 && outcome.output.isEmpty)
      #expect(outcome.error.contains("'promise-tui export \(path) --follow' waits for it"))
    }

    @Test("The old word for it prints the same, and a line that names the new one")
    func attached() throws {
      let program = try Command(
        [TracedProgram.path, "exit", "0"], environment: ["PROMISE_TRACE": path]
      ).run()
      #expect(program.status == 0)
      for form in ["--plain", "--json"] {
        let opened = try Binary.run("open", path, form)
        let attached = try Binary.run("attach", path, form, "--lang", "en")
        #expect(opened.status == 0 && !opened.output.isEmpty)
        #expect(attached.status == 0 && attached.output == opened.output)
        let line = "promise-tui: this is now spelled: promise-tui --lang en open \(path) \(form)\n"
        #expect(attached.error == line)
      }
    }
  }
}
