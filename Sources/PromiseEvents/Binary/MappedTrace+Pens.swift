package import CRecording
import PromiseSystem
import Synchronization

/// What a thread writes its records with.
package typealias Pen = UnsafeMutablePointer<cr_pen>

extension MappedTrace {
  /// Returns the pen of this thread, with room for a record of `room` bytes; `nil` if the trace
  /// cannot grow, or if this process was forked from the recorded one.
  @inline(__always)
  static func pen(
    _ trace: UInt64, room: Int = 0, at stamp: UInt64 = 0
  ) -> Pen? {
    if let pen = cr_current_pen(), pen.pointee.trace == trace,
      pen.pointee.end - pen.pointee.next >= room, stamp <= pen.pointee.compare_after
    {
      return pen
    }
    return preparedPen(trace, room: room, at: stamp)
  }

  /// The pen of this thread; `nil` if the trace cannot grow, or if this process was forked from the
  /// recorded one.
  @inline(__always)
  package static func currentPen(_ trace: UInt64) -> Pen? { pen(trace) }

  /// Returns the pen of this thread with room for a record of `room` bytes; `nil` if there is none.
  @inline(__always)
  static func ready(_ pen: Pen, room: Int, at stamp: UInt64) -> Pen? {
    pen.pointee.end - pen.pointee.next >= room && stamp <= pen.pointee.compare_after
      ? pen : preparedPen(pen.pointee.trace, room: room, at: stamp)
  }

  @inline(never)
  private static func preparedPen(
    _ trace: UInt64, room: Int, at stamp: UInt64
  ) -> Pen? {
    current.load(ordering: .acquiring)?._withUnsafeGuaranteedRef {
      $0.number == trace ? $0.preparedPen(room: room, at: stamp) : nil
    }
  }

  /// Returns a pen for this thread on a chunk with enough room, after a comparison of the clocks if
  /// one is due.
  private func preparedPen(room: Int, at stamp: UInt64) -> Pen? {
    // In a forked process, the pens are empty.
    guard getpid() == pid else { return nil }
    let pen = cr_current_pen() ?? PenPool.takePen()
    if pen.pointee.trace != number { pen.initialize(to: cr_pen()) }
    if pen.pointee.next != nil {
      if stamp > pen.pointee.compare_after { compareClocks(pen) }
      if pen.pointee.end - pen.pointee.next >= room { return pen }
    }
    guard let chunk = chunk(room: room + Self.spare, replacing: pen) else { return nil }
    let isNew = chunk.length == 0
    let records = chunk.header + BinaryFormat.chunkHeaderSize
    let newest = max(pen.pointee.stamp, chunk.written)
    pen.pointee.trace = number
    pen.pointee.start = records.assumingMemoryBound(to: UInt8.self)
    pen.pointee.next = pen.pointee.start + chunk.length
    pen.pointee.end =
      chunk.header.assumingMemoryBound(to: UInt8.self) + (chunk.size - Self.spare)
    pen.pointee.length = chunk.header.assumingMemoryBound(to: UInt32.self)
    pen.pointee.stamp = newest
    pen.pointee.written = chunk.written
    pen.pointee.queue = chunk.queue
    pen.pointee.compare_after = cr_ticks() + comparisonInterval
    if !isNew {
      let thread = ThreadNumber.current.rawValue
      Self.write(
        max(newest, chunk.written), chunk.queue, BinaryFormat.Code.thread, { $0.put(thread) },
        with: pen)
    }
    return pen
  }
}

// MARK: - Stamps and numbers

// The functions that every event calls are static and know the trace by its number, because a
// reference to the trace would be retained and released for each of them.
extension MappedTrace {
  /// Returns a stamp for this instant on this thread: higher than every stamp that the thread has
  /// taken, and than `cause`.
  @inline(__always)
  package static func stamp(_ trace: UInt64, after cause: UInt64) -> UInt64 {
    guard let pen = cr_current_pen(), pen.pointee.trace == trace else {
      return max(cr_ticks(), cause + 1)
    }
    return cr_stamp(pen, cause)
  }

  /// Returns the number of nanoseconds since a stamp was taken.
  static func age(ofStamp stamp: UInt64) -> Int64 {
    let ticks = cr_ticks()
    guard ticks > stamp, let trace = current.load(ordering: .acquiring) else { return 0 }
    let interval = trace._withUnsafeGuaranteedRef { $0.comparisonInterval }
    // The interval is five milliseconds.
    return Int64(Double(ticks - stamp) * 5_000_000 / Double(max(1, interval)))
  }

  /// Returns a number for a promise. Each thread takes a block of numbers from `counter` at a time.
  @inline(__always)
  static func nextPromise(_ trace: UInt64, _ counter: borrowing Atomic<Int>) -> Int {
    guard let pen = pen(trace) else { return counter.add(1, ordering: .relaxed).newValue }
    return nextPromise(pen, counter)
  }

  @inline(__always)
  static func nextPromise(_ pen: Pen, _ counter: borrowing Atomic<Int>) -> Int {
    nextNumber(&pen.pointee.promise, &pen.pointee.promise_end, counter)
  }

  /// Returns a number for a job, as ``nextPromise(_:_:)``.
  @inline(__always)
  static func nextJob(_ trace: UInt64, _ counter: borrowing Atomic<Int>) -> Int {
    guard let pen = pen(trace) else { return counter.add(1, ordering: .relaxed).newValue }
    return nextJob(pen, counter)
  }

  @inline(__always)
  static func nextJob(_ pen: Pen, _ counter: borrowing Atomic<Int>) -> Int {
    nextNumber(&pen.pointee.job, &pen.pointee.job_end, counter)
  }

  /// Returns the number after `newest`, with a new block of numbers from `counter` if `end` was the last.
  @inline(__always)
  private static func nextNumber(
    _ newest: inout Int64, _ end: inout Int64, _ counter: borrowing Atomic<Int>
  ) -> Int {
    if newest >= end {
      end = Int64(counter.add(Self.block, ordering: .relaxed).newValue)
      newest = end - Int64(Self.block)
    }
    newest += 1
    return Int(newest)
  }

  private static var block: Int { 64 }
}

// MARK: - The running job

extension MappedTrace {
  /// The queue and the job that are running on a thread.
  package struct Running: BitwiseCopyable {
    package var queue: Int64
    package var job: Int64

    package init(queue: Int, job: Int) { (self.queue, self.job) = (Int64(queue), Int64(job)) }
  }

  /// The queue whose job is running on this thread.
  @inline(__always)
  package static func runningQueue(_ trace: UInt64) -> QueueID? {
    guard let pen = cr_current_pen(), pen.pointee.trace == trace, pen.pointee.running_queue > 0
    else { return nil }
    return QueueID(Int(pen.pointee.running_queue))
  }

  /// The job that is running on this thread.
  package static func runningJob(_ trace: UInt64) -> JobID? {
    guard let pen = cr_current_pen(), pen.pointee.trace == trace, pen.pointee.running_job > 0
    else { return nil }
    return JobID(Int(pen.pointee.running_job))
  }

  /// Notes what is running on this thread. Returns what was.
  @inline(__always)
  package static func run(_ trace: UInt64, _ new: Running) -> Running {
    guard let pen = pen(trace) else { return Running(queue: 0, job: 0) }
    let old = Running(queue: Int(pen.pointee.running_queue), job: Int(pen.pointee.running_job))
    pen.pointee.running_queue = new.queue
    pen.pointee.running_job = new.job
    return old
  }
}
