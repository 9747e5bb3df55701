import Dispatch
import PromiseSystem
import Synchronization

/// One recording, from its beginning to its end: the buffer, and the thread that writes.
final class TraceSession: Sendable {
  let opening: TraceOpening
  let options: Options
  let buffer: TraceBuffer
  let bell: Bell
  private let ending = Atomic<Bool>(false)
  private let over = DispatchSemaphore(value: 0)

  /// What is written, and how.
  struct Options: Sendable {
    var values = true
    var filter: PromiseTrace.Filter?
    var redact: (@Sendable (String) -> String)?
    var title: String?
    var pid: Int?
    /// The number of the last event before.
    var since = 0
    /// The number of the newest event.
    var newest: @Sendable () -> Int = { 0 }
    /// How long readers are waited for at the end, in nanoseconds.
    var patience: UInt64 = 150_000_000
    /// How long the end takes at most, in nanoseconds, however slow the disk is and busy the machine.
    var longestEnd: UInt64 = 2_000_000_000

    /// The header of the trace.
    var header: TraceHeader {
      var header = TraceHeader(isVirtual: false, title: title)
      header.pid = pid
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

  /// It is to end.
  var isEnding: Bool { ending.load(ordering: .acquiring) }

  /// Makes the thread that writes, which calls `finished` with the reason if the recording cannot go on.
  /// Answers false where there is no thread left.
  func begin(finished: @escaping @Sendable (PromiseTrace.Failure) -> Void) -> Bool {
    OpenDescriptors.keep(opening.descriptor)
    let isRunning = TraceThread.run { [self] in
      var pump = TracePump(self)
      let failure = pump.run()
      if let failure { finished(failure) }
      // Whatever came meanwhile is given up, and its memory with it.
      _ = buffer.take()
      over.signal()
    }
    if !isRunning {
      OpenDescriptors.forget(opening.descriptor)
      systemClose(opening.descriptor)
    }
    return isRunning
  }

  /// Has the rest written, and waits for that a little while. Answers false if the thread is still writing.
  func end() -> Bool {
    ending.store(true, ordering: .releasing)
    bell.ring()
    let limit = Int(options.longestEnd) + 50_000_000
    return over.wait(timeout: .now() + .nanoseconds(limit)) == .success
  }
}

/// What the thread does that writes a trace: takes the events out of the buffer, puts them in order, and
/// hands them to where the trace goes. It sleeps while nothing happens.
struct TracePump {
  private let session: TraceSession
  private var order: EventOrder
  private var selection: TraceSelection
  private var outlet: any TraceSink
  /// What was taken out of the buffer and is not yet handed to the outlet.
  private var batches = EventBatches()
  /// There were events the last time.
  private var isBusy = false

  init(_ session: TraceSession) {
    self.session = session
    let options = session.options
    order = EventOrder(after: options.since)
    selection = TraceSelection(
      filter: options.filter, redact: options.redact, after: options.since)
    let writer = TraceWriter(includesValues: options.values)
    let header = options.header
    if case .listener(let path) = session.opening.way {
      outlet = SocketSink(session.opening, path: path, writer: writer, header: header)
    } else {
      outlet = FileSink(session.opening, writer: writer, header: header)
    }
  }

  /// Writes until the recording is to end, or cannot go on. Answers why, if it cannot.
  mutating func run() -> PromiseTrace.Failure? {
    defer { outlet.close() }
    do throws(PromiseTrace.Failure) {
      try outlet.write([])
      let session = session
      while !session.isEnding {
        if outlet.isReady { try pass(until: { session.isEnding }) }
        if !session.isEnding { try wait() }
      }
      try end()
      return nil
    } catch {
      return error
    }
  }

  /// Hands over what there is, as far as it is taken and time is left.
  private mutating func pass(until isLate: () -> Bool = { false }) throws(PromiseTrace.Failure) {
    if batches.isEmpty {
      batches = session.buffer.take()
      isBusy = !batches.isEmpty
      order.beginRound()
    }
    if batches.isEmpty, order.isWaiting { try write(order.add([])) }
    while outlet.isReady, !isLate(), let events = batches.next() { try write(order.add(events)) }
  }

  private mutating func write(_ events: [PromiseEvent]) throws(PromiseTrace.Failure) {
    if !events.isEmpty { try outlet.write(selection.select(from: events)) }
  }

  /// Waits for readers, for the bell, and where the program is busy for the next round.
  private mutating func wait() throws(PromiseTrace.Failure) {
    // Who cannot write does not look what there is to be written.
    if !outlet.isReady { return try sleep(-1) }
    if isBusy || order.isWaiting { return try sleep(Self.round) }
    batches = session.buffer.fallAsleep()
    // What has come meanwhile is passed on at once.
    guard batches.isEmpty else { return isBusy = true }
    try sleep(-1)
    session.buffer.wakeUp()
  }

  private mutating func sleep(_ milliseconds: Int32) throws(PromiseTrace.Failure) {
    var polled = [pollfd(fd: session.bell.hearing, events: Int16(POLLIN), revents: 0)]
    polled += outlet.interests
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
    if polled[0].revents != 0 { session.bell.silence() }
    // Who comes is told of all that has happened before.
    let session = session
    if outlet.isReady { try pass(until: { session.isEnding }) }
    try outlet.react(to: Array(polled.dropFirst()))
  }

  /// Writes what is left, for as long as whoever ends the recording waits for it; what is not written by
  /// then is told as lost, if anything can be written.
  private mutating func end() throws(PromiseTrace.Failure) {
    let options = session.options
    let deadline = Self.now + options.longestEnd
    var waited: UInt64 = 0
    func isLate() -> Bool { waited >= options.patience || Self.now >= deadline }
    var isWhole = false
    while !isLate(), !isWhole {
      if outlet.isReady {
        let isLast = batches.isEmpty
        try pass(until: isLate)
        isWhole = isLast && batches.isEmpty
      } else {
        waited += try waitForReaders()
      }
    }
    guard outlet.isReady || !isLate() else { return }
    try write(isWhole ? order.finish() : order.giveUp(through: options.newest()))
    while outlet.hasMore, !isLate() { waited += try waitForReaders() }
  }

  /// Waits a round for those who read. Answers how much of it is held against them, in nanoseconds: where
  /// a round takes longer than it should, the machine is busy, and they may not have had their turn.
  private mutating func waitForReaders() throws(PromiseTrace.Failure) -> UInt64 {
    let begin = Self.now
    try sleep(Self.round)
    return min(Self.now - begin, UInt64(Self.round) * 1_000_000)
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
  /// A round while the program is busy, in milliseconds.
  private static var round: Int32 { 5 }
}

extension TraceSink {
  /// Something waits to be written.
  fileprivate var hasMore: Bool { interests.contains { $0.events & Int16(POLLOUT) != 0 } }
}
