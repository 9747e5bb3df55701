package import PromiseKitLite
package import PromiseSimulation

extension Scenario {
  /// Runs the scenario by `schedule`, as far as that goes, changed by hand as `list` says, and answers its
  /// events. Answers what there is where a thread would wait for ever.
  package func events(
    _ schedule: Schedule = [], changedBy list: [Intervention], known: KnownValues = KnownValues(),
    collecting: Bool = false, steps: Int = 10_000
  ) -> [PromiseEvent] {
    let recorder = RunRecorder()
    let simulation = Simulation(
      observers: [recorder], queues: queues, replaying: schedule,
      interventions: Interventions(list, known: known, collecting: collecting))
    _ = Simulation.onSpareThread { [begin] in
      var last: PromiseCore?
      simulation.start { last = try? begin() }
      simulation.run(steps: steps)
      withExtendedLifetime(last) {}
    }
    return recorder.events
  }
}
