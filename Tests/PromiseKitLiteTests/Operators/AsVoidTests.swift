import PromiseKitLite
import TestSupport
import Testing

@Suite("asVoid: the value is discarded")
struct AsVoidTests {
  @Test("fulfilled with nothing, without a hop")
  func value() {
    let run = Run {
      let promise: Promise<Void> = Promise.value(1).asVoid(label: "void")
      promise.done { note("done") }.catch { _ in note("never") }
      let guarantee: Guarantee<Void> = Guarantee.value(1).asVoid()
      guarantee.done { note("guarantee") }
    }
    #expect(run.notes == ["done", "guarantee"])
    #expect(run.queue(of: "void") == "inline")
    #expect(run.operation(of: "void") == .asVoid)
  }

  @Test("rejected like the promise")
  func error() {
    let run = Run {
      Promise<Int>(error: Failure("x")).asVoid().catch { note("\($0)") }
    }
    #expect(run.notes == ["x"])
  }
}
