import PromiseKitLite
import TestSupport
import Testing

@Suite("pipe: a value or an error is passed to a closure")
struct PipeTests {
  @Test("inline, for a value, an error, and a cancellation")
  func outcomes() {
    let run = Run {
      Promise.value(1).pipe { note("\((try? $0.get()) ?? 0)") }
      Guarantee.value(2).pipe { note("\((try? $0.get()) ?? 0)") }
      for error in [Failure("x"), Cancelled()] as [any Error] {
        Promise<Int>(error: error).pipe(label: "piped") { result in
          if case .failure(let error) = result { note("\(error.isCancelled)") }
        }
      }
      note("after")
    }
    #expect(run.notes == ["1", "2", "false", "true", "after"])
    #expect(run.unhandled.isEmpty)
    #expect(run.queue(of: "piped") == "inline")
  }

  @Test("to the resolver of another promise")
  func resolver() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      after(seconds: 1).map { 3 }.pipe(to: seal.resolve)
      promise.done { note("\($0)") }.cauterize()
      Promise<Int> { Promise<Int>(error: Failure("x")).pipe(to: $0.resolve) }
        .catch { note("\($0)") }
    }
    #expect(run.notes == ["x", "3"])
    #expect(run.unhandled.isEmpty)
  }
}
