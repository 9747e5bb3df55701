import PromiseEvents
import PromiseExploration
import PromiseGraph
package import PromiseInsight
package import PromiseSimulation

// Showing another run, and another place of it.
extension State {
  /// Shows a finished run without user input, as for printing; its events are already in `history`.
  package mutating func show(
    _ history: History, of demo: RunDescriptor, real: Bool, changes: [Override]
  ) {
    show(Run(printing: history, of: demo, real: real, overrides: changes))
    effects = []
  }

  /// Moves the playhead to `event`, or to the newest event if it is `nil`, and pauses: for a single screen
  /// of a finished run.
  package mutating func show(event: Int?) {
    guard var run else { return }
    run.stop()
    run.move(to: event ?? run.history.last)
    self.run = run
  }

  /// Moves the playhead to a time, and pauses.
  package mutating func show(time: Int64) {
    guard var run else { return }
    run.stop()
    run.move(to: run.history.position(atTime: time), time: time)
    self.run = run
  }

  /// Shows a moment of playback: the playhead, the caption, and the outcome on its way.
  package mutating func show(_ place: BeatPlan.Place, of plan: BeatPlan) {
    guard var run else { return }
    run.playing = true
    run.move(to: place.event, time: place.time)
    run.flow = isCalm ? nil : place.flow
    run.caption = plan.beats[place.beat].caption
    self.run = run
  }

  /// Shows a newly opened run, from its start or at the requested place.
  mutating func show(_ new: Run) {
    var new = new
    new.playing = new.playing && playsAtOnce
    new.begin(with: viewSettings)
    // A program that runs again has the panes that it had; another demo begins clean.
    if let run, !run.isOfCourse, !new.isOfCourse { new.look(asBefore: run) }
    overlays.removeAll()
    notice = nil
    if isExploring, exploring?.hasOpened == false {
      // The run was requested before the exploration started.
      new.playing = new.isLive
    } else {
      exploring?.isInFront = false
    }
    comparing?.isInFront = false
    guard let arrival else {
      if opensLesson { new.playing = new.isLive }
      run = new
      announceOfTour()
      if opensLesson {
        opensLesson = false
        toggleLesson()
      }
      return requestTick(after: 0)
    }
    self.arrival = nil
    new.playing = false
    if let old = arrival.like {
      new.look(like: old)
      // The panel may have changed while the run was being simulated.
      if let panel = run?.whatIf { new.whatIf = panel }
      new.showInPanel()
    }
    switch arrival.place {
    case .event(let number): new.move(to: number)
    case .time(let time):
      let isSame = arrival.like.map { new.isSame(as: $0) } ?? false
      new.move(
        to: isSame ? arrival.like?.playhead ?? 0 : new.history.position(atTime: time), time: time)
    case .choice(let place): new.move(to: new.choice(place) ?? new.history.base)
    }
    new.marked = arrival.marked ?? new.marked
    new.selection = arrival.selection ?? new.selection
    if arrival.explains, new.subject != nil { new.why = WhyPanel() }
    run = new
  }
}
