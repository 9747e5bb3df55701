internal import CRecording
import Dispatch
import Synchronization

// What happens to nearly every promise of a recorded program: it follows from one other, has one
// handler, is fulfilled, and is freed. It does what the functions for any observer do, without their
// generality. What it leaves out falls back to them.

extension PromiseCore {
  /// The pen of this thread, if the promise is recorded into a mapped trace, and nothing else depends
  /// on its events.
  @inline(__always)
  var pen: Pen? {
    // Only the shared environment is recorded into a mapped trace.
    lastStamp.load(ordering: .relaxed) == 0 ? nil : cr_whole_pen(number)
  }

  /// Registers the promise, which has neither a label nor a tag, and follows from a recorded promise.
  @inline(__always)
  func enterRecorded(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, _ pen: Pen
  ) {
    let known = cr_next_promise(pen)
    let new = known > 0 ? Int(known) : PromiseEnvironment.shared.bus.nextPromise(pen)
    number = UInt32(truncatingIfNeeded: new)
    let stamp = cr_stamp(pen, 0)
    lastStamp.store(stamp, ordering: .relaxed)
    let isWritten = cr_write_created(
      pen, stamp, number, parent.number, operation.byte, isGuarantee ? 1 : 0, site.fileAddress,
      site.line, site.column)
    if isWritten == 0 {
      MappedTrace.created(
        pen, stamp, id, operation, of: parent.id, site, isGuarantee: isGuarantee)
    }
  }

  /// Attaches a handler to the promise, which is recorded. Returns the settlement if the caller must
  /// notify the handlers.
  @inline(__always)
  func attachRecorded(_ handler: OperationHandler, _ child: PromiseCore, _ pen: Pen) -> Settled? {
    let queue = handler.queue(pen)
    handler.recordedChild = child.pen == nil ? 0 : child.number
    return lock.withLock { _ in
      let settled = state.append(handler)
      // Usually, the child was created just now.
      let isNew = child.lastStamp.load(ordering: .relaxed) == pen.pointee.stamp
      let (stamp, ordinal) = (stamp(pen, readingClock: !isNew), state.handlerCount)
      let isWritten = cr_write_attached(
        pen, stamp, number, child.number, Int64(ordinal), Int64(queue.rawValue))
      if isWritten == 0 { MappedTrace.attached(pen, stamp, id, child.id, ordinal, queue) }
      return settled
    }
  }

  /// Settles the promise, which is recorded, with a value. If it was already settled, the caller
  /// records that. The event is recorded under the lock, which takes no longer than to take a stamp
  /// for it there.
  @inline(__always)
  func fulfillRecorded(
    _ settled: Settled, _ value: Fulfillment, at site: CallSite?, _ pen: Pen
  ) -> CoreState.Transition {
    guard case .word(let word, let type) = value, type == Int.self, cr_has_values(pen) != 0 else {
      return fulfillRecorded(settled, describing: value, at: site, pen)
    }
    return lock.withLock { _ in
      let transition = state.settle(settled, by: .itself)
      guard transition.counts else { return transition }
      let stamp = stamp(pen, readingClock: true)
      if site != nil || cr_write_integer(pen, stamp, number, Int64(Int(bitPattern: word))) == 0 {
        MappedTrace.fulfilled(pen, stamp, id, integer: Int(bitPattern: word), at: site)
      }
      return transition
    }
  }

  private func fulfillRecorded(
    _ settled: Settled, describing value: Fulfillment, at site: CallSite?, _ pen: Pen
  ) -> CoreState.Transition {
    let trace = pen.pointee.trace
    let description =
      cr_has_values(pen) == 0
      ? "" : value.description(for: PromiseEnvironment.shared.bus.values)
    let oddity: PromiseEvent.Oddity? = value.isError ? .errorAsValue : nil
    return lock.withLock { _ in
      let transition = state.settle(settled, by: .itself)
      guard transition.counts else { return transition }
      // To describe a value can run code of the program, which can begin a recording without values.
      let isSame = pen.pointee.trace == trace
      MappedTrace.fulfilled(
        pen, stamp(pen, readingClock: true), id, isSame ? description : "", from: nil, oddity,
        at: site)
      return transition
    }
  }

  /// Returns a stamp for an event of this promise that happens now. The clock need not be read if none
  /// of the program's code has run since the thread's last event. Called under the lock.
  @inline(__always)
  private func stamp(_ pen: Pen, readingClock: Bool) -> UInt64 {
    let last = lastStamp.load(ordering: .relaxed)
    let stamp = readingClock ? cr_stamp(pen, last) : cr_next_stamp(pen, last)
    lastStamp.store(stamp, ordering: .relaxed)
    return stamp
  }

  /// Records that the promise, which was fulfilled, is freed.
  @inline(__always)
  func endRecorded(_ pen: Pen) {
    let stamp = cr_stamp(pen, lastStamp.load(ordering: .relaxed))
    if cr_write_deallocated(pen, stamp, number) == 0 { MappedTrace.deallocated(pen, stamp, id) }
  }
}

extension OperationHandler {
  /// The name of the queue in a mapped trace.
  @inline(__always)
  func queue(_ pen: Pen) -> QueueID {
    switch target {
    case .inline: PromiseEnvironment.inlineQueue(pen)
    case .queue(let queue): PromiseEnvironment.queue(of: queue, pen)
    case .other(let other): PromiseEnvironment.shared.queue(of: other.dispatcher)
    }
  }
}

extension PromiseEnvironment {
  /// Returns the name of a queue. The pen remembers the queue that its thread used last.
  @inline(__always)
  static func queue(of queue: DispatchQueue, _ pen: Pen) -> QueueID {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(queue).toOpaque())
    if pen.pointee.known_queue == address { return QueueID(Int(pen.pointee.known_queue_number)) }
    return shared.lookUp(queue, address, pen)
  }

  /// Returns the name of the inline queue.
  @inline(__always)
  static func inlineQueue(_ pen: Pen) -> QueueID {
    if pen.pointee.inline_queue == 0 {
      pen.pointee.inline_queue = Int64(shared.inlineQueue.rawValue)
      followDeclaration(pen)
    }
    return QueueID(Int(pen.pointee.inline_queue))
  }

  /// Makes sure that what the thread records next follows the declaration of a queue, which another thread
  /// may have recorded just now.
  private static func followDeclaration(_ pen: Pen) { _ = cr_stamp(pen, 0) }

  @inline(never)
  private func lookUp(_ queue: DispatchQueue, _ address: UnsafeRawPointer, _ pen: Pen) -> QueueID {
    let id = self.queue(of: queue as any Dispatcher)
    Self.followDeclaration(pen)
    // The address stays that of the queue only as long as the queue is known.
    if queues.withLock({ $0.id(at: UInt(bitPattern: address)) }) != nil {
      pen.pointee.known_queue = address
      pen.pointee.known_queue_number = Int64(id.rawValue)
    }
    return id
  }
}
