package import CRecording
import PromiseSystem
import Synchronization

/// What a thread writes its records with.
package typealias Pen = UnsafeMutablePointer<cr_pen>

/// Writes the events of a program into a binary trace: a file that is mapped into memory.
///
/// Each thread appends its records to a chunk that belongs to it, with plain stores, and then
/// publishes the new length of the chunk. It takes no lock and makes no system call, except when a
/// chunk is full. What is written belongs to the system, so it survives any end of the process.
///
/// What threads may still be writing to when the recording ends is never unmapped.
@usableFromInline
package final class MappedTrace: @unchecked Sendable {
  /// Identifies the trace among those of the process; its lowest bits say what it contains. A pen of another
  /// trace does not match.
  package let number: UInt64
  private let pid = getpid()
  private let lock: Mutex<Pages>
  /// The number of ticks after which a thread compares the counter with the system's clock.
  private let comparisonInterval: UInt64

  /// Returns the event to write, or `nil`; not set if every event is written as it is.
  private let selection: (@Sendable (PromiseEvent) -> PromiseEvent?)?
  /// Whether the texts of notes are written.
  private let includesValues: Bool

  private static let count = Atomic<UInt64>(0)

  /// Accessed under the lock.
  private struct Pages {
    var file: MappedFile
    /// Chunks of threads that ended before they were full.
    var unused: [Chunk] = []
    /// The chunk that receives the names of files, and the addresses of those it has.
    var names: Chunk?
    var known: Set<UInt> = []
  }

  /// A chunk that no thread owns.
  private struct Chunk: Sendable {
    nonisolated(unsafe) let header: UnsafeMutableRawPointer
    var size: Int
    var length: Int
    /// The stamp and the queue of its last record.
    var written: UInt64
    var queue: Int64
  }

  /// Creates a trace that is written to `file`. `selection` returns what to write of an event.
  package init(
    _ file: sending MappedFile, includesValues: Bool = true,
    selection: (@Sendable (PromiseEvent) -> PromiseEvent?)? = nil
  ) {
    self.selection = selection
    self.includesValues = includesValues
    cr_choose_clock()
    let selects = selection == nil ? 0 : UInt64(cr_selects_events)
    let leavesOut = includesValues ? 0 : UInt64(cr_leaves_out_values)
    number = Self.count.add(4, ordering: .relaxed).newValue | selects | leavesOut
    let (first, second) = file.begin { Self.comparison }
    let ticks = Double(second.ticks &- first.ticks)
    let perNanosecond = ticks / Double(max(1, second.nanoseconds &- first.nanoseconds))
    comparisonInterval = UInt64(min(max(perNanosecond, 0.001), 1000) * 5_000_000)
    lock = Mutex(Pages(file: file))
  }

  /// The counter and the system's clock at one instant.
  static var comparison: (ticks: UInt64, nanoseconds: Int64) {
    let nanoseconds = cr_nanoseconds()
    return (cr_ticks(), nanoseconds)
  }

  /// Marks the trace as complete. A process that was forked from the recorded one does not: the trace
  /// belongs to its parent.
  package func finish() {
    guard getpid() == pid else { return }
    lock.withLock { $0.file.finish(Self.comparison) }
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

  /// Returns a number for a promise. Each thread takes a block of numbers from `counter` at a time.
  @inline(__always)
  static func nextPromise(_ trace: UInt64, _ counter: borrowing Atomic<Int>) -> Int {
    guard let pen = pen(trace) else { return counter.add(1, ordering: .relaxed).newValue }
    return nextPromise(pen, counter)
  }

  @inline(__always)
  static func nextPromise(_ pen: Pen, _ counter: borrowing Atomic<Int>) -> Int {
    if pen.pointee.promise >= pen.pointee.promise_end {
      let end = counter.add(Self.block, ordering: .relaxed).newValue
      pen.pointee.promise = Int64(end - Self.block)
      pen.pointee.promise_end = Int64(end)
    }
    pen.pointee.promise += 1
    return Int(pen.pointee.promise)
  }

  /// Returns a number for a job, as ``nextPromise(_:_:)``.
  @inline(__always)
  static func nextJob(_ trace: UInt64, _ counter: borrowing Atomic<Int>) -> Int {
    guard let pen = pen(trace) else { return counter.add(1, ordering: .relaxed).newValue }
    return nextJob(pen, counter)
  }

  @inline(__always)
  static func nextJob(_ pen: Pen, _ counter: borrowing Atomic<Int>) -> Int {
    if pen.pointee.job >= pen.pointee.job_end {
      let end = counter.add(Self.block, ordering: .relaxed).newValue
      pen.pointee.job = Int64(end - Self.block)
      pen.pointee.job_end = Int64(end)
    }
    pen.pointee.job += 1
    return Int(pen.pointee.job)
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

// MARK: - Writing

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
  private func compareClocks(_ pen: Pen) {
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

// MARK: - Pens

extension MappedTrace {
  /// Returns the pen of this thread, with room for a record of `room` bytes; `nil` if the trace
  /// cannot grow, or if this process was forked from the recorded one.
  @inline(__always)
  private static func pen(
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

  /// The room that a comparison of the clocks needs, in bytes.
  private static var spare: Int { 64 }

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

  /// Returns a chunk with room for `room` bytes: what another thread has left, or a new one.
  private func chunk(room: Int, replacing pen: Pen) -> Chunk? {
    let (isFirst, former) = (pen.pointee.end == nil, pen.pointee.start.map { UInt(bitPattern: $0) })
    return lock.withLock { pages in
      if isFirst,
        let place = pages.unused.lastIndex(where: { $0.size - $0.length >= room + 256 })
      {
        return pages.unused.remove(at: place)
      }
      guard let chunk = newChunk(BinaryFormat.Content.events, room: room, in: &pages) else {
        return nil
      }
      if let former { pages.file.release(former) }
      return chunk
    }
  }

  /// Returns a new chunk.
  private func newChunk(_ content: UInt32, room: Int, in pages: inout Pages) -> Chunk? {
    let needed = BinaryFormat.chunkHeaderSize + room + Self.spare
    let units = (needed + BinaryFormat.chunkSize - 1) / BinaryFormat.chunkSize
    guard let header = pages.file.take(units: units) else { return nil }
    let (ticks, nanoseconds) = Self.comparison
    header.storeBytes(of: UInt32(units), toByteOffset: BinaryFormat.Chunk.units, as: UInt32.self)
    header.storeBytes(
      of: UInt32(truncatingIfNeeded: ThreadNumber.current.rawValue),
      toByteOffset: BinaryFormat.Chunk.thread, as: UInt32.self)
    header.storeBytes(of: ticks, toByteOffset: BinaryFormat.Chunk.ticks, as: UInt64.self)
    header.storeBytes(
      of: nanoseconds, toByteOffset: BinaryFormat.Chunk.nanoseconds, as: Int64.self)
    cr_publish((header + BinaryFormat.Chunk.content).assumingMemoryBound(to: UInt32.self), content)
    return Chunk(
      header: header, size: units * BinaryFormat.chunkSize, length: 0, written: ticks, queue: 0)
  }

  /// Takes the chunk of a thread that ends.
  fileprivate func takeBack(_ pen: Pen) {
    guard pen.pointee.trace == number, let start = pen.pointee.start, let next = pen.pointee.next
    else { return }
    let header = UnsafeMutableRawPointer(start) - BinaryFormat.chunkHeaderSize
    let units = header.load(fromByteOffset: BinaryFormat.Chunk.units, as: UInt32.self)
    let chunk = Chunk(
      header: header, size: Int(units) * BinaryFormat.chunkSize, length: next - start,
      written: max(pen.pointee.written, pen.pointee.stamp), queue: pen.pointee.queue)
    lock.withLock { $0.unused.append(chunk) }
  }

  /// Writes the name of a file, unless the trace has it.
  @inline(never)
  private func writeName(_ site: CallSite) {
    lock.withLock { pages in
      guard site.isKnown, !pages.known.contains(site.file) else { return }
      let size = 16 + Int(site.fileLength)
      if pages.names.map({ $0.size - $0.length - BinaryFormat.chunkHeaderSize < size }) ?? true {
        let former = pages.names
        pages.names = newChunk(BinaryFormat.Content.names, room: size, in: &pages)
        if let former { pages.file.release(UInt(bitPattern: former.header)) }
      }
      guard let chunk = pages.names else { return }
      let place = chunk.header + BinaryFormat.chunkHeaderSize + chunk.length
      site.writeName(to: place)
      pages.names?.length += size
      pages.known.insert(site.file)
      cr_publish(
        chunk.header.assumingMemoryBound(to: UInt32.self), UInt32(chunk.length + size))
    }
  }
}

/// The pens of threads. They are used again, and their memory is never freed.
private enum PenPool {
  private static let free = Mutex<[UInt]>([])

  /// Returns a pen, which becomes that of the current thread.
  static func takePen() -> Pen {
    let address = free.withLock { $0.popLast() }
    let pen = address.flatMap { UnsafeMutablePointer<cr_pen>(bitPattern: $0) } ?? newPen()
    cr_set_current_pen(pen)
    if let key { pthread_setspecific(key, pen) }
    return pen
  }

  /// Creates a pen in memory that is empty in a forked process.
  private static func newPen() -> Pen {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = mmap(nil, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else {
      let pen = UnsafeMutablePointer<cr_pen>.allocate(capacity: 1)
      pen.initialize(to: cr_pen())
      return pen
    }
    #if os(Linux)
      madvise(memory, page, 18)  // MADV_WIPEONFORK
    #else
      minherit(memory, page, VM_INHERIT_ZERO)
    #endif
    let pens = memory.bindMemory(to: cr_pen.self, capacity: page / MemoryLayout<cr_pen>.stride)
    let count = page / MemoryLayout<cr_pen>.stride
    free.withLock { free in
      for place in 1..<count { free.append(UInt(bitPattern: pens + place)) }
    }
    return pens
  }

  /// Returns the pen of a thread that ends. If the program has used all keys, `nil`: chunks of threads
  /// that ended stay as they are.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        let known: UnsafeMutableRawPointer? = pointer
      #else
        let known = pointer
      #endif
      guard let pen = known?.assumingMemoryBound(to: cr_pen.self) else { return }
      cr_set_current_pen(nil)
      // In a forked process, the pens are empty, and the locks may be taken forever.
      guard pen.pointee.trace != 0 else { return }
      MappedTrace.current.load(ordering: .acquiring)?.takeUnretainedValue().takeBack(pen)
      pen.initialize(to: cr_pen())
      free.withLock { $0.append(UInt(bitPattern: pen)) }
    }
    return status == 0 ? key : nil
  }()
}

extension MappedTrace {
  /// The trace to which threads return their chunks when they end; it is never freed.
  static let current = Atomic<Unmanaged<MappedTrace>?>(nil)
}
