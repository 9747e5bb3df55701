import Demos
import PromiseEvents
import PromiseGraph
import PromiseInsight
import PromiseScreens
import Testing

@testable import promise_tui

/// What the screens of playback show, in every demo.
@Suite("Screens while a demo plays")
struct StoryScreenTests {
  private static let sizes = [(80, 24), (100, 30), (120, 40), (60, 60), (79, 24), (40, 12)]

  @Test(
    "When a fan-in is decided, its row, the input and what runs are in view",
    arguments: Demo.all.map(\.name))
  func decisions(name: String) throws {
    let scenario = try Catalog.scenario(named: name, settings: [])
    let (events, _) = SimulatedRun.events(of: scenario, limit: 100_000, within: .seconds(3600))
    let run = PrintedRun(Recording(entry: scenario.entry, isVirtual: true, events: events))
    let plan = BeatPlan(run.history)
    for (width, height) in Self.sizes {
      let form = ScreenForm(size: Size(width: width, height: height))
      var state = try run.state(form, at: nil)
      for (index, beat) in plan.beats.enumerated() where beat.kind == .decide {
        let place = try #require(plan.place(at: plan.start(of: index) + beat.duration - 1))
        state.show(place, of: plan)
        guard case .settled(let settlement) = run.history[place.event]?.kind else { continue }
        let rows = view(state).text.split(separator: "\n").dropLast(height < 20 ? 2 : 3)
        let graph = run.history.graph(at: place.event)
        let running = graph.jobs.filter { $0.started != nil && $0.ended == nil }.compactMap(\.child)
        // A low screen has no room for all of them.
        let needed =
          [settlement.promise, settlement.from].compactMap { $0 }
          + running.prefix(height < 20 ? 0 : 3)
        let words = Set(rows.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map(String.init))
        for promise in needed {
          #expect(words.contains("\(promise)"), "\(promise) at \(width)x\(height)")
        }
      }
    }
  }
}
