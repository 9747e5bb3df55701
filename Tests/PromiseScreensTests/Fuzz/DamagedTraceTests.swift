import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@testable import PromiseScreens

/// Any trace passes through history, graph, lints, report, course and screens.
@Suite("A damaged trace on the screens")
struct DamagedTraceTests {
  /// Coherent runs, and the samples of every kind.
  private static let traces: [[UInt8]] = {
    let writer = TraceWriter()
    let runs = [
      EventStream.loginWithSource, EventStream.dashboard.events,
      Scenario.dashboard.events(changedBy: []),
    ]
    let traces = runs.map { events in
      var bytes = writer.line(TraceHeader(isVirtual: false, title: "run"))
      for event in events { writer.append(event, to: &bytes) }
      return bytes
    }
    return traces + [TraceSamples.trace]
  }()

  private static let keys: [Key] =
    "gGhljkwWeEdfnN?/:.,01234 vbcixoqstm".map { .character($0) }
    + [.enter, .escape, .up, .down, .left, .right, .tab, .pageDown, .end, .home]

  @Test(
    "It never traps, and the content has the size of the screen",
    .enabled(if: FuzzPlan.isLong, "make test-stress runs it"))
  func wholeWay() {
    for seed in FuzzPlan.seeds(40) {
      FuzzPlan.tell(seed, "screens")
      var random = TraceFuzzer(seed: UInt64(seed))
      let trace = Self.traces[seed % Self.traces.count]
      var reader = TraceReader()
      guard var events = try? reader.read(random.damaged(trace)) else { continue }
      events += (try? reader.finish()) ?? []
      told(events)
      shown(events, &random)
    }
  }

  /// As text.
  private func told(_ events: [PromiseEvent]) {
    var history = History()
    history.append(contentsOf: events)
    history.flush()
    #expect(!LinearReport.text(history, title: "damaged").isEmpty)
    _ = EventTeller.text(of: history, title: "damaged")
    let sorted = Array(history.events)
    let order = HandlerOrder(sorted)
    #expect(OrderDifference(GoldenOrder(order, times: true), order, times: true).isEmpty)
    let run = NamedRun(sorted)
    for text in [
      "ads before render", "never unhandled", "render at 80 ms", "p1 is fulfilled",
      "render queued for 2 ms",
    ] {
      _ = (try? RunExpectation(reading: text, for: .run))?.failure(in: run)
    }
  }

  /// On the screens, at any size, with any keys.
  private func shown(_ events: [PromiseEvent], _ random: inout TraceFuzzer) {
    var driver = Driver(events, predicts: false, real: true)
    driver.send(.events(events))
    driver.send(.finished)
    for _ in 0..<25 {
      let size = Size(
        width: Int.random(in: 20...160, using: &random),
        height: Int.random(in: 6...50, using: &random))
      if Bool.random(using: &random) { driver.send(.resize(size)) }
      driver.send(.key(Self.keys.randomElement(using: &random) ?? .enter))
      let canvas = view(driver.state)
      #expect(canvas.width == driver.state.size.width && canvas.height == driver.state.size.height)
    }
  }
}
