import Demos
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

extension Scenario {
  /// What is otherwise in a run of it by hand, for that run; none where nothing is.
  var interventions: Interventions? {
    changes.isEmpty ? nil : Interventions(changes, known: known)
  }

  /// Runs it, and each of its alternatives, to learn what promises are fulfilled with: where something is
  /// to succeed by hand. Nothing to do elsewhere.
  func learnValues() {
    let needsValues = changes.contains { change in
      switch change.change {
      case .flip, .settle(.fulfilled, _): true
      case .settle, .timer, .work: false
      }
    }
    guard needsValues, known.isEmpty else { return }
    let others = origin.map { origin in
      origin.knobs.alternatives.prefix(Self.mostAlternatives).map {
        ExploredScenario(origin.demo, knobs: $0)
      }
    }
    for scenario in [explored] + (others ?? []) {
      _ = scenario.events(changedBy: [], known: known, collecting: true)
    }
  }

  /// What is otherwise in `events` than in the run as it is written.
  func differences(in events: [PromiseEvent]) -> [String] {
    guard !changes.isEmpty else { return [] }
    let original = explored.events(schedule, changedBy: [])
    return RunChange(from: TimedFacts(original), to: TimedFacts(events)).sentences
  }

  /// At which lengths of a timer or job something else comes out, as far as that is found within `limit`.
  func criticalValues(
    _ request: CriticalRequest, within limit: Duration = .seconds(2)
  ) -> CriticalValues {
    var scenario = self
    scenario.changes = request.others
    scenario.learnValues()
    let search = CriticalSearch(limit: limit) { [explored, known] length in
      explored.events(
        request.schedule ?? Schedule(), changedBy: request.changes(length), known: known)
    }
    return search.values(from: request.length.nanoseconds)
  }

  private static let mostAlternatives = 8
}
