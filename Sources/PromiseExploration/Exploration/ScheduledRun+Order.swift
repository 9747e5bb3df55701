import PromiseGraph
import PromiseKitLite

/// Returns a description of the first event that differs between two runs of the same schedule;
/// `nil` if they are equal.
func firstDifference(between first: [PromiseEvent], and second: [PromiseEvent]) -> String? {
  for (a, b) in zip(first, second) where a != b {
    return "event \(a.sequence) was \(a), but \(b) when run again"
  }
  if first.count == second.count { return nil }
  let more = first.count > second.count ? first : second
  let event = more[min(first.count, second.count)]
  let which = first.count > second.count ? "second" : "first"
  return "event \(event.sequence), \(event), did not happen in the \(which) run"
}

/// Returns the names of the handlers that ran, in the order in which they started.
func handlerOrder(of events: [PromiseEvent]) -> [String] {
  let graph = Graph(events)
  return graph.startedJobs.map { job in
    job.child.flatMap { graph[$0]?.creation.label } ?? job.label ?? job.child.map { "\($0)" }
      ?? "\(job.id)"
  }
}
