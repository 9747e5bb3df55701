import PromiseKitLite
import Testing

@Suite("Rule 9: catch ends, recover goes on, tap sees, ensure runs always")
struct Rule9Tests {
  @Test("catch handles the error, finally comes after it")
  func catchThenFinally() {
    let run = Run {
      Promise<Int>(error: Failure("x"))
        .done { _ in note("never") }
        .catch { note("caught \($0)") }
        .finally { note("finally") }
    }
    #expect(run.notes == ["caught x", "finally"])
    #expect(run.kinds.contains { if case .errorHandled = $0 { true } else { false } })
    #expect(!run.kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test("recover handles the error and the chain goes on with its promise")
  func recoverGoesOn() {
    let run = Run {
      Promise<Int>(error: Failure("x"))
        .recover { _ in Promise.value(7) }
        .done { note("\($0)") }
        .catch { _ in note("never") }
    }
    #expect(run.notes == ["7"])
  }

  @Test("tap and get see and pass on")
  func tapAndGet() {
    let value = Run {
      Promise.value(1).get { note("get \($0)") }.tap { note("tap \((try? $0.get()) ?? -1)") }
        .done { note("done \($0)") }.catch { _ in note("never") }
    }
    #expect(value.notes == ["get 1", "tap 1", "done 1"])
    let error = Run {
      Promise<Int>(error: Failure("x")).get { _ in note("never") }
        .tap { if case .failure(let error) = $0 { note("tap \(error)") } }
        .catch { note("caught \($0)") }
    }
    #expect(error.notes == ["tap x", "caught x"])
  }

  @Test("ensure runs for a value, an error and a cancellation, and passes it on")
  func ensure() {
    let run = Run {
      Promise.value(1).ensure { note("value") }.catch { _ in note("never") }
      Promise<Int>(error: Failure("x")).ensure { note("error") }.catch { note("caught \($0)") }
      Promise<Int>(error: Cancelled()).ensure { note("cancelled") }
        .catch { _ in note("never") }
        .finally { note("finally") }
    }
    #expect(Set(run.notes) == ["value", "error", "caught x", "cancelled", "finally"])
    #expect(run.notes.count == 5)
  }

  @Test("a throw in any of them becomes the error")
  func throwsBecomeErrors() {
    let run = Run {
      Promise.value(1).map { _ in throw Failure("map") }.catch { note("\($0)") }
      Promise.value(1).then { _ -> Promise<Int> in throw Failure("then") }.catch { note("\($0)") }
      Promise.value(1).done { _ in throw Failure("done") }.catch { note("\($0)") }
      Promise.value(1).get { _ in throw Failure("get") }.catch { note("\($0)") }
      Promise.value(1).tap { _ in throw Failure("tap") }.catch { note("\($0)") }
      Promise<Int>(error: Failure("x")).recover { _ -> Promise<Int> in throw Failure("recover") }
        .catch { note("\($0)") }
      firstly { () throws -> Promise<Int> in throw Failure("firstly") }.catch { note("\($0)") }
      Promise<Int> { _ in throw Failure("body") }.catch { note("\($0)") }
    }
    #expect(
      Set(run.notes) == ["map", "then", "done", "get", "tap", "recover", "firstly", "body"])
  }

  @Test("a cancellation passes catch and recover, and allErrors asks for it")
  func cancellationPolicy() {
    let run = Run {
      Promise<Int>(error: Cancelled()).recover("recover") { _ in Promise.value(1) }
        .catch { _ in note("never") }
      Promise<Int>(error: PMKError.cancelled).catch(policy: .allErrors) { _ in note("all") }
    }
    #expect(run.notes == ["all"])
    #expect(run.settlement(of: "recover")?.outcome == .cancelled)
    #expect(
      run.kinds.contains { kind in
        if case .handlerSkipped(_, _, .cancellationPassesByPolicy) = kind { true } else { false }
      })
    #expect(!run.kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test("a guarantee's links are guarantees, until one may throw")
  func guarantees() {
    let run = Run {
      let guarantee: Guarantee<Int> = Guarantee.value(1).map { $0 + 1 }
      let next: Guarantee<Void> = guarantee.then { Guarantee.value($0 * 10) }.get { note("\($0)") }
        .done { note("\($0)") }
      let promise: Promise<Void> = next.map { throw Failure("now a promise") }
      promise.catch { note("\($0)") }
    }
    #expect(run.notes == ["20", "20", "now a promise"])
  }
}
