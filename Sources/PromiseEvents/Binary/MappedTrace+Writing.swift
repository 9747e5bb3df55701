import CRecording

extension MappedTrace {
  /// Writes an event: `pack` writes its fields.
  @inline(__always)
  static func receive(
    _ trace: UInt64, _ stamp: EventStamp, _ form: EventForm, _ pack: (inout EventPacker) -> Void
  ) {
    let time = UInt64(bitPattern: stamp.time)
    guard let pen = cr_ready_pen(trace, form.size, time) else { return }
    write(time, Int64(stamp.queue?.rawValue ?? 0), form.name.code, pack, with: pen)
  }

  /// Writes an event that was created as a value: what the trace selects of it.
  static func receive(_ trace: UInt64, _ event: PromiseEvent) {
    guard let event = current?.select(event) else { return }
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
    let head = cr_begin_fields(pen, stamp, queue, code)
    var packer = EventPacker(base: UnsafeMutableRawPointer(pen.pointee.next), offset: head)
    pack(&packer)
    _ = cr_end(pen, stamp, packer.offset)
  }

  /// Makes sure that the trace contains the name of the file at a call site.
  @inline(__always)
  static func know(_ trace: UInt64, _ site: CallSite) {
    guard let pen = cr_ready_pen(trace, 0, 0) else { return }
    cr_know_name(pen, UInt64(site.file), Int(site.fileLength))
  }
}
