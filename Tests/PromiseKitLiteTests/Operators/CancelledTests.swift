import PromiseKitLite
import TestSupport
import Testing

@Suite("cancelled: runs for a cancellation only (rule 10)")
struct CancelledTests {
  @Test("it runs for a cancellation, and passes it on")
  func cancellation() {
    let run = Run {
      Promise<Int>(error: Cancelled())
        .cancelled { note("heard") }
        .ensure { note("over") }
        .catch { _ in note("never") }
        .finally { note("finally") }
    }
    #expect(run.notes == ["heard", "over", "finally"])
  }

  @Test("a value and another error skip it without a hop, and are passed on")
  func others() {
    let run = Run {
      Promise.value(1).cancelled(label: "value") { note("never") }.done { note("\($0)") }
        .catch { _ in note("never") }
      Promise<Int>(error: Failure("x")).cancelled(label: "error") { note("never") }
        .catch { note("\($0)") }
    }
    #expect(run.notes.sorted() == ["1", "x"])
    #expect(run.skip(of: "value") == .valuePassesErrorHandler)
    #expect(run.skip(of: "error") == .errorNotNamed)
    #expect(run.queue(of: "value") == nil)
  }

  @Test("it does not handle the cancellation: an error is still unhandled")
  func handles() {
    let run = Run {
      Promise<Int>(error: Cancelled()).cancelled { note("heard") }
      Promise<Int>(error: Failure("x")).cancelled { note("never") }
    }
    #expect(run.notes == ["heard"])
    #expect(run.unhandled == ["x"])
    #expect(!run.kinds.contains { if case .errorHandled = $0 { true } else { false } })
  }

  @Test("it runs on the given queue")
  func queue() {
    let run = Run {
      Promise<Int>(error: Cancelled()).cancelled(label: "heard", on: Queues.side) { note("heard") }
    }
    #expect(run.queue(of: "heard") == "side")
  }
}
