package import CRecording
import PromiseSystem
import Synchronization

/// What a thread writes its records with.
package typealias Pen = UnsafeMutablePointer<cr_pen>

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

  /// Returns a number for a promise. Each thread takes a block of numbers from `counter` at a time.
  @inline(__always)
  static func nextPromise(_ trace: UInt64, _ counter: borrowing Atomic<Int>) -> Int {
    guard let pen = cr_ready_pen(trace, 0, 0) else {
      return counter.add(1, ordering: .relaxed).newValue
    }
    return nextPromise(pen, counter)
  }

  @inline(__always)
  static func nextPromise(_ pen: Pen, _ counter: borrowing Atomic<Int>) -> Int {
    nextNumber(&pen.pointee.promise, &pen.pointee.promise_end, counter)
  }

  /// Returns a number for a job, as ``nextPromise(_:_:)``.
  @inline(__always)
  static func nextJob(_ trace: UInt64, _ counter: borrowing Atomic<Int>) -> Int {
    guard let pen = cr_ready_pen(trace, 0, 0) else {
      return counter.add(1, ordering: .relaxed).newValue
    }
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
    guard let pen = cr_ready_pen(trace, 0, 0) else { return Running(queue: 0, job: 0) }
    let old = Running(queue: Int(pen.pointee.running_queue), job: Int(pen.pointee.running_job))
    pen.pointee.running_queue = new.queue
    pen.pointee.running_job = new.job
    return old
  }
}
