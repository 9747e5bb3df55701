import PromiseKitLite
import PromiseSimulation

extension State {
  /// Begins or ends to choose what runs next. The queues come into view, where the choices are listed.
  mutating func toggleChoosing() {
    guard var run else { return }
    run.stop()
    run.choosing.toggle()
    if run.choosing, layout.frame(of: .queues) == nil {
      run.focus = .queues
    }
    self.run = run
  }

  /// Lets the thing of that number, counted from 1, happen next: the run is made anew to this place, and
  /// goes on from here by the first of what is possible.
  mutating func choose(_ number: Int) -> [Effect] {
    guard let run, let point = run.choicePoint else { return [] }
    self.run?.stop()
    guard point.options.indices.contains(number - 1) else {
      notice = "there are \(point.options.count) to choose from"
      return []
    }
    guard number - 1 != point.chosen else {
      notice = "that is what runs next"
      return []
    }
    let schedule = Schedule(run.schedule(before: point.event).choices + [number - 1])
    arrival = Arrival(place: .event(run.playhead), like: self.run)
    return [
      .open(
        demo: run.demo.name, by: schedule, to: .event(run.playhead), changedBy: run.interventions)
    ]
  }
}
