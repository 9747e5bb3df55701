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
        " was started 0.0 ms after p11 renew at the same line, before that was done: one run would have done"
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
}
