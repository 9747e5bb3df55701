import PromiseKitLite
import Testing

@Suite("Rule 1: three states, one transition, the first resolution wins")
struct Rule1Tests {
  @Test("a promise is pending, then fulfilled, and stays so")
  func fulfilled() {
    let (promise, seal) = Promise<Int>.pending()
    #expect(promise.isPending && !promise.isResolved && promise.result == nil)
    seal.fulfill(1)
    seal.fulfill(2)
    seal.reject(Failure("late"))
    #expect(promise.value == 1 && promise.isFulfilled && !promise.isRejected)
  }

  @Test("a promise is pending, then rejected, and stays so")
  func rejected() {
    let (promise, seal) = Promise<Int>.pending()
    seal.reject(Failure("first"))
    seal.fulfill(2)
    #expect(promise.error as? Failure == Failure("first") && promise.isRejected)
    #expect(promise.value == nil)
  }

  @Test("the try forms say whether they counted")
  func tryForms() {
    let (_, first) = Promise<Int>.pending()
    #expect(first.tryFulfill(1))
    #expect(!first.tryFulfill(1) && !first.tryReject(Failure("late")))
    #expect(!first.tryResolve(.success(3)) && !first.tryResolve(Promise.value(4)))
    let (_, second) = Promise<Int>.pending()
    #expect(second.tryReject(Failure("first")) && !second.tryFulfill(1))
  }

  @Test("a later resolution is told with the place that tried")
  func ignoredResolutionIsTold() throws {
    let line = #line + 4
    let run = Run {
      let (_, seal) = Promise<Int>.pending("twice")
      seal.fulfill(1)
      seal.reject(Failure("late"))
    }
    let ignored = run.kinds.compactMap { kind -> (SourceSite?, PromiseEvent.Outcome)? in
      if case .resolutionIgnored(_, let site, let attempt) = kind { (site, attempt) } else { nil }
    }
    #expect(ignored.count == 1)
    #expect(ignored.first?.0?.line == line && ignored.first?.1 == .rejected)
    #expect(ignored.first?.0?.fileName == "Rule1Tests.swift")
    #expect(run.settlement(of: "twice")?.outcome == .fulfilled)
  }

  @Test("a body that throws after it has settled its promise changes nothing")
  func throwAfterFulfil() {
    let promise = Promise<Int> { seal in
      seal.fulfill(1)
      throw Failure("late")
    }
    #expect(promise.value == 1)
  }

  @Test("a callback with neither value nor error is an invalid calling convention")
  func nilNil() {
    let promise = Promise<Int> { $0.resolve(nil, nil) }
    guard case PMKError.invalidCallingConvention? = promise.error else {
      Issue.record("\(promise) is not rejected with invalidCallingConvention")
      return
    }
  }

  @Test("settle events come once for each promise, with sequence numbers in order and whole")
  func streamIsWhole() {
    let run = Run {
      Promise.value(1).map { $0 + 1 }.done { _ in }.catch { _ in }.finally {}
    }
    #expect(run.events.map(\.sequence) == Array(1...run.events.count))
    let settled = run.kinds.compactMap { kind -> PromiseID? in
      if case .settled(let settlement) = kind { settlement.promise } else { nil }
    }
    #expect(settled.count == 5 && Set(settled).count == 5)
  }
}
