import PromiseKitLite
import TestSupport
import Testing

@Suite("recover(only:): errors by value and by type")
struct RecoverOnlyTests {
  @Test("by value: the chain continues with the handler's result, or another error is passed on")
  func byValue() {
    let run = Run {
      for name in ["x", "y"] {
        Promise<Int>(error: Failure(name))
          .recover(only: Failure("x")) { _ in Promise.value(7) }
          .done { note("\($0)") }
          .catch { note("\($0)") }
      }
    }
    #expect(run.notes.sorted() == ["7", "y"])
  }

  @Test("by type: the handler gets the error with its type, and may throw another")
  func byType() {
    let run = Run {
      Promise<Int>(error: Failure("abc"))
        .recover(only: PMKError.self) { _ in Promise.value(0) }
        .recover(only: Failure.self) { Guarantee.value($0.name.count) }
        .done { note("\($0)") }
        .catch { _ in note("never") }
      Promise<Int>(error: Failure("a"))
        .recover(only: Failure.self) { error -> Promise<Int> in throw Failure(error.name + "b") }
        .catch { note("\($0)") }
    }
    #expect(run.notes.sorted() == ["3", "ab"])
  }

  @Test("of nothing: the handler need not return a promise")
  func void() {
    let run = Run {
      Promise<Void>(error: Failure("x")).recover(only: Failure("x")) { note("value \($0)") }
        .done { note("done") }.catch { _ in note("never") }
      Promise<Void>(error: Failure("y")).recover(only: Failure.self) { error in
        note("type \(error.name)")
      }.done { note("done") }.catch { _ in note("never") }
    }
    #expect(run.notes.sorted() == ["done", "done", "type y", "value x"])
  }

  @Test("a value and other errors skip it without a hop; a cancellation skips it by policy")
  func passing() {
    let run = Run {
      Promise.value(1).recover(label: "value", only: Failure.self) { _ in Promise.value(2) }
        .recover(label: "after", only: PMKError.self) { _ in Promise.value(2) }
        .done { note("\($0)") }.catch { _ in note("never") }
      Promise<Int>(error: Failure("x")).recover(label: "other", only: PMKError.self) { _ in
        Promise.value(2)
      }.catch { note("\($0)") }
      Promise<Int>(error: PMKError.cancelled)
        .recover(label: "cancelled", only: PMKError.self) { _ in Promise.value(2) }
        .recover(only: PMKError.self, policy: .allErrors) { _ in Promise.value(3) }
        .done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(run.notes.sorted() == ["1", "3", "x"])
    #expect(run.skip(of: "value") == .valuePassesErrorHandler)
    #expect(run.skip(of: "other") == .errorNotNamed)
    #expect(run.skip(of: "cancelled") == .cancellationPassesByPolicy)
  }
}
