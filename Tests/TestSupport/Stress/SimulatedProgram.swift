import PromiseKitLite
import PromiseSimulation
import Synchronization

extension Program {
  /// Simulates the program under a random schedule, and returns where the library and the model
  /// differ; `nil` if they agree to the end.
  package func difference(seed: UInt64) -> String? {
    let events = simulate(seed)
    let said = EventLines(events).lines
    let model = model(following: said)
    let expected = EventLines.ordered(model)
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

  private func simulate(_ seed: UInt64) -> [PromiseEvent] {
    let recorder = RecordingObserver()
    let choice = Mutex(SeededGenerator(seed: seed ^ 0xFFFF))
    let simulation = Simulation(
      observers: [recorder],
      queues: [.serial("side"), .serial("other"), .concurrent("wide", width: Queue.wide.width)],
      chooser: { choices in choice.withLock { $0.below(choices.count) } })
    let library = LibraryRun()
    simulation.start { for thread in threads { library.run(thread) } }
    simulation.run()
    simulation.start { library.end() }
    return recorder.events
  }

  /// The lines of the model whose jobs start in the order of `lines`.
  private func model(following lines: [String]) -> [String] {
    let model = Model()
    model.runMain { for thread in threads { model.run(thread) } }
    while !model.isOver {
      let next = model.lines.count
      guard next < lines.count, model.step(as: lines[next]) else {
        return model.lines + ["one of \(model.choices)"]
      }
    }
    model.runMain { model.letGo() }
    return model.lines
  }
}
