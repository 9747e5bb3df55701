import PromiseKitLite

/// A program with an observer of its own, which may be recorded at the same time: `observed late|early
/// COUNT`. The observer is there from the beginning, or is added after the first half of the
/// chains. Prints how many events of two kinds the observer received, and whether they are in order.
func observed(_ words: [String]) {
  let count = words.dropFirst()
  let (recorder, start) = (RecordingObserver(), ContinuousClock.now)
  if words.first == "late" { chain(Array(count)) }
  PromiseEnvironment.shared.add(recorder, values: .off)
  chain(Array(count))
  let (events, elapsed) = (recorder.events, ContinuousClock.now - start)
  for name in [PromiseEvent.Kind.Name.created, .jobStarted] {
    print(name.rawValue, events.count { $0.kind.name == name })
  }
  var enqueued: [PromiseEvent.JobID: Int64] = [:]
  var isOrdered = true
  for event in events {
    switch event.kind {
    case .jobEnqueued(let job, _, _, _): enqueued[job] = event.time
    case .jobStarted(let job, _, _):
      // Times are those of the transitions to within the time that posting an event takes.
      isOrdered = isOrdered && enqueued[job].map { event.time >= $0 - 1_000_000 } ?? false
    case .dropped: isOrdered = false
    default: break
    }
    isOrdered = isOrdered && event.thread != nil
  }
  let span = (events.last?.time ?? 0) - (events.first?.time ?? 0)
  print(isOrdered && .nanoseconds(span) <= elapsed ? "in order" : "out of order")
}
