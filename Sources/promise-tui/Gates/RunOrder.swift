import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Synchronization

/// The order in which the jobs and timers of a program have started, read from its events as they arrive. If
/// the program has several processes, it is that of the first one.
final class RunOrder: Sendable {
  fileprivate struct Contents {
    /// Brings the events of the first process into their order.
    var merger = ProcessMerger(keepsSingle: true)
    var first: Int?
    var processes: Set<Int> = []
    var reader = ScheduleReader()
    var isOver = false
  }

  private let contents = Mutex(Contents())

  /// What was read.
  struct Snapshot: Sendable {
    var schedule: JobSchedule
    /// Why a schedule was not kept.
    var missed: [String]
    /// The number of processes.
    var processes: Int
    /// Whether the list of starts is not continued, because it is too long.
    var isCut: Bool
  }

  /// Takes events of a process.
  func take(_ events: [PromiseEvent], of process: Int, _ header: TraceHeader) {
    contents.withLock { contents in
      contents.processes.insert(process)
      if contents.first == nil {
        contents.first = process
        _ = contents.merger.add(header, named: "")
      }
      guard !contents.isOver, contents.first == process,
        contents.reader.schedule.steps.count < Self.mostSteps
      else { return }
      contents.merger.append(events, to: 0)
      contents.read()
    }
  }

  /// What was read so far. What follows is left out.
  func finish() -> Snapshot {
    contents.withLock { contents in
      if contents.first != nil, !contents.isOver {
        contents.merger.finish(0)
        contents.read()
      }
      contents.isOver = true
      return Snapshot(
        contents.reader, processes: contents.processes.count,
        isCut: contents.reader.schedule.steps.count >= Self.mostSteps)
    }
  }

  private static let mostSteps = 1_000_000
}

extension RunOrder.Snapshot {
  /// Creates the order that was read of the first of some processes.
  init(_ reader: ScheduleReader, processes: Int, isCut: Bool = false) {
    (schedule, missed) = (reader.complete, reader.missed)
    (self.processes, self.isCut) = (processes, isCut)
  }
}

extension RunOrder.Contents {
  fileprivate mutating func read() {
    for event in merger.take(waits: false) { reader.read(event) }
  }
}
