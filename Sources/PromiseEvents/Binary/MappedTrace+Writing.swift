import CRecording
import Synchronization

extension MappedTrace {
  /// Writes an event: `pack` writes its fields.
  @inline(__always)
  static func receive(
    _ trace: UInt64, _ stamp: EventStamp, _ form: EventForm, _ pack: (inout EventPacker) -> Void
  ) {
    guard let pen = pen(trace, room: form.size, at: UInt64(bitPattern: stamp.time)) else { return }
    write(
      UInt64(bitPattern: stamp.time), Int64(stamp.queue?.rawValue ?? 0), form.name.code, pack,
      with: pen)
  }

  /// Writes an event that was created as a value: what the trace selects of it.
  static func receive(_ trace: UInt64, _ event: PromiseEvent) {
    let selected = current.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.select(event) }
    guard let event = selected.flatMap({ $0 }) else { return }
    receive(trace, event.stamp, EventForm(event.kind)) { event.kind.encode(into: &$0) }
  }

  private func select(_ event: PromiseEvent) -> PromiseEvent? {
    guard var event = selection.map({ $0(event) }) ?? event else { return nil }
    // Also what was described for an earlier recording.
    if !includesValues { event.kind = event.kind.redacted { _ in "" } }
    return event
  }

  /// Whether every event of the trace has to be created as a value, to be selected.
  @inline(__always)
  static func isSelective(_ trace: UInt64) -> Bool { trace & UInt64(cr_selects_events) != 0 }

  /// Whether the events that have no form of their own have to be created as values.
  @inline(__always)
  static func examinesEvents(_ trace: UInt64) -> Bool {
    trace & UInt64(cr_selects_events | cr_leaves_out_values) != 0
  }

  @inline(__always)
  static func write(
    _ stamp: UInt64, _ queue: Int64, _ code: UInt8, _ pack: (inout EventPacker) -> Void,
    with pen: Pen
  ) {
    var packer = EventPacker(base: UnsafeMutableRawPointer(pen.pointee.next), offset: 0)
    let isSameQueue = queue == pen.pointee.queue
    packer.put(byte: isSameQueue ? code | EventPacker.sameQueue : code)
    packer.put(Int(bitPattern: UInt(stamp &- pen.pointee.written)))
    if !isSameQueue {
      packer.put(Int(queue))
      pen.pointee.queue = queue
    }
    pack(&packer)
    pen.pointee.written = stamp
    let next = pen.pointee.next + packer.offset
    pen.pointee.next = next
    cr_publish(pen.pointee.length, UInt32(truncatingIfNeeded: next - pen.pointee.start))
  }

  /// Writes the time of the system's clock.
  func compareClocks(_ pen: Pen) {
    let (ticks, nanoseconds) = Self.comparison
    Self.write(
      ticks, pen.pointee.queue, BinaryFormat.Code.clock, { $0.put(Int(nanoseconds)) }, with: pen)
    pen.pointee.compare_after = max(ticks, pen.pointee.stamp) + comparisonInterval
  }

  /// Makes sure that the trace contains the name of the file at a call site.
  @inline(__always)
  static func know(_ trace: UInt64, _ site: CallSite) {
    guard let pen = pen(trace) else { return }
    let place = Int(truncatingIfNeeded: (site.file >> 4) & 15)
    let isKnown = withUnsafeMutableBytes(of: &pen.pointee.known) { known in
      let known = known.assumingMemoryBound(to: UInt64.self)
      if known[place] == UInt64(site.file) { return true }
      known[place] = UInt64(site.file)
      return false
    }
    if !isKnown {
      current.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.writeName(site) }
    }
  }
}
