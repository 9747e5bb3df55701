import Foundation
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

extension EndToEnd {
  /// Programs whose gate is controlled: what the gate decides, and that it harms no program.
  @Suite
  struct GatingTests {
    private static func example(_ name: String) -> String {
      URL(fileURLWithPath: Binary.path).deletingLastPathComponent().appendingPathComponent(name)
        .path
    }

    @Test("Two jobs start in the order in which they are chosen", arguments: [false, true])
    func race(leftFirst: Bool) throws {
      let program = try GatedProgram([TracedProgram.path, "order"])
      #expect(try program.waitUntilClosed() == "before the first job")
      let names = leftFirst ? ["left", "right"] : ["right", "left"]
      for name in names { try program.start(name) }
      #expect(try program.finish().status == 0)
      #expect(program.started == names + ["both"])
    }

    @Test(
      "The flaky example fails and succeeds at will, and its order gives the same again",
      arguments: [true, false])
    func flaky(fails: Bool) throws {
      let flaky = Self.example("example-flaky")
      let program = try GatedProgram([flaky])
      try program.fire("answer")
      try program.start("fetch")
      try program.start("keep")
      if !fails { try program.start("write") }
      try program.start("connect")
      try program.fire("connection")
      try program.start("order")
      if fails { try program.start("write") }
      let report = try program.finish()
      #expect(report.status == (fails ? 1 : 0))
      #expect(report.sentences.contains { $0.contains("run --schedule \(program.orderFile) --") })
      let again = try Binary.run(words: [
        "run", "--plain", "--schedule", program.orderFile, "--", flaky,
      ])
      #expect(again.status == (fails ? 1 : 0), "\(again.error)")
      #expect(again.error.contains("kept: "), "\(again.error)")
    }

    @Test("checkout stops before 'submit', and then again at its end")
    func checkout() throws {
      let program = try GatedProgram(
        [Self.example("example-checkout"), "--slow", "0"],
        breakpoints: [Breakpoint(.label("submit")), Breakpoint(.label("show"))])
      #expect(try program.waitUntilClosed() == "breakpoint 1: before 'submit'")
      #expect(!program.started.contains("submit"))
      try program.start("submit")
      program.order(.open)
      try program.wait(for: "the second breakpoint") {
        program.reason == "breakpoint 2: before 'show'"
      }
      #expect(try program.finish().status == 0)
    }

    @Test("A breakpoint that names nothing stops nothing, and a process that is forked is not held")
    func nothing() throws {
      for mode in [["chain"], ["fork"]] {
        let program = try GatedProgram(
          [TracedProgram.path] + mode, breakpoints: [Breakpoint(.label("nothing"))])
        #expect(try program.end().status == 0)
        #expect(program.reason == nil && program.notices.isEmpty, "\(program.notices)")
      }
    }

    @Test("A program that ends while its gate is closed ends as always")
    func endsClosed() throws {
      let program = try GatedProgram([TracedProgram.path, "abandon", "4"])
      #expect(try program.end().status == 4)
    }

    @Test("A program without a gate is reported, and runs")
    func none() throws {
      let program = try GatedProgram([
        "/usr/bin/env", "-u", "PROMISE_GATE", TracedProgram.path, "endless", "20",
      ])
      try program.wait(for: "the notice") {
        program.notices.contains { $0.contains("has no gate") }
      }
    }

    @Test(
      "If promise-tui is killed or stopped, the program goes on", arguments: [SIGKILL, SIGSTOP])
    func abandoned(signal: Int32) throws {
      let scratch = try ScratchFolder()
      let session = try Session(
        "run --gate -- \(TracedProgram.path) queues 1000 \(scratch.path("done"))")
      try session.wait(until: "1000 jobs that wait") { $0.last > 3000 }
      #expect(scratch.text("done") == nil)
      try session.send(signal)
      try wait(for: "the end of the program") { scratch.text("done") }
      if signal == SIGSTOP {
        try session.send(SIGCONT)
        try session.terminal.wait(for: "ended")
        try session.terminal.type("q")
        #expect(try session.status() == 0)
      }
    }

    @Test("The trace of a gate is limited, and there is none if PROMISE_TRACE is off")
    func variables() throws {
      let scratch = try ScratchFolder()
      let gate = scratch.path("gate")
      func traced(_ words: String..., adding variables: [String: String]) throws -> Command.Outcome
      {
        try Command(
          [TracedProgram.path] + words,
          environment: variables.merging(["PROMISE_GATE": "unix:\(gate)"]) { one, _ in one }
        ).run()
      }
      let off = try traced("chain", "1", adding: ["PROMISE_TRACE": "off"])
      #expect(off.status == 0)
      #expect(off.error.hasSuffix("or names no file; the gate stays open\n"))
      #expect(scratch.text("gate.ptrace") == nil)
      _ = try traced("interrupted", "20000", adding: ["PROMISE_TRACE_KEEP": "1M"])
      #expect(try RecordedRun(gate + ".ptrace").events.first?.kind.name == .dropped)
    }

    @Test("open --gate controls a program; a second screen only watches")
    func attached() throws {
      let scratch = try ScratchFolder()
      let gate = scratch.path("gate")
      let first = try Session("open --gate \(gate)")
      try first.terminal.wait(for: "waiting for a program")
      let program = try Command(
        [TracedProgram.path, "endless", "20"], environment: ["PROMISE_GATE": "unix:\(gate)"]
      ).start()
      try first.terminal.wait(for: "traced-program")
      let second = try Session("open --gate \(gate)")
      try second.terminal.wait(for: "close the other promise-tui")
      try second.wait(until: "events") { $0.last > 10 }
      for session in [first, second] { try session.terminal.type("q") }
      #expect(try first.status() == 0)
      #expect(try second.status() == 0)
      #expect(try program.end().status == 128 + SIGKILL)
    }
  }
}
