package import PromiseKitLite

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

  /// Things of one kind that begin and end.
  package struct Spans: Sendable {
    /// When each began and when each ended, ascending.
    package private(set) var begins: [Mark] = []
    package private(set) var ends: [Mark] = []
    /// How many are over that were forgotten, and how many began.
    private(set) var forgottenBegins = 0
    private(set) var forgottenEnds = 0

    mutating func begin(at mark: Mark) { begins.append(mark) }
    mutating func end(at mark: Mark) { ends.append(mark) }

    /// How many had begun, and how many were over, before the first mark for which `isBefore` does not
    /// hold. O(log count)
    package func counts(where isBefore: (Mark) -> Bool) -> (begun: Int, over: Int) {
      (
        forgottenBegins + begins.partitionPoint(where: isBefore),
        forgottenEnds + ends.partitionPoint(where: isBefore)
      )
    }

    /// There never was one.
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

  /// What a queue does: jobs that wait, and jobs that run.
  package struct Activity: Sendable {
    package internal(set) var waiting = Spans()
    package internal(set) var running = Spans()
    /// The jobs that began, in the order of ``Spans/begins``.
    package internal(set) var jobs: [JobID] = []

    /// Nothing ever happened on it.
    package var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

    mutating func forget(upTo sequence: Int) {
      let before = running.begins.count
      waiting.forget(upTo: sequence)
      running.forget(upTo: sequence)
      jobs.removeFirst(min(jobs.count, before - running.begins.count))
    }
  }
}
