import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Events: corner cases")
struct EventCornerTests {
  private func contexts(_ run: Run) -> [Int] {
    run.all { if case .cancelRequested(let context) = $0 { context } else { nil } }
  }

  @Test("decision 8: a context is numbered from 1 in its environment")
  func contextNumber() {
    for _ in 0..<2 { #expect(contexts(Run { CancelContext().cancel() }) == [1]) }
  }

  @Test("cancelRequested is posted in the environment whose promises it cancels")
  func foreignContext() {
    let context = CancelContext()
    let run = Run {
      let it = context.run { Promise<Int>.pending(label: "it") }
      context.cancel()
      withExtendedLifetime(it) {}
    }
    #expect(run.settlement(of: "it")?.outcome == .cancelled)
    #expect(contexts(run).count == 1)
  }

  @Test("resolutionIgnored does not claim that a pending promise is fulfilled")
  func attempt() {
    let run = Run {
      let seal = Promise<Int>.pending().resolver
      seal.fulfill(1)
      seal.resolve(after(.milliseconds(1)).map { throw Failure("x") })
    }
    #expect(
      !run.kinds.contains {
        if case .resolutionIgnored(_, _, .fulfilled) = $0 { true } else { false }
      })
  }

  @Test("errorUnhandled is not posted before another promise with that error is freed")
  func unhandledLast() {
    let run = Run {
      let (root, seal) = Promise<Int>.pending()
      _ = root.map { $0 }
      seal.reject(Failure("x"))
    }
    let told = run.number { $0.name == .errorUnhandled }
    let freed = run.events(.deallocated).map(\.sequence)
    #expect(freed.dropLast().allSatisfy { $0 < told })
  }

  @Test("no link is skipped as cancelled before cancelRequested")
  func race() {
    var early = 0
    for _ in 0..<200 {
      let recorder = RecordingObserver(limit: 1000)
      let environment = PromiseEnvironment(observers: [recorder])
      environment.run {
        let context = CancelContext()
        let value = context.run { Promise.value(1) }
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
          if thread == 0 {
            context.cancel()
          } else {
            for _ in 0..<20 { _ = value.map(on: nil) { $0 } }
          }
        }
      }
      let events = recorder.events
      let asked = events.first { $0.kind.name == .cancelRequested }?.sequence ?? 0
      early += events.contains { $0.kind.name == .handlerSkipped && $0.sequence < asked } ? 1 : 0
    }
    #expect(early == 0)
  }
}
