import PromiseKitLite
import TestSupport
import Testing

@Suite("cauterize: a chain whose errors can be ignored")
struct CauterizeTests {
  @Test("an error is handled, and finally follows")
  func error() {
    let run = Run {
      Promise<Int>(error: Failure("x")).cauterize().finally { note("finally") }
      Promise<Int>(error: Failure("y")).cauterize(label: "prefetch")
    }
    #expect(run.notes == ["finally"])
    #expect(run.unhandled.isEmpty)
    #expect(run.kinds.count { if case .errorHandled = $0 { true } else { false } } == 2)
    #expect(run.operation(of: "prefetch") == .cauterize)
  }

  @Test("a value and a cancellation skip it")
  func others() {
    let run = Run {
      Promise.value(1).cauterize(label: "value").finally { note("value") }
      Promise<Int>(error: Cancelled()).cauterize(label: "cancelled").finally { note("cancelled") }
    }
    #expect(run.notes.sorted() == ["cancelled", "value"])
    #expect(run.skip(of: "value") == .valuePassesErrorHandler)
    #expect(run.skip(of: "cancelled") == .cancellationPassesByPolicy)
  }
}
