import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("No lint reports the ways out of a context")
struct WayOutTests {
  @Test("detached(), and an ensure that cancels its own chain")
  func silent() {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    simulation.start {
      let (search, both) = (CancelContext(), CancelContext())
      search.run { after(.milliseconds(10)).map { 1 } }
        .detached()
        .ensure { search.cancel() }
        .done { note("found \($0)") }
        .cauterize()
      both.run {
        race(after(.milliseconds(5)).map { "near" }, after(.milliseconds(9)).map { "far" })
      }
      .ensure { both.cancel() }
      .done { note($0) }
      .cauterize()
    }
    simulation.run()
    var state = RunState()
    for event in recorder.events { state.apply(event) }
    let notes = recorder.events.compactMap { event in
      if case .note(let text) = event.kind { text } else { nil }
    }
    #expect(notes == ["near", "found 1"])
    #expect((Array(state.warnings) + state.warningsAtEnd).map(\.lint).isEmpty)
  }
}
