import PromiseKitLite
import TestSupport
import Testing

@Suite("cauterize: a chain whose errors can be ignored")
struct CauterizeTests {
  @Test("a value and a cancellation skip it, and finally follows in any case")
  func others() {
    let run = Run {
      Promise<Int>(error: Failure("x")).cauterize().finally { note("error") }
      Promise.value(1).cauterize(label: "value").finally { note("value") }
      Promise<Int>(error: Cancelled()).cauterize(label: "cancelled").finally { note("cancelled") }
    }
    #expect(run.notes.sorted() == ["cancelled", "error", "value"])
    #expect(run.skip(of: "value") == .valuePassesErrorHandler)
    #expect(run.skip(of: "cancelled") == .cancellationPassesByPolicy)
  }
}
