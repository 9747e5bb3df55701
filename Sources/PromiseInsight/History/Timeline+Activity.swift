package import PromiseEvents
import PromiseGraph

extension Timeline {
  /// A place in a stream: the time, and the number of the event.
  package struct Mark: Hashable, Comparable, Sendable {
    package let time: Int64
    package let sequence: Int

    package init(time: Int64, sequence: Int) {
      self.time = time
      self.sequence = sequence
    }

    package static func < (a: Mark, b: Mark) -> Bool { a.sequence < b.sequence }
  }

  /// Intervals of one kind, each with a start and an end.
  package struct Spans: Sendable {
    /// The starts and the ends, in ascending order.
    package private(set) var begins: [Mark] = []
    package private(set) var ends: [Mark] = []
    /// How many ends were forgotten, and how many starts.
    package private(set) var forgottenBegins = 0
    private(set) var forgottenEnds = 0

    mutating func begin(at mark: Mark) { begins.append(mark) }
    mutating func end(at mark: Mark) { ends.append(mark) }

    /// Returns how many had started and how many had ended before the first mark that does not satisfy
    /// `isBefore`. O(log count)
    package func counts(where isBefore: (Mark) -> Bool) -> (begun: Int, over: Int) {
      (
        forgottenBegins + begins.partitionPoint(where: isBefore),
        forgottenEnds + ends.partitionPoint(where: isBefore)
      )
    }

    /// Whether there never was one.
    package var isEmpty: Bool { begins.isEmpty && forgottenBegins == 0 }

    mutating func forget(upTo sequence: Int) {
      let begun = begins.partitionPoint { $0.sequence <= sequence }
      let over = ends.partitionPoint { $0.sequence <= sequence }
      begins.removeFirst(begun)
      ends.removeFirst(over)
      forgottenBegins += begun
      forgottenEnds += over
    }
  }

  /// The activity of a queue: jobs that wait, and jobs that run.
  package struct Activity: Sendable {
    package internal(set) var waiting = Spans()
    package internal(set) var running = Spans()
    /// The jobs that were enqueued, in the order of the starts in ``waiting``.
    package internal(set) var enqueued: [JobID] = []
    /// The jobs that ran, so that no two in a lane overlap.
    package internal(set) var lanes: [Lane] = []
    /// How many jobs have no lane, because too many ran at the same time.
    package internal(set) var unplaced = 0
    /// The nanoseconds that its jobs ran, added up.
    package internal(set) var busy: Int64 = 0
    /// Whether a lane is not that of a thread.
    var isPacked = false
    var threads: Set<ThreadID> = []
    /// How many jobs run, and how many ever ran at the same time.
    var open = 0
    var mostAtOnce = 0

    /// Whether nothing ever happened on it.
    package var isEmpty: Bool { waiting.isEmpty && running.isEmpty }
  }
}
