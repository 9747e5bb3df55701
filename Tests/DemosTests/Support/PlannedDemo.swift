import Demos
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Synchronization
import Testing

/// A demo that was simulated to its end, and the plan of its playback.
struct PlannedDemo {
  let events: [PromiseEvent]
  let history: History
  let plan: BeatPlan

  fileprivate init(_ demo: Demo) throws {
    var history = History()
    events = try SimulatedDemo(demo).events
    history.append(contentsOf: events)
    history.flush()
    self.history = history
    plan = BeatPlan(history)
  }
}

/// The demos that were planned so far, by name.
private let planned = Mutex<[String: PlannedDemo]>([:])

/// Returns the plan of a demo with its standard knobs. Several tests look at it, and making it takes longer than
/// looking.
func plannedDemo(_ name: String) throws -> PlannedDemo {
  if let made = planned.withLock({ $0[name] }) { return made }
  let made = try PlannedDemo(#require(Demo.named(name)))
  planned.withLock { $0[name] = made }
  return made
}
