package import PromiseEvents
import PromiseGraph

extension Timeline {
  /// Jobs of a queue that ran one after the other, or timers that were set one after the other: a row of the
  /// time pane.
  package struct Lane: Sendable {
    /// A job from its start to its end, or a timer from when it was set until it fired or was stopped.
    package struct Entry: Sendable {
      /// The number of the job, or of the timer.
      package let number: Int
      /// When the job was enqueued.
      package let enqueued: Mark?
      package let begin: Mark
      package internal(set) var end: Mark?
      /// Whether the job settled its promise with an error, or the timer was stopped.
      package internal(set) var failed = false
      let thread: ThreadID?
    }

    /// The thread that ran all of its jobs; `nil` if that is not known, or if there were several.
    package let thread: ThreadID?
    /// What happened in it, in order; only the last entry can be open.
    package private(set) var entries: [Entry] = []
    /// The numbers of the entries that failed, counted from the first one ever.
    private var failures: [Int] = []
    private var forgotten = 0

    /// Creates an empty lane.
    package init(thread: ThreadID? = nil) { self.thread = thread }

    /// Returns whether an entry that begins at `mark` overlaps no other.
    func isFree(at mark: Mark) -> Bool {
      guard let last = entries.last else { return true }
      return last.end.map { $0.sequence <= mark.sequence } ?? false
    }

    mutating func append(_ entry: Entry) {
      if entry.failed { failures.append(forgotten + entries.count) }
      entries.append(entry)
    }

    mutating func endLast(at mark: Mark, failed: Bool) {
      guard let last = entries.indices.last, entries[last].end == nil else { return }
      entries[last].end = mark
      guard failed, !entries[last].failed else { return }
      entries[last].failed = true
      failures.append(forgotten + last)
    }

    /// Returns whether any entry in a range of ``entries`` failed. O(log entries)
    package func hasFailure(in range: Range<Int>) -> Bool {
      let first = failures.partitionPoint { $0 < forgotten + range.lowerBound }
      return first < failures.count && failures[first] < forgotten + range.upperBound
    }

    mutating func forget(upTo sequence: Int) {
      let count = entries.partitionPoint { $0.end.map { $0.sequence <= sequence } ?? false }
      entries.removeFirst(count)
      forgotten += count
      failures.removeFirst(failures.partitionPoint { $0 < forgotten })
    }
  }
}

extension Timeline.Activity {
  /// The most lanes; what overlaps with as many is only counted, in ``unplaced``.
  private static let mostLanes = 64

  /// Adds a job that starts to the lane of its thread. If there are more threads than the queue ever needed at
  /// the same time, and one more, they are a pool, and do not matter: a job gets the first lane that is free.
  /// Returns the lane, and whether jobs have changed lanes.
  mutating func begin(
    _ entry: Timeline.Lane.Entry
  ) -> (lane: Int?, isRearranged: Bool) {
    running.begin(at: entry.begin)
    open += 1
    mostAtOnce = max(mostAtOnce, open)
    if let thread = entry.thread, threads.count <= Self.mostLanes { threads.insert(thread) }
    let isPool = threads.count > mostAtOnce + 1 || threads.count > Self.mostLanes
    let isRearranged = isPool != isPacked
    if isRearranged {
      isPacked = isPool
      rearrange()
    }
    return (place(entry), isRearranged)
  }

  /// Ends a job; `lane` is the one that ``begin(_:)`` returned.
  mutating func end(at mark: Timeline.Mark, in lane: Int?, failed: Bool) {
    running.end(at: mark)
    open -= 1
    guard let lane, lanes.indices.contains(lane) else { return }
    if let begin = lanes[lane].entries.last?.begin {
      busy = busy.saturatingPlus(max(0, mark.time.saturatingMinus(begin.time)))
    }
    lanes[lane].endLast(at: mark, failed: failed)
  }

  /// Adds an entry to a lane; `nil` if there are too many.
  mutating func place(_ entry: Timeline.Lane.Entry) -> Int? {
    let lane = freeLane(for: entry)
    if let lane { lanes[lane].append(entry) } else { unplaced += 1 }
    return lane
  }

  private mutating func freeLane(for entry: Timeline.Lane.Entry) -> Int? {
    let own = isPacked ? nil : entry.thread
    if let free = lanes.firstIndex(where: { $0.thread == own && $0.isFree(at: entry.begin) }) {
      return free
    }
    // A job that runs inside another one on the same thread needs a lane without a thread.
    let isNested = own != nil && lanes.contains { $0.thread == own }
    if isNested,
      let free = lanes.firstIndex(where: { $0.thread == nil && $0.isFree(at: entry.begin) })
    {
      return free
    }
    guard lanes.count < Self.mostLanes else { return nil }
    lanes.append(Timeline.Lane(thread: isNested ? nil : own))
    return lanes.count - 1
  }

  /// Gives every job a lane again.
  private mutating func rearrange() {
    let entries = lanes.flatMap(\.entries).sorted { $0.begin < $1.begin }
    lanes = []
    for entry in entries { _ = place(entry) }
  }

  mutating func forget(upTo sequence: Int) {
    let before = waiting.begins.count
    waiting.forget(upTo: sequence)
    running.forget(upTo: sequence)
    enqueued.removeFirst(min(enqueued.count, before - waiting.begins.count))
    for lane in lanes.indices { lanes[lane].forget(upTo: sequence) }
  }
}

extension Timeline {
  /// When the inputs of a fan-in arrived.
  package struct FanIn: Sendable {
    /// The settlements of inputs before the fan-in settled, in order.
    package internal(set) var arrivals: [Mark] = []
    /// When it settled or was freed.
    var over: Mark?
  }
}
