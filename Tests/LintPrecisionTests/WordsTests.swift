import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

/// Sentences of warnings about whole programs, where a shorter one would be false.
@Suite("The words of warnings")
struct WordsTests {
  private func sentences(
    _ lint: any Lint.Type, _ program: @escaping @Sendable () -> Void
  ) -> [String] {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    simulation.start { program() }
    simulation.run()
    var state = RunState()
    for event in recorder.events { state.apply(event) }
    return (Array(state.warnings) + state.warningsAtEnd).filter { $0.lint == lint.id }
      .map(\.sentence)
  }

  @Test("Work that is done twice on a serial queue is not said to run at the same time")
  func serialRenewals() {
    let told = sentences(OverlappingRuns.self) {
      let own = DispatchQueue(label: "own")
      let isOld = Mutex(true)
      struct Expired: Error {}
      @Sendable func ask() -> Promise<Int> {
        let isOld = isOld.withLock { $0 }
        return after(.milliseconds(2)).map(label: "ask") {
          if isOld { throw Expired() }
          return 1
        }
      }
      @Sendable func renew() -> Promise<Void> {
        own.async(.promise, label: "renew") {
          work(for: .milliseconds(20))
          isOld.withLock { $0 = false }
        }
      }
      for _ in 1...2 {
        ask().recover { _ in renew().then { ask() } }.done { note("\($0)") }.cauterize()
      }
    }
    #expect(told.count == 1)
    #expect(
      told.first?.hasSuffix(
        " was created 0.0 ms after p11 renew at the same line, before that was done: one run would have done"
      ) == true, "\(told)")
  }

  @Test("The answer of an older call that is last is not said to win")
  func olderAnswer() {
    let told = sentences(OlderAnswerWins.self) {
      for (begin, length) in [(0, 100), (30, 20)] {
        _ = after(.milliseconds(begin)).done {
          _ = after(.milliseconds(length)).done(label: "show") { note("\(length)") }
        }
      }
    }
    #expect(told.count == 1)
    #expect(
      told.first?.contains(" ms after it had run for a newer one, ") == true, "\(told)")
    #expect(
      told.first?.hasSuffix(": the older result stays, unless the handler checks") == true,
      "\(told)")
  }

  @Test("A circle of chains that hold and wait is found while a job runs that holds nothing")
  func exit() {
    func told(holding: Bool) -> [PromiseEvent] {
      let recorder = RecordingObserver()
      let simulation = Simulation(observers: [recorder])
      let kept = Kept()
      simulation.start {
        let pool = Pool(kept, size: holding ? 3 : 2)
        for _ in 1...2 { pool.useTwo() }
        if holding {
          _ = pool.take().then(label: "rows") { after(.milliseconds(100)) }.done(label: "give") {
            note("exit")
            pool.give()
          }
        } else {
          _ = after(.milliseconds(100)).done(label: "give up") { note("exit") }
        }
      }
      simulation.run()
      let end = recorder.events.firstIndex {
        if case .note("exit") = $0.kind { true } else { false }
      }
      withExtendedLifetime(kept) {}
      return end.map { Array(recorder.events[...$0]) } ?? []
    }
    func circle(_ events: [PromiseEvent]) -> String? {
      var state = RunState()
      for event in events { state.apply(event) }
      return state.warningsAtEnd.first { $0.lint == "hold-and-wait" }?.sentence
    }
    let events = told(holding: false)
    #expect(!events.isEmpty)
    // Both chains ask in the same handler.
    let sentence = circle(events) ?? ""
    #expect(sentence.contains("; asked for at WordsTests.swift:"), "\(sentence)")
    #expect(!sentence.contains(" and WordsTests.swift:"), "\(sentence)")
    let others = told(holding: true)
    #expect(!others.isEmpty)
    #expect(circle(others) == nil)
  }
}

/// A pool of promises, of which each chain takes two.
private final class Pool: Sendable {
  private let state: Mutex<(free: Int, waiting: [Resolver<Void>])>

  init(_ kept: Kept, size: Int) {
    state = Mutex((size, []))
    kept.keep(self)
  }

  func take() -> Promise<Void> {
    state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return Promise.value(label: "connection", ())
      }
      let (promise, seal) = Promise<Void>.pending(label: "connection")
      state.waiting.append(seal)
      return promise
    }
  }

  func give() {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.fulfill()
  }

  func useTwo() {
    take().then(label: "more") { after(.milliseconds(5)).then { self.take() } }
      .done(label: "both") { self.give() }.cauterize()
  }
}
