import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
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
    let runs = [
      EventStream.loginWithSource, EventStream.dashboard.events,
      Scenario.dashboard.events(changedBy: []),
    ]
    return runs.map { TraceSamples.trace(of: $0) } + [TraceSamples.trace]
  }()

  private static let keys: [Key] =
    "gGhljkwWeEdfnN?/:.,01234 vbcixoqstm".map { .character($0) }
    + [.enter, .escape, .up, .down, .left, .right, .tab, .pageDown, .end, .home]

  @Test(
    "It never traps, and the content has the size of the screen",
    .enabled(if: Rounds.isFuzzing, "make test-stress runs it"))
  func wholeWay() throws {
    try Rounds(40).each { round, random in
      let trace = random.damaged(lines: Self.traces[round.seed % Self.traces.count])
      guard let events = try? random.read(trace).events else { return }
      told(events, round)
      shown(events, round, &random)
    }
  }

  /// As text.
  private func told(_ events: [PromiseEvent], _ round: Round) {
    var history = History()
    history.append(contentsOf: events)
    history.flush()
    #expect(!LinearReport.text(history, title: "damaged").isEmpty, "\(round)")
    _ = EventTeller.text(of: history, title: "damaged")
    let sorted = Array(history.events)
    let order = HandlerOrder(sorted)
    #expect(
      OrderDifference(GoldenOrder(order, times: true), order, times: true).isEmpty, "\(round)")
    let run = NamedRun(sorted)
    for text in [
      "ads before render", "never unhandled", "render at 80 ms", "p1 is fulfilled",
      "render queued for 2 ms",
    ] {
      _ = (try? RunExpectation(reading: text, for: .run))?.failure(in: run)
    }
  }

  /// On the screens, at any size, with any keys.
  private func shown(_ events: [PromiseEvent], _ round: Round, _ random: inout SeededGenerator) {
    var driver = Driver(events, predicts: false, real: true)
    driver.send(.events(events))
    driver.send(.finished)
    for _ in 0..<25 {
      let size = Size(width: 20 + random.below(141), height: 6 + random.below(45))
      if random.one(in: 2) { driver.send(.resize(size)) }
      driver.send(.key(random.any(of: Self.keys)))
      let (canvas, shown) = (view(driver.state), driver.state.size)
      #expect(canvas.width == shown.width && canvas.height == shown.height, "\(round)")
    }
  }
}
