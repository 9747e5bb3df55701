import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 1: three states, one transition, the first resolution wins")
struct Rule1Tests {
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

  @Test("a second resolution by a callback, a guarantee's function, or a thrown error is posted")
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
    #expect(run.ignored == [.fulfilled, .rejected, .fulfilled, .rejected, .fulfilled])
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
    #expect(run.ignored.count == 7)
  }
}
