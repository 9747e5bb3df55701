import Foundation
import PromiseKitLite
import Testing

extension EndToEnd {
  /// Programs that are recorded with `PROMISE_TRACE_KEEP`.
  @Suite
  struct LimitedRecordingTests {
    private let scratch: ScratchFolder
    private var path: String { scratch.path("run.ptrace") }

    init() throws { scratch = try ScratchFolder() }

    private func traced(_ words: String..., keep: String) throws -> Command.Outcome {
      try Command(
        [TracedProgram.path] + words,
        environment: [
          "PROMISE_TRACE": path, "PROMISE_TRACE_KEEP": keep, "SWIFT_BACKTRACE": "enable=no",
        ]
      ).run()
    }

    /// The space that the trace takes on the disk, in bytes.
    private var space: Int {
      var about = stat()
      return stat(path, &about) == 0 ? Int(about.st_blocks) * 512 : 0
    }

    @Test("A program that records more than that keeps its last events, and a gap before them")
    func bounded() throws {
      let outcome = try traced("interrupted", "20000", keep: "1M")
      #expect(outcome.error == "")
      #expect(outcome.output == "done\n")
      #expect(space <= (1 << 20) + (1 << 16))
      let run = try RecordedRun(path)
      #expect(run.complaints == [] && run.ending == .finished)
      #expect(run.events.first?.kind.name == .dropped)
      #expect(run.events.count { $0.kind.name == .dropped } == 1)
      let shown = try Binary.run(words: ["open", path, "--plain"])
      #expect(shown.output.contains("events before this one were lost"))
      #expect(!shown.error.contains("damaged"))
    }

    @Test("What is kept of several threads is in the order in which it happened")
    func order() throws {
      _ = try traced("crowd", "50", "2000", keep: "1M")
      let run = try RecordedRun(path)
      #expect(run.complaints == [] && run.events.count { $0.kind.name == .dropped } == 1)
      let lives = Dictionary(grouping: run.events.filter { $0.kind.mentioned.subject != nil }) {
        $0.kind.mentioned.subject
      }
      #expect(lives.count > 100)
      let wrong = lives.filter { _, events in
        // Where too many promises live, the creation of some is missing.
        events.firstIndex { $0.kind.name == .created } ?? 0 > 0
      }
      #expect(wrong.map(\.key) == [])
      // The program ended when its last promises had settled, and no job was waiting.
      let shown = try Binary.run(words: ["open", path, "--plain"]).output
      let counts = try #require(shown.split(separator: "\n").first { $0.contains(" promises, ") })
      #expect(!counts.contains(/queued/), "\(counts)")
      let lines = scratch.path("run.jsonl")
      #expect(try Binary.run("export", path, "-o", lines).status == 0)
      let checked = try Binary.run("check", lines, "--only", "format")
      #expect(checked.status == 0, "\(checked.output)")
    }

    @Test("A size that is none is reported, and the program is recorded without a limit")
    func wrongSize() throws {
      let outcome = try traced("chain", "20", keep: "lots")
      #expect(
        outcome.error == """
          PromiseKitLite: PROMISE_TRACE_KEEP: 'lots' is not a size from 1M on, so the trace is not \
          limited: write a number and K, M or G, such as 500M

          """)
      let run = try RecordedRun(path)
      #expect(run.notes.count == 20 && !run.events.contains { $0.kind.name == .dropped })
    }
  }
}
