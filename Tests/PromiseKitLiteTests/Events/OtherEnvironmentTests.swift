import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Promises of one environment that are used in another one")
struct OtherEnvironmentTests {
  @Test(
    "each has its own identity there, is first observed late, and settles there when that is known"
  )
  func names() throws {
    let settled = Promise.value(7)
    let (pending, seal) = Promise<Int>.pending()
    let run = Run {
      _ = when(label: "all", fulfilled: [Promise.value(5), settled, pending])
      _ = Promise.value(1).then(label: "outer") { _ in settled }
      seal.fulfill(3)
    }
    let creations = run.kinds.compactMap { kind -> PromiseEvent.Creation? in
      if case .created(let creation) = kind { creation } else { nil }
    }
    let late = creations.filter(\.late).map(\.promise)
    let all = try #require(creations.first { $0.label == "all" })
    #expect(late.count == 2 && Set(creations.map(\.promise)).count == creations.count)
    #expect(all.parents.dropFirst() == late[...])
    #expect(run.settlement(of: "outer")?.from == late.first)
    let told = run.kinds.compactMap { kind -> String? in
      if case .settled(let settlement) = kind, late.contains(settlement.promise) {
        settlement.description
      } else {
        nil
      }
    }
    #expect(told == ["7", "3"])
  }

  @Test("an event never carries the queue of another environment")
  func queue() {
    let inner = RecordingObserver()
    let other = PromiseEnvironment(observers: [inner])
    let promise = other.run { Promise<Int>.pending() }
    let run = Run {
      _ = Promise.value(1).done(on: Queues.side) { _ in promise.resolver.fulfill(1) }
    }
    #expect(run.kinds.contains { if case .jobEnded = $0 { true } else { false } })
    #expect(inner.events.count == 2 && inner.events.allSatisfy { $0.queue == nil })
  }

  @Test("an inline handler may run a whole simulation")
  func simulationInHandler() {
    let run = Run {
      _ = Promise.value(1).done(on: nil) { _ in
        let inner = Run {
          Promise.value(1).map { $0 + 1 }.done { note("inner \($0)") }.catch { _ in }
        }
        #expect(inner.notes == ["inner 2"])
        note("outer")
      }
    }
    #expect(run.notes == ["outer"])
  }
}
