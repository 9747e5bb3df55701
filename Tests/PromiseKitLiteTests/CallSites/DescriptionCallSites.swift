import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// PromiseKit's descriptions of a promise.
@Suite("PromiseKit's call sites: CustomStringConvertible")
struct DescriptionCallSites {
  private enum Problem: Error { case offline }

  @Test("a pending promise names its type")
  func pending() {
    let promise = Promise<Int>.pending().promise
    #expect("\(promise)" == "Promise(…Int)")
    #expect(promise.debugDescription == "Promise<Int>.pending(handlers: 0)")
    promise.done { _ in }.cauterize()
    #expect(promise.debugDescription == "Promise<Int>.pending(handlers: 1)")
    #expect("\(Promise<Void>.pending().promise)" == "Promise(…())")
  }

  @Test("a fulfilled promise shows its value")
  func fulfilled() {
    #expect("\(Promise.value(1))" == "Promise(1)")
    #expect(String(reflecting: Promise.value(1)) == "Promise<Int>.fulfilled(1)")
    #expect(Promise.value("a").debugDescription == "Promise<String>.fulfilled(a)")
  }

  @Test("a rejected promise shows its error, and also its type in the debug description")
  func rejected() {
    let promise = Promise<Int>(error: Problem.offline)
    promise.cauterize()
    #expect("\(promise)" == "Promise(offline)")
    #expect(promise.debugDescription == "Promise<Int>.rejected(Problem.offline)")
  }

  @Test("a guarantee in the same way")
  func guarantees() {
    let guarantee = Guarantee<Int>.pending().guarantee
    #expect("\(guarantee)" == "Guarantee(…Int)")
    #expect(guarantee.debugDescription == "Guarantee<Int>.pending(handlers: 0)")
    #expect("\(Guarantee.value(1))" == "Guarantee(1)")
    #expect(Guarantee.value(1).debugDescription == "Guarantee<Int>.fulfilled(1)")
  }

  @Test("a guarantee that was cancelled says so")
  func cancelled() {
    let context = CancelContext()
    let (guarantee, fulfill) = context.run { Guarantee<Int>.pending() }
    context.cancel()
    fulfill(1)
    #expect("\(guarantee)" == "Guarantee(\(PMKError.cancelled))")
    #expect(
      guarantee.debugDescription == "Guarantee<Int>.rejected(PMKError.\(PMKError.cancelled))")
  }
}
