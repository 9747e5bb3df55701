import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSystem
import Synchronization

/// Sends the spans of a program while it is recorded: one thread reads the files that the program
/// writes, and another one sends. The program does not notice either; what is late stays in the files.
final class SpanUpload: Sendable {
  private struct Contents {
    /// When sending ends, after the program has; `nil` while it runs.
    var deadline: Int64?
    /// Whether everything was read.
    var isRead = false
    /// Whether everything was sent that was read.
    var isSent = false
    var report = SendingReport()
    /// The spans that are being sent.
    var inFlight = 0
  }

  private let contents = Mutex(Contents())
  private let queue: SpanQueue
  private let files: @Sendable () -> [String]
  private let destination: OTLPDestination
  private let resource: Resource
  /// Readable when the program has ended, when sending has to end, and when it has ended.
  private let ended: WakePipe
  private let interrupted: WakePipe
  private let done: WakePipe

  /// What the spans of each process say about it.
  struct Resource: Sendable {
    /// The name of the service; by default that of the trace, or else this one of the program.
    var service: String?
    var program: String
    var more: [ExportedSpan.Attribute] = []
  }

  /// Starts sending the spans of the traces in `files`; `nil` if the system has no resources for that.
  init?(
    of files: @escaping @Sendable () -> [String], as resource: Resource,
    to destination: OTLPDestination, queue: SpanQueue? = SpanQueue()
  ) {
    guard let queue, let ended = WakePipe(), let interrupted = WakePipe(), let done = WakePipe()
    else { return nil }
    (self.queue, self.files, self.destination, self.resource) = (
      queue, files, destination, resource
    )
    (self.ended, self.interrupted, self.done) = (ended, interrupted, done)
    guard startThread({ self.read() }), startThread({ self.send() }) else {
      interrupted.wake()
      queue.close()
      return nil
    }
  }

  deinit {
    for pipe in [ended, interrupted, done] { pipe.close() }
  }

  /// Sends the rest, because the program has ended, for at most `patience` nanoseconds. Returns what
  /// became of all spans.
  func finish(within patience: Int64 = 5_000_000_000) -> SendingReport {
    let deadline = EventWaiter.now + patience
    contents.withLock { $0.deadline = deadline }
    ended.wake()
    wait(until: deadline)
    // A request that is being sent may take longer, and is ended.
    interrupted.wake()
    wait(until: EventWaiter.now + 1_000_000_000)
    return contents.withLock { contents in
      var report = contents.report
      report.dropped = queue.dropped
      if !contents.isSent { report.leave(contents.inFlight + queue.waiting) }
      report.isIncomplete = !contents.isRead
      return report
    }
  }

  private func wait(until deadline: Int64) {
    while !contents.withLock({ $0.isSent }), EventWaiter.now < deadline {
      _ = waitToRead(
        [done.reading], milliseconds: Int32(clamping: (deadline - EventWaiter.now) / 1_000_000 + 1))
    }
  }

  // MARK: - Sending

  private func send() {
    var sender = SpanSender(
      Curl(destination: destination, interrupted: interrupted.reading),
      clock: .real(interrupted: interrupted.reading))
    sender.waiting = { [queue] _, _ in queue.setFailing(true) }
    var isOver = false
    while let batch = queue.take() {
      contents.withLock { $0.inFlight = batch.spans }
      if isOver {
        sender.leave(batch.spans)
      } else {
        isOver = sender.send(batch) != .answered
        queue.setFailing(isOver)
      }
      contents.withLock { contents in
        contents.report = sender.report
        contents.inFlight = 0
      }
    }
    contents.withLock { $0.isSent = true }
    done.wake()
  }

  // MARK: - Reading

  /// A trace of one process, with its spans.
  private struct Part {
    var trace: GrowingTrace
    /// The spans; `nil` before the header has arrived.
    var export: SpanExport?
    /// When an event arrived last, and when a batch was last handed over.
    var newest = EventWaiter.now
    var flushed = EventWaiter.now
    var isPaused = false
  }

  private func read() {
    var parts: [Part] = []
    var known: Set<FileIdentity> = []
    var deadline: Int64?
    repeat {
      // Asked first, so that what the program wrote before its end is read.
      deadline = contents.withLock { $0.deadline }
      for path in files() {
        guard let number = GrowingTrace.number(of: path), !known.contains(number),
          let trace = GrowingTrace(path)
        else { continue }
        known.insert(trace.number)
        parts.append(Part(trace: trace))
      }
      var isBusy = false
      for place in parts.indices.reversed() {
        switch step(&parts[place], deadline) {
        case .events: isBusy = true
        case .nothing: break
        case .ended: parts.remove(at: place).trace.close()
        }
      }
      if !isBusy, deadline == nil {
        _ = waitToRead([ended.reading], milliseconds: Self.pause)
      }
      if let deadline, EventWaiter.now > deadline { break }
    } while deadline == nil || !parts.isEmpty
    let isRead = parts.isEmpty
    for part in parts { part.trace.close() }
    contents.withLock { $0.isRead = isRead }
    queue.close()
  }

  /// How long to wait for events, in milliseconds.
  private static var pause: Int32 { 100 }
  /// How long a span waits for others that are sent with it, in nanoseconds.
  private static var longestWait: Int64 { 1_000_000_000 }

  private func step(_ part: inout Part, _ deadline: Int64?) -> TraceDecoder.Step {
    if deadline != nil { part.trace.decoder.follows = false }
    // What cannot be read has no more spans.
    let step = (try? part.trace.read(hasEnded: deadline != nil)) ?? .ended
    let now = EventWaiter.now
    if part.export == nil, let header = part.trace.decoder.header {
      part.export = export(header, step)
    }
    switch step {
    case .events(let events):
      (part.newest, part.isPaused) = (now, false)
      add(part.export?.add(events), deadline)
    case .nothing:
      // A promise may have settled long ago, and has no more events.
      if !part.isPaused, now - part.newest > Self.longestWait {
        part.isPaused = true
        add(part.export?.pause(), deadline)
      }
    case .ended: add(part.export?.finish(), deadline)
    }
    if now - part.flushed > Self.longestWait {
      part.flushed = now
      add(part.export?.flush(), deadline)
    }
    return step
  }

  private func add(_ batches: [SpanBatch]?, _ deadline: Int64?) {
    for batch in batches ?? [] {
      queue.add(batch, until: deadline ?? EventWaiter.now + Self.longestWait * 5)
    }
  }

  private func export(_ header: TraceHeader, _ step: TraceDecoder.Step) -> SpanExport {
    var first: [PromiseEvent] = []
    if case .events(let events) = step { first = Array(events.prefix(1)) }
    return SpanExport(
      header, epoch: header.origin?.unix ?? SpanEpoch.ending(first),
      resource: SpanResource(
        header, service: resource.service ?? header.title ?? resource.program,
        version: programVersion, more: resource.more),
      as: destination.encoding)
  }
}
