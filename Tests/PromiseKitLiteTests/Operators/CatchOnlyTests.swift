import PromiseKitLite
import TestSupport
import Testing

@Suite("catch(only:): errors by value and by type")
struct CatchOnlyTests {
  @Test("by value: the error that equals it is handled, the later catches are skipped")
  func byValue() {
    let run = Run {
      Promise<Int>(error: Failure("x"))
        .catch(only: Failure("y")) { _ in note("never") }
        .catch(only: Failure("x")) { note("only \($0)") }
        .catch(only: Failure("x")) { _ in note("never") }
        .catch { _ in note("never") }
        .finally { note("finally") }
    }
    #expect(run.notes == ["only x", "finally"])
    #expect(run.unhandled.isEmpty)
  }

  @Test("by type: an error of the type is handled, another goes to the next catch")
  func byType() {
    let run = Run {
      for error in [Failure("x"), PMKError.badInput] as [any Error] {
        Promise<Int>(error: error)
          .catch(only: Failure.self) { note("failure \($0.name)") }
          .catch { note("other \($0)") }
      }
    }
    #expect(
      run.notes.sorted() == ["failure x", "other Bad input was provided to a PromiseKit function"])
  }

  @Test("other errors skip it without a hop, unhandled")
  func passing() {
    let run = Run {
      Promise<Int>(error: Failure("x"))
        .catch(label: "only", only: PMKError.self, on: Queues.side) { _ in note("never") }
        .finally { note("finally") }
      Promise.value(1).catch(label: "value", only: Failure("x")) { _ in note("never") }.cauterize()
    }
    #expect(run.notes == ["finally"])
    #expect(run.skip(of: "only") == .errorNotNamed)
    #expect(run.skip(of: "value") == .valuePassesErrorHandler)
    #expect(run.unhandled == ["x"])
    #expect(run.queue(of: "only") == nil)
  }

  @Test("a cancellation skips the type by policy, and is handled if it is named")
  func cancellation() {
    let run = Run {
      Promise<Int>(error: Stop.cancelled)
        .catch(label: "type", only: Stop.self) { _ in note("never") }
        .catch(only: Stop.self, policy: .allErrors) { note("all \($0)") }
        .cauterize()
      Promise<Int>(error: Stop.cancelled).catch(only: Stop.cancelled) { note("value \($0)") }
        .cauterize()
    }
    #expect(run.notes.sorted() == ["all cancelled", "value cancelled"])
    #expect(run.skip(of: "type") == .cancellationPassesByPolicy)
  }

  @Test("finally runs between catches and passes on what they did not handle")
  func finally() {
    let run = Run {
      Promise<Int>(error: Failure("x"))
        .catch(only: PMKError.self) { _ in note("never") }
        .finally(label: "between", on: nil) { note("finally") }
        .catch(on: nil) { note("\($0)") }
    }
    #expect(run.notes == ["finally", "x"])
  }

  private enum Stop: CancellableError, Equatable {
    case cancelled
    var isCancelled: Bool { true }
  }
}
