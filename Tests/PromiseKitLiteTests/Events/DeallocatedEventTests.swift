import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The event deallocated: a promise is freed")
struct DeallocatedEventTests {
  /// The deallocations of promises, in order.
  private func ends(
    _ run: Run
  ) -> [(promise: PromiseID, state: PromiseEvent.FinalState, waiting: [PromiseID])] {
    run.all { kind in
      guard case .deallocated(let promise, let state, let waiting) = kind else { return nil }
      return (promise, state, waiting)
    }
  }

  @Test("every promise of a finished scenario is posted as freed, once, after all its other events")
  func settled() {
    let run = Run {
      Promise.value(1).then { after(.milliseconds($0)) }.done {}.catch { _ in }.finally {}
    }
    let ends = ends(run)
    #expect(ends.allSatisfy { $0.state == .settled && $0.waiting.isEmpty })
    #expect(ends.map(\.promise).sorted() == run.creations.map(\.promise) && ends.count == 6)
    for end in ends {
      #expect(run.kinds.last { $0.promises.first == end.promise }?.name == .deallocated)
    }
  }

  @Test("a promise that is freed while pending names those that now never settle, of every kind")
  func pending() throws {
    let run = Run {
      let (promise, _) = Promise<Int>.pending(label: "given up")
      _ = promise.map(label: "link") { $0 }
      _ = when(label: "all", fulfilled: [promise])
      _ = Promise<Int>.value(1).then(label: "adopter", on: nil) { _ in promise }
    }
    let ends = ends(run)
    let lost = try #require(ends.first)
    #expect(lost.promise == run.id(of: "given up") && lost.state == .pending)
    #expect(lost.waiting == ["link", "all", "adopter"].compactMap { run.id(of: $0) })
    #expect(ends.map(\.state) == [.pending, .pending, .pending, .settled, .pending])
    #expect(ends.dropFirst().allSatisfy { $0.waiting.isEmpty })
  }

  @Test("a promise that is replaced by its adopter is freed as forwarded")
  func forwarded() throws {
    let run = Run {
      Promise.value(3).then(label: "root") { countdown($0) }.done { note("\($0)") }.catch { _ in }
    }
    let root = try #require(run.id(of: "root"))
    let states = ends(run).map(\.state)
    #expect(run.notes == ["0"])
    #expect(states.count { $0 == .forwarded(to: root) } == 3 && !states.contains(.pending))
  }

  @Test("on real queues it is posted at the last release, on that thread, and ends the promise")
  func real() {
    let recorder = RecordingObserver()
    PromiseEnvironment(observers: [recorder]).run {
      let promise = Promise.value(label: "it", 1)
      withExtendedLifetime(promise) { note("alive") }
    }
    let names = recorder.events.map(\.kind.name)
    #expect(names == [.created, .settled, .note, .deallocated])
    #expect(Set(recorder.events.map(\.thread)).count == 1)
  }
}

/// Returns a promise of a step that returns a promise of a step …
@Sendable private func countdown(_ count: Int) -> Promise<Int> {
  guard count > 0 else { return .value(0) }
  return Promise.value(count).then { countdown($0 - 1) }
}
