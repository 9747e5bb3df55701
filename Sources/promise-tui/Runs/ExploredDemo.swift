import Demos
import PromiseKitLite
import PromiseSimulation

/// A demo with its knobs turned, whose schedules are explored.
typealias ExploredScenario = PromiseSimulation.Scenario

extension ExploredScenario {
  /// `demo` with these knobs. What its tokens stand for is the demo's text, its queues and its knobs: one
  /// that was made with others is refused.
  init(_ demo: Demo, knobs: Knobs) {
    let queues = demo.queues.map {
      SimulatedQueue(label: $0.label, kind: $0.kind, isDrained: $0.isDrained)
    }
    let parts = demo.sources.map(\.text) + queues.map { "\($0.label) \($0.kind)" } + ["\(knobs)"]
    self.init(
      demo.name, version: parts.joined(separator: "\n"), queues: queues, touching: demo.touching,
      begin: { demo.start(knobs: knobs, in: .current).last })
  }
}
