import PromiseKitLite

/// The first event that differs between two runs by the same schedule, as a sentence; none if they are
/// the same.
func firstDifference(between first: [PromiseEvent], and second: [PromiseEvent]) -> String? {
  for (a, b) in zip(first, second) where a != b {
    return "event \(a.sequence) was \(a), and when it was run again \(b)"
  }
  if first.count == second.count { return nil }
  let more = first.count > second.count ? first : second
  let event = more[min(first.count, second.count)]
  let which = first.count > second.count ? "again" : "before"
  return "event \(event.sequence), \(event), did not happen when it was run \(which)"
}

/// The names of the handlers that ran, in the order in which they began.
func handlerOrder(of events: [PromiseEvent]) -> [String] {
  var labels: [PromiseID: String] = [:]
  var jobs: [JobID: String] = [:]
  var order: [String] = []
  for event in events {
    switch event.kind {
    case .created(let creation): labels[creation.promise] = creation.label
    case .jobEnqueued(let job, _, _, let label): jobs[job] = label
    case .jobStarted(let job, let child, _):
      order.append(child.flatMap { labels[$0] } ?? jobs[job] ?? child.map { "\($0)" } ?? "\(job)")
    default: break
    }
  }
  return order
}
