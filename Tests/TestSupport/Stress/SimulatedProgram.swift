package import PromiseKitLite
package import PromiseSimulation
import Synchronization

extension Program {
  /// Simulates the program under a random schedule, and returns where the library and the model
  /// differ; `nil` if they agree to the end.
  package func difference(seed: Int) -> String? {
    let events = events(seed: seed)
    let said = EventLines(events).lines
    let expected = EventLines.ordered(model(following: said).lines)
    let lines = EventLines.ordered(said)
    if let place = lines.indices.first(where: { $0 >= expected.count || lines[$0] != expected[$0] })
    {
      return """
        after
        \(lines[max(0, place - 12)..<place].map { "    \($0)\n" }.joined())\
        the library says   \(lines[place])
        and the model says \(place < expected.count ? expected[place] : "nothing")
        """
    }
    if expected.count > lines.count { return "the library leaves out \(expected[lines.count])" }
    return Consistency(events, onOneThread: true).violations.first
  }

  /// Simulates the program under the random schedule of a seed, and returns its events.
  package func events(
    seed: Int, declaring queues: [SimulatedQueue] = [.serial("side"), .serial("other")]
  ) -> [PromiseEvent] {
    let recorder = RecordingObserver()
    let simulation = Simulation(
      observers: [recorder], queues: queues + [.concurrent("wide", width: Queue.wide.width)],
      chooser: SeededGenerator(seed: seed ^ 0xFFFF).chooser)
    let library = LibraryRun()
    simulation.start { for thread in threads { library.run(thread) } }
    simulation.run()
    simulation.start { library.end() }
    return recorder.events
  }

  /// Returns the lines of the model whose jobs start in the order of `lines`, and whether it could follow them to
  /// the end.
  package func model(following lines: [String]) -> (lines: [String], isWhole: Bool) {
    let model = Model()
    model.runMain { for thread in threads { model.run(thread) } }
    while !model.isOver {
      let next = model.lines.count
      guard next < lines.count, model.step(as: lines[next]) else {
        return (model.lines + ["one of \(model.choices)"], false)
      }
    }
    model.runMain { model.letGo() }
    return (model.lines, true)
  }
}

extension SeededGenerator {
  /// Chooses one of what can happen next.
  package var chooser: Simulation.Chooser {
    let random = Mutex(self)
    return { choices in random.withLock { $0.below(choices.count) } }
  }
}
