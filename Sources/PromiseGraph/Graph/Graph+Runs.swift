package import PromiseEvents

// What is read of a whole run.
extension Graph {
  /// The promises that the run created, in that order, with their keys. O(n log n)
  package var keyedPromises: [(key: PromiseKey, node: PromiseNode)] {
    var counter = KeyCounter()
    return promises.filter(\.isDeclared).sorted { $0.created.sequence < $1.created.sequence }
      .map { (counter.key(of: $0.creation), $0) }
  }

  /// The jobs that have started, in that order. O(n log n)
  package var startedJobs: [JobNode] {
    jobs.filter { $0.started != nil }.sorted { $0.runNumber ?? 0 < $1.runNumber ?? 0 }
  }

  /// All timers in the order of their identities.
  package var timers: [TimerNode] { timerTables.timers.numbers.compactMap { timer(TimerID($0)) } }
}
