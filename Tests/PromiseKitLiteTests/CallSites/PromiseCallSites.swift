import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `Promise` as PromiseKit's users write it.
@Suite("PromiseKit's call sites: Promise")
struct PromiseCallSites {
  @Test("created with a body, a value, an error, or pending")
  func creation() {
    let run = Run {
      let body = Promise<Int> { seal in seal.fulfill(1) }
      let inferred = Promise { seal in seal.fulfill("a") }
      let short = Promise<Int> { $0.fulfill(2) }
      let throwing = Promise<Int> { _ in throw Failure("thrown") }
      let named = Promise<Int>(resolver: { $0.reject(Failure("rejected")) })
      let value = Promise.value(3)
      let implicit: Promise<Int> = .value(4)
      let error = Promise<Int>(error: Failure("error"))
      let (pending, seal) = Promise<Int>.pending()
      let pair = Promise<Void>.pending()
      seal.fulfill(5)
      pair.resolver.fulfill(())
      note("\(body.value ?? 0) \(inferred.value ?? "") \(short.value ?? 0)")
      note("\(value.value ?? 0) \(implicit.value ?? 0) \(pending.value ?? 0)")
      note("\(pair.promise.isFulfilled)")
      for promise in [throwing, named, error] {
        note(promise.error.map { "\($0)" } ?? "")
        promise.cauterize()
      }
    }
    #expect(run.notes == ["1 a 2", "3 4 5", "true", "thrown", "rejected", "error"])
  }

  @Test("of nothing, fulfilled, in every spelling")
  func void() {
    let promises: [Promise<Void>] = [Promise(), .value, .value(()), Promise<Void>.value]
    #expect(promises.map(\.isFulfilled) == [true, true, true, true])
  }

  @Test("a promise of a guarantee, and its state at any time")
  func state() {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let promise = Promise(guarantee)
    #expect(promise.isPending && !promise.isResolved && promise.result == nil)
    resolve(1)
    #expect(promise.isResolved && promise.isFulfilled && !promise.isRejected)
    #expect(promise.value == 1 && promise.error == nil)
    #if PROMISEKIT
      switch promise.result {
      case .fulfilled(let value)?: #expect(value == 1)
      case .rejected?, nil: Issue.record("no value")
      }
    #else
      switch promise.result {
      case .success(let value)?: #expect(value == 1)
      case .failure?, nil: Issue.record("no value")
      }
    #endif
  }

  @Test("kept in variables and properties, with explicit types")
  func variables() {
    let run = Run {
      var pending: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
      pending?.promise.done { note("\($0)") }.cauterize()
      pending?.resolver.fulfill(1)
      pending = nil
      var promise: Promise<Int>? = .value(2)
      promise?.done { note("\($0)") }.cauterize()
      let same = promise
      note("\(promise === same)")
      promise = nil
      let done: Promise<Void> = Promise.value(3).done { note("\($0)") }
      let end: PMKFinalizer = done.catch { _ in }
      end.finally { note("end") }
      let promises: [String: Promise<Int>] = ["a": .value(4)]
      promises["a"]?.done { note("\($0)") }.cauterize()
    }
    #expect(Set(run.notes) == ["1", "2", "true", "3", "end", "4"])
  }

  @Test("passed as functions, instead of closures")
  func functions() {
    let run = Run {
      when(fulfilled: [1, 2].map(Promise.value)).done { note("1 \($0)") }.cauterize()
      when(guarantees: ["a", "b"].map(Guarantee.value)).done { note("2 \($0)") }
      Promise.value(3).then(Promise.value).done { note("\($0)") }.cauterize()
      Promise.value(4).then(Guarantee.value).done { note("\($0)") }.cauterize()
      Guarantee.value(5).then(Promise.value).done { note("\($0)") }.cauterize()
      Guarantee.value(6).then(Guarantee.value).done { note("\($0)") }
      Promise.value("text").then(Promise.value).done { note($0) }.cauterize()
      Promise.value(()).then(Promise.value).done { note("void") }.cauterize()
      let failing: (any Error) -> Promise<Int> = Promise.init(error:)
      failing(Failure("x")).catch { note("\($0)") }
      Promise<Int>(error: Failure("y")).recover(Promise.init(error:)).catch { note("\($0)") }
    }
    #expect(
      run.notes.sorted() == [
        "1 [1, 2]", #"2 ["a", "b"]"#, "3", "4", "5", "6", "text", "void", "x", "y",
      ])
  }

  @Test("work on a queue")
  func queues() {
    let run = Run {
      Queues.side.async(.promise) {
        1 + 1
      }.done {
        note("\($0)")
      }
      Queues.side.async(.promise, group: nil, qos: .userInitiated, flags: .barrier) {
        try Self.fail()
      }.done { _ in
        note("never")
      }.catch {
        note("\($0)")
      }
    }
    #expect(run.notes == ["2", "x"])
  }

  private static func fail() throws -> Int { throw Failure("x") }
}
