/// Reads the events that an ``EventPacker`` wrote.
struct EventUnpacker {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var previous = EventStamp()
  /// The file of the newest site: most sites of a page lie in the same one, and share its text.
  private var file = ""

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  @inline(__always)
  private mutating func byte() -> UInt8 {
    defer { offset += 1 }
    return bytes[offset]
  }

  @inline(__always)
  private mutating func integer() -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(bitPattern: UInt(value >> 1)) ^ -Int(bitPattern: UInt(value & 1))
  }

  private mutating func flag() -> Bool { byte() != 0 }

  private mutating func utf8() -> UnsafeRawBufferPointer {
    let count = integer()
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  private mutating func text() -> String { String(decoding: utf8(), as: UTF8.self) }
  private mutating func maybeText() -> String? { flag() ? text() : nil }
  private mutating func id<ID: EventIdentity>() -> ID { ID(integer()) }
  private mutating func maybeID<ID: EventIdentity>() -> ID? { flag() ? id() : nil }
  private mutating func word<Word: ByteCoded>() -> Word { .of(code: byte()) }

  private mutating func promises() -> [PromiseID] { (0..<integer()).map { _ in id() } }

  private mutating func maybeSite() -> SourceSite? {
    let form = byte()
    if form == EventPacker.noSite { return nil }
    if form == EventPacker.siteOfProgram {
      defer { offset += MemoryLayout<CallSite>.size }
      return bytes.loadUnaligned(fromByteOffset: offset, as: CallSite.self).resolved
    }
    let bytes = utf8()
    if !file.utf8.elementsEqual(bytes) { file = String(decoding: bytes, as: UTF8.self) }
    return SourceSite(file: file, line: integer(), column: integer())
  }
}

// MARK: - Events

extension EventUnpacker {
  /// The next event. There has to be one.
  mutating func next() -> PromiseEvent {
    let first = byte()
    previous.sequence &+= integer()
    previous.time &+= Int64(integer())
    if first & EventPacker.sameThread == 0 { previous.thread = maybeID() }
    if first & EventPacker.sameQueue == 0 { previous.queue = maybeID() }
    return PromiseEvent(
      sequence: previous.sequence, time: previous.time, thread: previous.thread,
      queue: previous.queue, kind: kind(.of(code: first & 0x3F)))
  }

  private mutating func kind(_ name: PromiseEvent.Kind.Name) -> PromiseEvent.Kind {
    switch name {
    case .created: .created(creation())
    case .bodyStarted: .bodyStarted(promise: id())
    case .bodyEnded: .bodyEnded(promise: id(), threw: flag())
    case .handlerAttached:
      .handlerAttached(parent: id(), child: id(), ordinal: integer(), queue: id())
    case .jobEnqueued:
      .jobEnqueued(job: id(), child: maybeID(), queue: id(), label: maybeText())
    case .jobStarted: .jobStarted(job: id(), child: maybeID(), queue: id())
    case .jobEnded: .jobEnded(job: id(), child: maybeID(), queue: id(), ending: word())
    case .touched: .touched(job: id(), names: (0..<integer()).map { _ in text() })
    case .handlerSkipped: .handlerSkipped(parent: id(), child: id(), reason: word())
    case .adopted: .adopted(outer: id(), inner: id())
    case .settled: .settled(settlement())
    case .resolutionIgnored:
      .resolutionIgnored(promise: id(), site: maybeSite(), attempt: flag() ? word() : nil)
    case .inputAdded: .inputAdded(fanIn: id(), index: integer(), input: id())
    case .inputSettled:
      .inputSettled(fanIn: id(), index: integer(), input: id(), outcome: word())
    case .inputIgnored:
      .inputIgnored(fanIn: id(), index: integer(), input: id(), outcome: word())
    case .errorHandled: .errorHandled(promise: id(), by: id())
    case .errorUnhandled: .errorUnhandled(promise: id(), origin: id(), error: text())
    case .deallocated: .deallocated(promise: id(), state: finalState(), waiting: promises())
    case .waitBegan: .waitBegan(promise: id(), queue: maybeID(), job: maybeID())
    case .waitEnded:
      .waitEnded(promise: id(), queue: maybeID(), job: maybeID(), ending: word())
    case .awaitBegan: .awaitBegan(promise: id())
    case .awaitEnded: .awaitEnded(promise: id(), ending: word())
    case .cancelRequested: .cancelRequested(context: integer())
    case .timerScheduled:
      .timerScheduled(timer: id(), promise: maybeID(), due: Int64(integer()))
    case .timerFired: .timerFired(timer: id(), promise: maybeID())
    case .timerCancelled: .timerCancelled(timer: id(), promise: maybeID())
    case .choiceMade: .choiceMade(chosen: integer(), options: (0..<integer()).map { _ in choice() })
    case .queueDeclared:
      .queueDeclared(queue: id(), label: text(), kind: queueKind(), assumed: flag())
    case .threadNamed: .threadNamed(thread: id(), name: text())
    case .note: .note(text())
    case .sourceText: .sourceText(file: text(), firstLine: integer(), text: text())
    case .intervened: .intervened(promise: id(), what: text())
    case .dropped: .dropped(count: integer())
    }
  }

  private mutating func creation() -> PromiseEvent.Creation {
    PromiseEvent.Creation(
      promise: id(), operation: word(), label: maybeText(), site: maybeSite(),
      parents: promises(), late: flag(), isGuarantee: flag(), tag: maybeText())
  }

  private mutating func settlement() -> PromiseEvent.Settlement {
    PromiseEvent.Settlement(
      promise: id(), outcome: word(), description: text(), origin: maybeID(), from: maybeID(),
      oddity: flag() ? word() : nil)
  }

  private mutating func finalState() -> PromiseEvent.FinalState {
    switch byte() {
    case 0: .settled
    case 1: .pending
    default: .forwarded(to: id())
    }
  }

  private mutating func choice() -> PromiseEvent.Choice {
    switch byte() {
    case 0: .resume(job: id())
    case 1: .start(queue: id(), job: id())
    case 2: .end(job: id())
    default: .fire(timer: id())
    }
  }

  private mutating func queueKind() -> PromiseEvent.QueueKind {
    switch byte() {
    case 0: .serial
    case 1: .immediate
    case 2: .concurrent(width: nil)
    default: .concurrent(width: integer())
    }
  }
}
