internal import CRecording

// The records of what happens to every link of a chain, which are nearly all records of a trace.
// The caller has the pen and the stamp at hand, so each of them is a check for room and a few stores.
extension MappedTrace {
  /// Records that a promise with one parent was created. The caller has made sure that it has no
  /// label and no tag.
  package static func created(
    _ pen: Pen, _ stamp: UInt64, _ promise: PromiseID, _ operation: PromiseEvent.Operation,
    of parent: PromiseID, _ site: CallSite, isGuarantee: Bool
  ) {
    let isWritten = cr_write_created(
      pen, stamp, promise.short, parent.short, operation.code, isGuarantee ? 1 : 0,
      UInt64(site.file), site.line, site.column)
    guard isWritten == 0 else { return }
    cr_know_name(pen, UInt64(site.file), Int(site.fileLength))
    write(pen, stamp, .created) {
      $0.putCreated(
        promise, operation, nil, CollectionOfOne(parent), isGuarantee: isGuarantee, nil
      ) { $0.put(site) }
    }
  }

  /// Records that a handler was attached.
  package static func attached(
    _ pen: Pen, _ stamp: UInt64, _ parent: PromiseID, _ child: PromiseID, _ ordinal: Int,
    _ queue: QueueID
  ) {
    let isWritten = cr_write_attached(
      pen, stamp, parent.short, child.short, Int64(ordinal), Int64(queue.rawValue))
    guard isWritten == 0 else { return }
    write(pen, stamp, .handlerAttached) { $0.putAttached(parent, child, ordinal, queue) }
  }

  /// Records that a job was enqueued.
  package static func enqueued(
    _ pen: Pen, _ stamp: UInt64, _ job: JobID, _ child: PromiseID?, _ queue: QueueID
  ) {
    let isWritten = cr_write_job(
      pen, stamp, UInt32(cr_code_enqueued), Int64(job.rawValue), child?.short ?? 0,
      Int64(queue.rawValue))
    guard isWritten == 0 else { return }
    write(pen, stamp, .jobEnqueued) { $0.putEnqueued(job, child, queue, nil) }
  }

  /// Records that a job started.
  package static func started(
    _ pen: Pen, _ stamp: UInt64, _ job: JobID, _ child: PromiseID?, _ queue: QueueID
  ) {
    let isWritten = cr_write_job(
      pen, stamp, UInt32(cr_code_started), Int64(job.rawValue), child?.short ?? 0,
      Int64(queue.rawValue))
    guard isWritten == 0 else { return }
    write(pen, stamp, .jobStarted) { $0.putJob(job, child, queue) }
  }

  /// Records that a job ended.
  package static func ended(
    _ pen: Pen, _ stamp: UInt64, _ job: JobID, _ child: PromiseID?, _ queue: QueueID,
    _ ending: PromiseEvent.JobEnding
  ) {
    let isWritten = cr_write_ended(
      pen, stamp, Int64(job.rawValue), child?.short ?? 0, Int64(queue.rawValue), ending.code)
    guard isWritten == 0 else { return }
    write(pen, stamp, .jobEnded) { $0.putEnded(job, child, queue, ending) }
  }

  /// Records that a promise was fulfilled with an integer, whose digits the reader writes if there is no place.
  package static func fulfilled(
    _ pen: Pen, _ stamp: UInt64, _ promise: PromiseID, integer: Int, at site: CallSite?
  ) {
    if site == nil, cr_write_integer(pen, stamp, promise.short, Int64(integer)) != 0 { return }
    fulfilled(pen, stamp, promise, "\(integer)", from: nil, nil, at: site)
  }

  /// Records that a promise was fulfilled.
  package static func fulfilled(
    _ pen: Pen, _ stamp: UInt64, _ promise: PromiseID, _ description: String,
    from source: PromiseID?, _ oddity: PromiseEvent.Oddity?, at site: CallSite? = nil
  ) {
    if let site { cr_know_name(pen, UInt64(site.file), Int(site.fileLength)) }
    write(pen, stamp, .settled, text: description.utf8.count) {
      $0.putSettled(
        promise, .fulfilled, description, origin: nil, from: source, oddity
      ) { $0.put(site ?? .unknown) }
    }
  }

  /// Records a note.
  package static func note(_ pen: Pen, _ stamp: UInt64, _ text: String) {
    write(pen, stamp, .note, text: EventTexts.size(of: text)) { $0.put(note: text, as: "text") }
  }

  /// Records that a settled promise was freed.
  package static func deallocated(_ pen: Pen, _ stamp: UInt64, _ promise: PromiseID) {
    guard cr_write_deallocated(pen, stamp, promise.short) == 0 else { return }
    write(pen, stamp, .deallocated) { $0.putDeallocated(promise, .settled, []) }
  }

  @inline(__always)
  private static func write(
    _ pen: Pen, _ stamp: UInt64, _ name: PromiseEvent.Kind.Name, text: Int = 0,
    _ pack: (inout EventPacker) -> Void
  ) {
    let room = EventForm(name, .detail, text: text).size
    guard let pen = cr_ready_pen(pen.pointee.trace, room, stamp) else { return }
    write(stamp, pen.pointee.running_queue, name.code, pack, with: pen)
  }
}

extension PromiseID {
  /// The number of a promise of a program, which has at most 32 bits.
  @inline(__always)
  fileprivate var short: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
}
