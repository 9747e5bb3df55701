import Foundation
import PromiseKitLite
import Testing

extension EndToEnd {
  /// A program that adds an observer to its environment, and is recorded at the same time.
  @Suite
  struct ObservedRecordingTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// Runs the program and returns what it prints.
    private func observed(_ when: String, _ trace: String) throws -> String {
      let outcome = try Command(
        [TracedProgram.path, "observed", when, "50"],
        environment: ["PROMISE_TRACE": trace, "SWIFT_BACKTRACE": "enable=no"]
      ).run()
      #expect(outcome.status == 0 && outcome.error == "")
      return outcome.output
    }

    /// What the program prints for `count` chains of five promises: the work of the first and three
    /// handlers are jobs, and `cauterize` skips its handler.
    private func expected(_ count: Int) -> String {
      """
      created \(count * 5)
      jobStarted \(count * 4)
      in order

      """
    }

    @Test("The observer gets every event, in order", arguments: ["run.ptrace", "off"])
    func early(_ name: String) throws {
      let output = try observed("early", name == "off" ? name : scratch.path(name))
      #expect(output == expected(50))
      if name == "run.ptrace" {
        let run = try RecordedRun(scratch.path(name))
        #expect(run.complaints == [] && run.firstBreach() == nil)
        #expect(run.events.count { $0.kind.name == .created } == 250)
        #expect(run.notes.count == 50)
      }
    }

    @Test("One that is added during a recording gets what follows, and the recording gets all")
    func late() throws {
      #expect(try observed("late", scratch.path("run.ptrace")) == expected(50))
      let run = try RecordedRun(scratch.path("run.ptrace"))
      #expect(run.complaints == [] && run.firstBreach() == nil)
      #expect(run.events.count { $0.kind.name == .created } == 500)
    }
  }
}
