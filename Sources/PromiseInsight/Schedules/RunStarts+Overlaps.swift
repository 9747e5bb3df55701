import PromiseEvents
import PromiseGraph

// Turns that overlap, one after another.

extension RunStarts {
  /// The starts in an order in which a gate can repeat the run, one turn after another.
  ///
  /// If a turn began while another one was running, and was the first of the two to enqueue a job on a queue,
  /// it comes first here: otherwise, the queue would have the jobs in the other order.
  var separated: RunStarts {
    let parts = overlaps.map { OrderChange.Part.before(first: $0.first, second: $0.second) }
    guard !parts.isEmpty else { return self }
    var legal = parts
    if line(with: parts) == nil {
      legal = []
      for part in parts where line(with: legal + [part]) != nil { legal.append(part) }
    }
    return line(with: legal).map { moved(to: $0, waiting: legal) } ?? self
  }

  /// The same starts, each after all earlier jobs have ended.
  var serial: RunStarts {
    var result = self
    for index in result.starts.indices { result.starts[index].step.isBeside = false }
    return result
  }

  /// The turns that began in one order and enqueued in the other.
  private var overlaps: [(first: Int, second: Int)] {
    var lines: [Line: [Int]] = [:]
    for index in starts.indices {
      if let queue = starts[index].queue { lines[.queue(queue), default: []].append(index) }
      lines[.name(starts[index].step.name), default: []].append(index)
    }
    var pairs: Set<[Int]> = []
    for line in lines.values where line.count > 1 {
      var latest: Int?
      for index in line.sorted(by: { starts[$0].enqueued < starts[$1].enqueued }) {
        guard let cause = starts[index].causes.max() else { continue }
        if let latest, latest > cause { pairs.insert([latest, cause]) }
        latest = max(latest ?? cause, cause)
      }
    }
    return pairs.sorted { $0.lexicographicallyPrecedes($1) }.map { ($0[0], $0[1]) }
  }

  /// What keeps the order in which it is enqueued.
  private enum Line: Hashable {
    case queue(QueueID)
    /// Jobs of one name differ only in their numbers.
    case name(JobSchedule.Name)
  }

  /// Returns the starts in another order.
  private func moved(to order: [Int], waiting parts: [OrderChange.Part]) -> RunStarts {
    let all = order + starts.indices.dropFirst(order.count)
    var places: [Int: Int] = [:]
    for (place, index) in all.enumerated() { places[index] = place }
    let seconds = parts.compactMap { part -> Int? in
      if case .before(_, let second) = part { second } else { nil }
    }
    var result = self
    result.starts = all.map { index in
      var start = starts[index]
      start.causes = start.causes.compactMap { places[$0] }.sorted()
      start.before = start.before.flatMap { places[$0] }
      start.cancelledBy = start.cancelledBy.flatMap { places[$0] }
      if seconds.contains(index) { start.step.isBeside = false }
      return start
    }
    return result
  }
}
