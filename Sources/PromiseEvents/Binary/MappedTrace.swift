import CRecording
package import PromiseSystem

/// Writes the events of a program into a binary trace: a file that is mapped into memory.
///
/// The file, its chunks, the pens of threads, and the records of what happens most are in C
/// (`CRecording/trace.h`), which the Swift runtime can call where no Swift code may run.
@usableFromInline
package final class MappedTrace: Sendable {
  /// Identifies the trace among those of the process; its lowest bits say what it contains. A pen of another
  /// trace does not match.
  package let number: UInt64
  private nonisolated(unsafe) let trace: OpaquePointer

  /// Returns the event to write, or `nil`; not set if every event is written as it is.
  let selection: (@Sendable (PromiseEvent) -> PromiseEvent?)?
  /// Whether the texts of notes are written.
  let includesValues: Bool
  private let reportFull: @Sendable (Int32) -> Void

  /// Maps an empty file, which was opened for reading and writing.
  ///
  /// - Parameters:
  ///   - descriptor: The file.
  ///   - path: The absolute path of the file.
  ///   - title: The title of the recording.
  ///   - includesValues: Whether the trace contains the text of values.
  ///   - selection: Returns what to write of an event.
  ///   - limit: The size in bytes that the file does not exceed, because the oldest chunks are given
  ///     back; 0 for none.
  ///   - clock: Returns the time of an event that happens now, in nanoseconds.
  ///   - reportFull: Receives the system's error number if the file cannot grow.
  /// - Returns: `nil` if the file cannot be mapped; `errno` has the reason.
  package init?(
    _ descriptor: GuardedDescriptor, path: String, title: String?, includesValues: Bool = true,
    selection: (@Sendable (PromiseEvent) -> PromiseEvent?)? = nil, limit: Int = 0,
    clock: () -> Int64, reportFull: @escaping @Sendable (Int32) -> Void
  ) {
    // The due times of timers, which are on `clock`, must match the times of events.
    let origin = TraceHeader.ClockOrigin(of: clock)
    let selects = selection == nil ? 0 : UInt32(cr_selects_events)
    let leavesOut = includesValues ? 0 : UInt32(cr_leaves_out_values)
    let title = title ?? ""
    var about = cr_new_trace(
      descriptor: descriptor.number, device: descriptor.identity.device,
      file: descriptor.identity.file, major: BinaryFormat.major, minor: BinaryFormat.minor,
      bits: selects | leavesOut, start: ProcessMark.startOfThisProcess,
      process_namespace: ProcessMark.namespace, epoch: origin.monotonic,
      unix_epoch: origin.unix, limit: UInt64(limit))
    let trace = cr_create_trace(
      &about, path, title, title.utf8.count, origin.boot, BinaryRecords.text)
    guard let trace else { return nil }
    self.trace = trace
    number = cr_number_of(trace)
    (self.selection, self.includesValues) = (selection, includesValues)
    self.reportFull = reportFull
    cr_set_owner(trace, Unmanaged.passUnretained(self).toOpaque()) { owner, problem in
      MappedTrace.from(owner)?.reportFull(problem)
    }
  }

  /// Why the file system cannot take space back, so that the size is not limited; 0 if it can.
  package var limitProblem: Int32 { cr_limit_problem(trace) }

  /// Makes this the trace that threads write to, which lives forever.
  package func makeCurrent() {
    _ = Unmanaged.passRetained(self)
    cr_make_current(trace)
  }

  /// The trace that threads write to.
  static var current: MappedTrace? { from(cr_current_owner()) }

  private static func from(_ owner: UnsafeMutableRawPointer?) -> MappedTrace? {
    owner.map { Unmanaged<MappedTrace>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Marks the trace as complete. A process that was forked from the recorded one does not: the trace
  /// belongs to its parent.
  package func finish() { cr_finish(trace) }
}
