/// Writes events into memory that has room for them.
struct EventPacker {
  let base: UnsafeMutableRawPointer
  var offset: Int

  @inline(__always)
  mutating func put(byte: UInt8) {
    base.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
    offset += 1
  }

  /// Seven bits a byte, the lowest first; the sign in the lowest bit, so that small numbers are short.
  @inline(__always)
  mutating func put(_ value: Int) {
    var rest = UInt64(bitPattern: Int64((value << 1) ^ (value >> 63)))
    while rest >= 0x80 {
      put(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(byte: UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  mutating func put(_ flag: Bool) { put(byte: flag ? 1 : 0) }

  mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      put(utf8.count)
      guard let source = utf8.baseAddress else { return }
      (base + offset).copyMemory(from: source, byteCount: utf8.count)
      offset += utf8.count
    }
  }

  @inline(__always)
  mutating func put(_ id: some EventIdentity) { put(id.rawValue) }

  @inline(__always)
  mutating func put(_ id: (some EventIdentity)?) {
    put(id != nil)
    if let id { put(id) }
  }

  @inline(__always)
  mutating func put(_ text: String?) {
    put(text != nil)
    if let text { put(text) }
  }

  mutating func put(_ site: SourceSite?) {
    put(byte: site == nil ? Self.noSite : Self.siteOfText)
    guard let site else { return }
    put(site.file)
    put(site.line)
    put(site.column)
  }

  /// The address of the file's name says which file it is, and lasts as long as the packed events.
  @inline(__always)
  mutating func put(_ site: CallSite) {
    guard site.isKnown else { return put(byte: Self.noSite) }
    put(byte: Self.siteOfProgram)
    base.storeBytes(of: site, toByteOffset: offset, as: CallSite.self)
    offset += MemoryLayout<CallSite>.size
  }

  /// What the first byte of a site says.
  static var noSite: UInt8 { 0 }
  static var siteOfText: UInt8 { 1 }
  static var siteOfProgram: UInt8 { 2 }

  @inline(__always)
  mutating func put(_ promises: some Collection<PromiseID>) {
    put(promises.count)
    for promise in promises { put(promise) }
  }

  @inline(__always)
  mutating func put(_ word: some ByteCoded) { put(byte: word.code) }
}

// MARK: - Events

extension EventPacker {
  /// The bits beside the kind's code in the first byte.
  static var sameThread: UInt8 { 0x40 }
  static var sameQueue: UInt8 { 0x80 }

  /// Writes the stamp of an event that is called `name`, relative to that of the one before.
  @inline(__always)
  mutating func write(
    _ stamp: EventStamp, _ name: PromiseEvent.Kind.Name, after previous: EventStamp
  ) {
    let isSameThread = stamp.thread == previous.thread
    let isSameQueue = stamp.queue == previous.queue
    put(
      byte: name.code | (isSameThread ? Self.sameThread : 0) | (isSameQueue ? Self.sameQueue : 0))
    put(stamp.sequence &- previous.sequence)
    put(Int(stamp.time &- previous.time))
    if !isSameThread { put(stamp.thread) }
    if !isSameQueue { put(stamp.queue) }
  }

  /// Writes what an event says beside its stamp.
  mutating func write(_ kind: PromiseEvent.Kind) {
    switch kind {
    case .created(let creation): write(creation)
    case .bodyStarted(let promise): put(promise)
    case .bodyEnded(let promise, let threw):
      put(promise)
      put(threw)
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      writeAttached(parent, child, ordinal, queue)
    case .handlerSkipped(let parent, let child, let reason):
      put(parent)
      put(child)
      put(reason)
    case .adopted(let outer, let inner):
      put(outer)
      put(inner)
    case .settled(let settlement):
      writeSettled(
        settlement.promise, settlement.outcome, settlement.description, origin: settlement.origin,
        from: settlement.from, settlement.oddity)
    case .resolutionIgnored(let promise, let site, let attempt):
      put(promise)
      put(site)
      put(attempt != nil)
      if let attempt { put(attempt) }
    case .inputAdded(let fanIn, let index, let input):
      put(fanIn)
      put(index)
      put(input)
    case .inputSettled(let fanIn, let index, let input, let outcome),
      .inputIgnored(let fanIn, let index, let input, let outcome):
      put(fanIn)
      put(index)
      put(input)
      put(outcome)
    case .errorHandled(let promise, let by):
      put(promise)
      put(by)
    case .errorUnhandled(let promise, let origin, let error):
      put(promise)
      put(origin)
      put(error)
    case .deallocated(let promise, let state, let waiting):
      writeDeallocated(promise, state, waiting)
    default: writeWork(kind)
    }
  }

  private mutating func writeWork(_ kind: PromiseEvent.Kind) {
    switch kind {
    case .jobEnqueued(let job, let child, let queue, let label):
      writeEnqueued(job, child, queue, label)
    case .jobStarted(let job, let child, let queue): writeJob(job, child, queue)
    case .jobEnded(let job, let child, let queue, let ending):
      writeEnded(job, child, queue, ending)
    case .touched(let job, let names):
      put(job)
      put(names.count)
      for name in names { put(name) }
    case .waitBegan(let promise, let queue, let job):
      put(promise)
      put(queue)
      put(job)
    case .waitEnded(let promise, let queue, let job, let ending):
      put(promise)
      put(queue)
      put(job)
      put(ending)
    case .awaitBegan(let promise): put(promise)
    case .awaitEnded(let promise, let ending):
      put(promise)
      put(ending)
    case .cancelRequested(let context): put(context)
    case .timerScheduled(let timer, let promise, let due):
      put(timer)
      put(promise)
      put(Int(due))
    case .timerFired(let timer, let promise), .timerCancelled(let timer, let promise):
      put(timer)
      put(promise)
    case .choiceMade(let chosen, let options):
      put(chosen)
      put(options.count)
      for option in options { write(option) }
    case .queueDeclared(let queue, let label, let kind, let assumed):
      put(queue)
      put(label)
      write(kind)
      put(assumed)
    case .threadNamed(let thread, let name):
      put(thread)
      put(name)
    case .note(let text): put(text)
    case .sourceText(let file, let firstLine, let text):
      put(file)
      put(firstLine)
      put(text)
    case .intervened(let promise, let what):
      put(promise)
      put(what)
    case .dropped(let count): put(count)
    default: break
    }
  }

  private mutating func write(_ creation: PromiseEvent.Creation) {
    put(creation.promise)
    put(creation.operation)
    put(creation.label)
    put(creation.site)
    put(creation.parents)
    put(creation.late)
    put(creation.isGuarantee)
    put(creation.tag)
  }

  private mutating func write(_ choice: PromiseEvent.Choice) {
    switch choice {
    case .resume(let job):
      put(byte: 0)
      put(job)
    case .start(let queue, let job):
      put(byte: 1)
      put(queue)
      put(job)
    case .end(let job):
      put(byte: 2)
      put(job)
    case .fire(let timer):
      put(byte: 3)
      put(timer)
    }
  }

  mutating func write(_ state: PromiseEvent.FinalState) {
    switch state {
    case .settled: put(byte: 0)
    case .pending: put(byte: 1)
    case .forwarded(let outer):
      put(byte: 2)
      put(outer)
    }
  }

  private mutating func write(_ kind: PromiseEvent.QueueKind) {
    switch kind {
    case .serial: put(byte: 0)
    case .immediate: put(byte: 1)
    case .concurrent(nil): put(byte: 2)
    case .concurrent(let width?):
      put(byte: 3)
      put(width)
    }
  }
}

extension PromiseEvent.Kind {
  /// The bytes of its texts, ten for each promise of a list, and more for each choice: what has no
  /// bound.
  var variableSize: Int {
    switch self {
    case .created(let creation):
      (creation.label?.utf8.count ?? 0) + (creation.tag?.utf8.count ?? 0)
        + (creation.site?.file.utf8.count ?? 0)
        + creation.parents.count * 10
    case .settled(let settlement): settlement.description.utf8.count
    case .jobEnqueued(_, _, _, let label): label?.utf8.count ?? 0
    case .resolutionIgnored(_, let site, _): site?.file.utf8.count ?? 0
    case .errorUnhandled(_, _, let error): error.utf8.count
    case .deallocated(_, _, let waiting): waiting.count * 10
    case .choiceMade(_, let options): options.count * 21
    case .queueDeclared(_, let label, _, _): label.utf8.count
    case .threadNamed(_, let name): name.utf8.count
    case .touched(_, let names): names.reduce(10) { $0 + $1.utf8.count + 10 }
    case .note(let text), .intervened(_, let text): text.utf8.count
    case .sourceText(let file, _, let text): file.utf8.count + text.utf8.count
    case .bodyStarted, .bodyEnded, .handlerAttached, .jobStarted, .jobEnded, .handlerSkipped,
      .adopted, .inputAdded, .inputSettled, .inputIgnored, .errorHandled, .waitBegan,
      .waitEnded, .awaitBegan, .awaitEnded,
      .cancelRequested, .timerScheduled, .timerFired, .timerCancelled, .dropped:
      0
    }
  }
}
