import Dispatch
import PromiseSystem
import Synchronization

/// One recording, from start to end: the buffer and the thread that writes it.
final class TraceSession: Sendable {
  let opening: TraceOpening
  let options: Options
  let buffer: TraceBuffer
  let bell: Bell
  private let ending = Atomic<Bool>(false)
  private let over = DispatchSemaphore(value: 0)

  /// What to write, and how.
  struct Options: Sendable {
    var values = PromiseTrace.Values.on
    var filter: PromiseTrace.Filter?
    var redact: (@Sendable (String) -> String)?
    var title: String?
    var pid: Int?
    var origin: TraceHeader.ClockOrigin?
    /// The number of the last event before the recording.
    var since = 0
    /// Returns the number of the newest event.
    var newest: @Sendable () -> Int = { 0 }
    /// How long the end of the recording waits for readers, in nanoseconds.
    var patience: UInt64 = 150_000_000
    /// The time limit for the end of the recording, in nanoseconds, however slow the disk or busy
    /// the machine.
    var longestEnd: UInt64 = 2_000_000_000

    /// Returns what to write of an event, or `nil`; not set if every event is written as it is.
    var selection: (@Sendable (PromiseEvent) -> PromiseEvent?)? {
      guard filter != nil || redact != nil else { return nil }
      return { [filter, redact] event in
        if let filter, !filter.isWanted(event) { return nil }
        guard let redact else { return event }
        var event = event
        event.kind = event.kind.redacted(redact)
        return event
      }
    }

    /// The header of the trace.
    var header: TraceHeader {
      var header = TraceHeader(isVirtual: false, title: title)
      header.pid = pid
      header.origin = origin
      header.since = since > 0 ? since : nil
      return header
    }
  }

  init(_ opening: TraceOpening, _ options: Options, buffer: TraceBuffer, bell: Bell) {
    self.opening = opening
    self.options = options
    self.buffer = buffer
    self.bell = bell
  }

  /// Whether the recording is ending.
  var isEnding: Bool { ending.load(ordering: .acquiring) }

  /// Starts the thread that writes. It calls `finished` with the reason if the recording cannot
  /// continue. Returns `false` if no thread can be created.
  func begin(finished: @escaping @Sendable (PromiseTrace.Failure) -> Void) -> Bool {
    OpenDescriptors.keep(opening.descriptor)
    let isRunning = TraceThread.run { [self] in
      var pump = TracePump(self)
      let failure = pump.run()
      if let failure { finished(failure) }
      // Events that arrived in the meantime are discarded, which frees their memory.
      _ = buffer.take()
      over.signal()
    }
    if !isRunning {
      OpenDescriptors.forget(opening.descriptor)
      opening.descriptor.close()
    }
    return isRunning
  }

  /// Asks for the remaining events to be written, and waits for a limited time. Returns `false` if
  /// the thread is still writing.
  func end() -> Bool {
    ending.store(true, ordering: .releasing)
    bell.ring()
    // Without a bell, the thread may be asleep.
    let limit = bell.isIntact ? Int(options.longestEnd) + 50_000_000 : 50_000_000
    return over.wait(timeout: .now() + .nanoseconds(limit)) == .success
  }
}

/// The loop of the thread that writes a trace: it takes events from the buffer, sorts them, and
/// passes them to the sink. While nothing happens, it wakes up once a second, to notice that the
/// program has closed its descriptors.
struct TracePump {
  private let session: TraceSession
  private var order: EventOrder
  private var selection: TraceSelection
  private var sink: any TraceSink
  /// The events that were taken from the buffer and not yet passed to the sink.
  private var batches = EventBatches()
  /// Whether there were events in the last round.
  private var isBusy = false

  init(_ session: TraceSession) {
    self.session = session
    let options = session.options
    order = EventOrder(after: options.since)
    selection = TraceSelection(
      filter: options.filter, redact: options.redact, after: options.since)
    let writer = TraceWriter(includesValues: options.values != .off)
    let header = options.header
    if case .listener(let path) = session.opening.way {
      sink = SocketSink(session.opening, path: path, writer: writer, header: header)
    } else {
      sink = FileSink(session.opening, writer: writer, header: header)
    }
  }

  /// Writes until the recording ends or cannot continue. Returns the reason if it cannot.
  mutating func run() -> PromiseTrace.Failure? {
    defer { sink.close() }
    do throws(PromiseTrace.Failure) {
      try sink.write([])
      let session = session
      while !session.isEnding {
        if sink.isReady { try pass(until: { session.isEnding }) }
        if !session.isEnding { try wait() }
      }
      try end()
      return nil
    } catch {
      return error
    }
  }

  /// Passes the available events to the sink, as long as it accepts them and time is left.
  private mutating func pass(until isLate: () -> Bool = { false }) throws(PromiseTrace.Failure) {
    if batches.isEmpty {
      batches = session.buffer.take()
      isBusy = !batches.isEmpty
      order.beginRound()
    }
    if batches.isEmpty, order.isWaiting { try write(order.add([])) }
    while sink.isReady, !isLate(), let events = batches.next() { try write(order.add(events)) }
  }

  private mutating func write(_ events: [PromiseEvent]) throws(PromiseTrace.Failure) {
    if !events.isEmpty { try sink.write(selection.select(from: events)) }
  }

  /// Waits for readers, for the bell, and, if the program is busy, for the next round.
  private mutating func wait() throws(PromiseTrace.Failure) {
    // If the sink is not ready, there is no need to check for new events.
    if !sink.isReady { return try sleep(Self.longestSleep) }
    if isBusy || order.isWaiting { return try sleep(Self.round) }
    batches = session.buffer.fallAsleep()
    // Events that have arrived in the meantime are passed on immediately.
    guard batches.isEmpty else { return isBusy = true }
    try sleep(Self.longestSleep)
    session.buffer.wakeUp()
  }

  private mutating func sleep(_ milliseconds: Int32) throws(PromiseTrace.Failure) {
    var polled = [pollfd(fd: session.bell.readEnd.number, events: Int16(POLLIN), revents: 0)]
    polled += sink.interests
    let patience = sink.patience
    let isLimited = patience >= 0 && (milliseconds < 0 || patience < milliseconds)
    let count = poll(&polled, nfds_t(polled.count), isLimited ? patience : milliseconds)
    // If the program has closed the bell, it does not ring any more.
    guard session.bell.isIntact else { throw .closedByProgram }
    guard count > 0 || isLimited else { return }
    if polled[0].revents != 0 { session.bell.silence() }
    // A new client receives everything that happened before it connected.
    let session = session
    if sink.isReady { try pass(until: { session.isEnding }) }
    try sink.react(to: Array(polled.dropFirst()))
  }

  /// Writes the remaining events while the caller that ends the recording waits. Events that are
  /// not written by then are reported as lost, if anything can be written.
  private mutating func end() throws(PromiseTrace.Failure) {
    let options = session.options
    let deadline = Self.now + options.longestEnd
    var waited: UInt64 = 0
    func isLate() -> Bool { waited >= options.patience || Self.now >= deadline }
    var isWhole = false
    while !isLate(), !isWhole {
      if sink.isReady {
        let isLast = batches.isEmpty
        try pass(until: isLate)
        isWhole = isLast && batches.isEmpty
      } else {
        waited += try waitForReaders()
      }
    }
    guard sink.isReady || !isLate() else { return }
    try write(isWhole ? order.finish() : order.giveUp(through: options.newest()))
    while sink.hasMore, !isLate() { waited += try waitForReaders() }
  }

  /// Waits one round for readers. Returns how much of it counts against them, in nanoseconds: if
  /// the round takes longer than it should, the machine is busy, and they may not have had a chance
  /// to run.
  private mutating func waitForReaders() throws(PromiseTrace.Failure) -> UInt64 {
    let begin = Self.now
    try sleep(Self.round)
    return min(Self.now - begin, UInt64(Self.round) * 1_000_000)
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
  /// The length of a round while the program is busy, in milliseconds.
  private static var round: Int32 { 5 }
  /// How long the thread sleeps at most while nothing happens, in milliseconds.
  private static var longestSleep: Int32 { 1000 }
}

extension TraceSink {
  /// Whether bytes are waiting to be written.
  fileprivate var hasMore: Bool { interests.contains { $0.events & Int16(POLLOUT) != 0 } }
}
