import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 1: three states, one transition, the first resolution wins")
struct Rule1Tests {
  @Test("a promise is pending, then fulfilled, and stays fulfilled")
  func fulfilled() {
    let (promise, seal) = Promise<Int>.pending()
    #expect(promise.isPending && !promise.isResolved && promise.result == nil)
    seal.fulfill(1)
    seal.fulfill(2)
    seal.reject(Failure("late"))
    #expect(promise.value == 1 && promise.isFulfilled && !promise.isRejected)
  }

  @Test("a promise is pending, then rejected, and stays rejected")
  func rejected() {
    let (promise, seal) = Promise<Int>.pending()
    seal.reject(Failure("first"))
    seal.fulfill(2)
    #expect(promise.error as? Failure == Failure("first") && promise.isRejected)
    #expect(promise.value == nil)
  }

  @Test("the try forms return whether they counted")
  func tryForms() {
    let (_, first) = Promise<Int>.pending()
    #expect(first.tryFulfill(1))
    #expect(!first.tryFulfill(1) && !first.tryReject(Failure("late")))
    #expect(!first.tryResolve(.success(3)) && !first.tryResolve(Promise.value(4)))
    let (_, second) = Promise<Int>.pending()
    #expect(second.tryReject(Failure("first")) && !second.tryFulfill(1))
  }

  @Test("a later resolution is posted with the site of the attempt")
  func ignoredResolutionIsTold() throws {
    let line = #line + 4
    let run = Run {
      let (_, seal) = Promise<Int>.pending(label: "twice")
      seal.fulfill(1)
      seal.reject(Failure("late"))
    }
    let ignored = run.kinds.compactMap { kind -> (SourceSite?, PromiseEvent.Outcome?)? in
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

  @Test("a body that throws after it has settled its promise is posted with the promise's own site")
  func throwAfterFulfilIsTold() {
    let line = #line + 2
    let run = Run {
      _ = Promise<Int>(label: "now") { seal in
        seal.fulfill(1)
        throw Failure("late")
      }
      _ = Promise<Int>(label: "queued", on: Queues.side) { seal in
        seal.fulfill(2)
        throw Failure("late")
      }
    }
    let ignored = run.kinds.compactMap { kind -> (PromiseID, SourceSite?)? in
      if case .resolutionIgnored(let promise, let site, .rejected) = kind {
        (promise, site)
      } else {
        nil
      }
    }
    #expect(ignored.map(\.0) == [run.id(of: "now"), run.id(of: "queued")])
    #expect(ignored.map(\.1?.line) == [line, line + 4])
    #expect(ignored.allSatisfy { $0.1?.fileName == "Rule1Tests.swift" })
  }

  @Test("a callback with neither value nor error is an invalid calling convention")
  func nilNil() {
    let promise = Promise<Int> { $0.resolve(nil as Int?, nil) }
    guard case PMKError.invalidCallingConvention? = promise.error else {
      Issue.record("\(promise) is not rejected with invalidCallingConvention")
      return
    }
  }

  @Test("settle events come once for each promise, with sequence numbers in order and without gaps")
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

  @Test("the three states, and the result of each query")
  func states() throws {
    let (pending, seal) = Promise<Int>.pending()
    let fulfilled = Promise.value(1)
    let rejected = Promise<Int>(error: Failure("x"))
    rejected.catch(on: nil) { _ in }
    let answers = [pending, fulfilled, rejected].map {
      [$0.isPending, $0.isResolved, $0.isFulfilled, $0.isRejected, $0.value == 1, $0.error != nil]
    }
    #expect(
      answers == [
        [true, false, false, false, false, false],
        [false, true, true, false, true, false],
        [false, true, false, true, false, true],
      ])
    #expect(pending.result == nil)
    #expect(try fulfilled.result?.get() == 1)
    #expect(throws: Failure("x")) { try rejected.result?.get() }
    withExtendedLifetime(seal) {}
  }

  @Test("every way to resolve a second time is ignored and posted, with the attempt and its site")
  func everySecondResolution() {
    var lines: [UInt] = []
    let run = Run {
      let (_, seal) = Promise<Int>.pending(label: "settled")
      seal.fulfill(0)
      lines = resolveInEveryWay(seal)
    }
    #expect(
      outcomesIgnored(run) == [
        .fulfilled, .rejected, .rejected, .fulfilled, .fulfilled, .rejected, .cancelled, .fulfilled,
      ])
    #expect(linesIgnored(run) == lines)
    #expect(run.settlement(of: "settled")?.description == "0")
  }

  @Test("also while the promise is locked in to another one")
  func everyResolutionWhileLockedIn() {
    var lines: [UInt] = []
    let run = Run {
      let (inner, innerSeal) = Promise<Int>.pending(label: "inner")
      let (_, seal) = Promise<Int>.pending(label: "outer")
      seal.resolve(inner)
      lines = resolveInEveryWay(seal)
      innerSeal.fulfill(0)
    }
    #expect(linesIgnored(run) == lines)
    #expect(run.settlement(of: "outer")?.description == "0")
  }

  @Test("the forms of callbacks, a guarantee's function, and a body that throws are posted too")
  func otherSecondResolutions() {
    let run = Run {
      let (_, seal) = Promise<Int>.pending()
      seal.fulfill(0)
      seal.resolve(1, nil)
      seal.resolve(nil, Failure("x"))
      let (_, resolve) = Guarantee<Int>.pending()
      resolve(0)
      resolve(1)
      _ = Promise<Int> { seal in
        seal.fulfill(0)
        throw Failure("late")
      }
      _ = Promise<Void> { seal in
        seal.fulfill()
        seal.resolve(nil as (any Error)?)
      }
    }
    #expect(outcomesIgnored(run) == [.fulfilled, .rejected, .fulfilled, .rejected, .fulfilled])
  }

  @Test("the first of eight threads wins, in the events too: one settled, the others ignored")
  func threads() {
    let recorder = RecordingObserver()
    PromiseEnvironment(observers: [recorder]).run {
      let (promise, seal) = Promise<Int>.pending()
      DispatchQueue.concurrentPerform(iterations: 8) { seal.fulfill($0) }
      #expect(promise.isFulfilled)
    }
    let run = Run(events: recorder.events)
    let settled = run.kinds.filter { if case .settled = $0 { true } else { false } }
    #expect(settled.count == 1)
    #expect(outcomesIgnored(run).count == 7)
  }

  /// Resolves in every way that reports its call site; returns the lines of the calls.
  private func resolveInEveryWay(_ seal: Resolver<Int>) -> [UInt] {
    let line: UInt = #line
    seal.fulfill(1)
    seal.reject(Failure("x"))
    seal.resolve(.failure(Failure("x")))
    #expect(!seal.tryResolve(.success(1)))
    #expect(!seal.tryFulfill(1))
    #expect(!seal.tryReject(Failure("x")))
    #expect(!seal.tryResolve(Promise(error: Cancelled())))
    #expect(!seal.tryResolve(Guarantee.value(1)))
    return (1...8).map { line + $0 }
  }

  private func outcomesIgnored(_ run: Run) -> [PromiseEvent.Outcome] {
    run.kinds.compactMap { kind in
      if case .resolutionIgnored(_, _, let attempt) = kind { attempt } else { nil }
    }
  }

  private func linesIgnored(_ run: Run) -> [UInt] {
    run.kinds.compactMap { kind in
      if case .resolutionIgnored(_, let site, _) = kind { site.map { UInt($0.line) } } else { nil }
    }
  }
}
