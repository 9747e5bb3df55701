import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A place at which a breakpoint stops playback.
struct PlaybackStop: Hashable, Sendable {
  /// The event before the start of the job; of a settlement or a warning, its own event.
  var position: Int
  /// The number of the breakpoint and what matches it, in the words of a gate.
  var reason: String
}

extension Run {
  /// Returns where breakpoints stop playback, in order, as far as the events are known. O(events)
  func stops() -> [PlaybackStop] {
    guard var gate, !gate.entries.isEmpty else { return [] }
    let (history, end) = (whole.history, whole.end)
    var breakpoints = Breakpoints()
    breakpoints.replace(with: gate.breakpoints)
    var stops: [PlaybackStop] = []
    if breakpoints.matchJobs || breakpoints.matchSettlements {
      // The newest graph may have forgotten what had ended before about the middle.
      let older = history.evicted > 0 ? history.graph(at: (history.base + history.last) / 2) : nil
      for event in history.events {
        guard let stop = breakpoints.stop(at: event, in: end.graph, or: older) else { continue }
        stops.append(stop)
      }
    }
    for index in gate.entries.indices { gate.entries[index].warnings = 0 }
    for place in 0..<(gate.watchesWarnings ? end.lints.warningCount : 0) {
      guard let reason = gate.reason(ofWarning: place, end) else { continue }
      let position = end.lints.finding(place).finding.moment.sequence
      stops.append(PlaybackStop(position: position, reason: reason))
    }
    return stops.sorted { $0.position < $1.position }
  }
}

extension Breakpoints {
  /// Returns whether one of them stops playback at an event; `older` has the promises that `graph` has forgotten.
  fileprivate mutating func stop(
    at event: PromiseEvent, in graph: Graph, or older: Graph?
  ) -> PlaybackStop? {
    func read<Part>(_ promise: PromiseID?, _ part: (borrowing PromiseNode) -> Part?) -> Part? {
      guard let number = promise?.rawValue else { return nil }
      return graph.promiseTable.read(number, part)
        ?? older?.promiseTable.read(number, part) ?? nil
    }
    switch event.kind {
    case .jobStarted(_, let child, let queue) where matchJobs:
      // A gate does not hold handlers that run inline.
      guard graph.queueKind(queue) != .immediate else { return nil }
      let creation = read(child) { $0.creation }
      let parent = needValues ? read(child) { $0.parent } : nil
      let subject = GateSubject(
        promise: child, label: creation?.label, tag: creation?.tag,
        queue: graph.queueTables.queues.read(queue.rawValue) { $0.label } ?? "",
        site: creation?.site,
        value: read(parent) { $0.settlement?.description } ?? "")
      return reason(before: subject).map {
        PlaybackStop(position: event.sequence - 1, reason: $0)
      }
    case .settled(let settlement) where matchSettlements:
      let label = read(settlement.promise) { $0.creation.label }
      return reason(settling: label, settlement.outcome, settlement.description).map {
        PlaybackStop(position: event.sequence, reason: $0)
      }
    default: return nil
    }
  }
}
