import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The event cancelRequested: the cancellation of a chain is requested")
struct CancelEventTests {
  /// The contexts in the order in which they were cancelled.
  private func contexts(_ run: Run) -> [Int] {
    run.all { if case .cancelRequested(let context) = $0 { context } else { nil } }
  }

  @Test("is posted once, before everything that follows from it")
  func once() {
    let run = Run {
      let context = CancelContext()
      context.onCancel { note("context's handler") }
      let chain = context.run {
        let chain = Promise<Int>(label: "it") { seal in seal.onCancel { note("body's handler") } }
        chain.cancelled { note("heard") }.cauterize()
        _ = chain.delay(label: "pause", seconds: 1)
        return chain
      }
      note("before")
      context.cancel()
      context.cancel()
      withExtendedLifetime(chain) {}
    }
    #expect(contexts(run).count == 1)
    #expect(run.notes == ["before", "context's handler", "body's handler", "heard"])
    let asked = run.number { $0.name == .cancelRequested }
    #expect(asked > run.number { $0 == .note("before") })
    #expect(asked < run.number { $0 == .note("context's handler") })
    #expect(run.settlement(of: "it")?.outcome == .cancelled)
  }

  @Test("identifies each context, the outer one before nested ones")
  func within() {
    let run = Run {
      let outer = CancelContext()
      let inner = outer.run { CancelContext() }
      let other = CancelContext()
      outer.cancel()
      other.cancel()
      withExtendedLifetime(inner) {}
    }
    #expect(contexts(run).count == 3 && contexts(run) == contexts(run).sorted())
    #expect(Set(contexts(run)).count == 3)
  }

  @Test("comes before every settlement, timer, and skipped job that it causes")
  func causes() {
    let run = Run {
      let context = CancelContext()
      context.run {
        _ = after(label: "timer", .seconds(1))
        _ = Promise.value(1).done(label: "job", on: Queues.side) { _ in note("never") }
      }
      context.cancel()
    }
    let asked = run.number { $0.name == .cancelRequested }
    let effects = run.events.filter { event in
      switch event.kind {
      case .settled(let settlement): settlement.outcome == .cancelled
      case .timerCancelled, .jobEnded(_, _, _, .skipped): true
      default: false
      }
    }
    #expect(effects.count == 4 && effects.allSatisfy { $0.sequence > asked } && asked > 0)
    #expect(run.notes.isEmpty)
  }
}
