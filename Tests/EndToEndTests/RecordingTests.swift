import Foundation
import PromiseKitLite
import Testing

extension EndToEnd {
  /// A program that is recorded without knowing it.
  @Suite
  struct RecordingTests {
    /// One run of the test program, and the files that it writes in a folder.
    private struct Run {
      let scratch: ScratchFolder
      var path: String { scratch.path("run.ptrace") }

      init() throws { scratch = try ScratchFolder() }

      /// Runs it with `PROMISE_TRACE`, which is a file by default.
      func traced(
        _ words: String..., to target: String? = nil, values: String? = nil
      ) throws -> Command.Outcome {
        try Command(
          [TracedProgram.path] + words,
          environment: [
            "PROMISE_TRACE": target ?? path, "PROMISE_TRACE_VALUES": values,
            "SWIFT_BACKTRACE": "enable=no",
          ]
        ).run()
      }

      /// The trace that it wrote.
      func trace() throws -> RecordedRun { try RecordedRun(path) }

      /// The bytes of the trace as text.
      var text: String {
        let data = try? Data(contentsOf: URL(fileURLWithPath: path))
        return String(decoding: data ?? Data(), as: UTF8.self)
      }
    }

    @Test("is recorded if the variable is set: every event, its name, and its number")
    func chain() throws {
      let run = try Run()
      let outcome = try run.traced("chain", "20")
      #expect(outcome.status == 0)
      #expect(outcome.output + outcome.error == "")
      let trace = try run.trace()
      #expect(trace.header.title == "traced-program")
      #expect(trace.header.pid != nil)
      #expect(trace.events.map(\.sequence) == Array(1...trace.events.count))
      #expect(trace.events.filter { $0.kind.name == .note }.count == 20)
    }

    @Test("ends as it would otherwise, with its own status and its own messages")
    func behaviour() throws {
      let run = try Run()
      #expect(try run.traced("exit", "7").status == 7)
      let plain = try Command([TracedProgram.path, "mistakes"]).run()
      let traced = try run.traced("mistakes")
      #expect(plain.error.contains("not handled"))
      #expect(plain.error.contains("resolved a second time"))
      #expect(traced.error == plain.error)
    }

    @Test("leaves complete events when it crashes")
    func crash() throws {
      let run = try Run()
      #expect(try run.traced("crash", "100").status == 128 + SIGSEGV)
      let crashed = try run.trace()
      #expect(crashed.complaints == [])
      #expect(crashed.events.contains { $0.kind.name == .note })
    }

    @Test("is not recorded if the variable says so", arguments: ["off", "0", "no", "False", ""])
    func off(word: String) throws {
      let run = try Run()
      let outcome = try run.traced("chain", to: word)
      #expect(outcome.status == 0 && outcome.output + outcome.error == "")
      #expect(word.isEmpty || !FileManager.default.fileExists(atPath: word))
    }

    @Test("omits values if told to")
    func secrets() throws {
      let run = try Run()
      _ = try run.traced("secret")
      #expect(run.text.contains("sesame"))
      _ = try run.traced("secret", values: "off")
      #expect(!run.text.contains("sesame"))
      let unsure = try run.traced("secret", values: "perhaps")
      #expect(unsure.error.contains("neither on, off, nor full"))
      #expect(!run.text.contains("sesame"))
    }

    @Test(
      "continues if nothing can be written, and says why, once",
      arguments: [("/nowhere/run.ptrace", "No such file"), ("/dev/full", "is not a file")])
    func trouble(target: String, reason: String) throws {
      #if os(Linux)
        let outcome = try Run().traced("chain", "3", to: target)
        #expect(outcome.status == 0)
        #expect(outcome.error.hasPrefix("PromiseKitLite: PROMISE_TRACE: "))
        #expect(outcome.error.contains(reason))
        #expect(outcome.error.filter { $0 == "\n" }.count == 1)
      #endif
    }
  }
}

/// The program that the tests record, which is built next to promise-tui.
enum TracedProgram {
  static let path = URL(fileURLWithPath: Binary.path).deletingLastPathComponent()
    .appendingPathComponent("traced-program").path
}
