import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation

extension State {
  /// Runs the demo again as the panel says, over the run as it is written; back to that where nothing is
  /// changed any more.
  mutating func runAgain() -> [Effect] {
    guard let run, let panel = run.whatIf else { return [] }
    self.run?.stop()
    if panel.changes.isEmpty, unchanged != nil { return returnToUnchanged(keeping: panel) }
    let isOver = unchanged == nil && run.interventions.isEmpty
    if isOver {
      unchanged = run
      unchanged?.stop()
      unchanged?.whatIf = nil
    }
    let place: Effect.Place =
      run.playhead >= run.total.last ? .event(.max) : .time(run.graph.time)
    arrival = Arrival(place: place, like: self.run)
    return [
      .open(
        demo: run.demo.name, by: unchanged?.token?.schedule ?? run.token?.schedule, to: place,
        over: isOver, changedBy: panel.changes)
    ]
  }

  /// Leaves the changed run for the one that lies beneath it.
  mutating func returnToUnchanged(keeping panel: WhatIfPanel? = nil) -> [Effect] {
    guard var original = unchanged else { return [] }
    unchanged = nil
    arrival = nil
    nextTick = nil
    if var panel {
      panel.show(original.expected)
      original.whatIf = panel
    }
    run = original
    notice = "this is the run as it is written again"
    return [.closeDemo]
  }

  /// Keeps the panel true to the run that is shown; asks for critical values where it needs them.
  mutating func refreshWhatIf() -> [Effect] {
    guard let run, let panel = run.whatIf, !run.real,
      let request = panel.request(schedule: (unchanged ?? run).token?.schedule),
      panel.critical[request] == nil
    else { return [] }
    self.run?.whatIf?.critical[request] = .some(nil)
    return [.findCritical(demo: run.demo.name, request)]
  }
}

extension Run {
  /// The events of the whole run, as far as they are known.
  var expected: some Sequence<PromiseEvent> {
    (total.predicted ? prediction ?? history : history).events
  }

  /// Up to the playhead of `other` the same has happened. O(events up to there)
  func isSame(as other: Run) -> Bool {
    let count = other.playhead
    guard history.last >= count, history.base == other.history.base else { return false }
    return zip(history.events.prefix(count), other.history.events.prefix(count)).allSatisfy {
      $0 == $1
    }
  }
}
