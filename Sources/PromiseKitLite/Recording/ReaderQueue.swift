/// The lines that wait for one reader of a socket, in limited memory. A reader that is too slow
/// loses some lines, and receives their number. As everywhere, details are dropped first, and the
/// names of objects last.
struct ReaderQueue {
  /// The bytes to send.
  private var bytes: [UInt8]
  private var sent = 0
  private let limit: Int
  private let writer: TraceWriter
  /// The events omitted since the last line.
  private var loss: PromiseEvent?

  /// Creates a queue that starts with the initial state for the reader, which does not count toward
  /// the limit. At most `limit` bytes of later events are kept.
  init(beginning: [UInt8], limit: Int = 4 << 20, writer: TraceWriter) {
    bytes = beginning
    sent = 0
    self.limit = limit + beginning.count
    self.writer = writer
  }

  /// The bytes that are still to be sent.
  var rest: ArraySlice<UInt8> { bytes[sent...] }

  /// Adds an event, given its line.
  mutating func add(_ event: PromiseEvent, _ line: ArraySlice<UInt8>) {
    let waiting = bytes.count - sent
    guard waiting + line.count <= event.kind.weight.share(of: limit) else { return leaveOut(event) }
    appendLoss()
    bytes += line
  }

  /// Removes bytes that were sent.
  mutating func remove(_ count: Int) {
    sent += count
    if sent == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 18)
      sent = 0
      appendLoss()
    } else if sent > 1 << 20 {
      bytes.removeFirst(sent)
      sent = 0
    }
  }

  private mutating func leaveOut(_ event: PromiseEvent) {
    var count = if case .dropped(let count) = event.kind { count } else { 1 }
    var newest = event
    if let loss, case .dropped(let before) = loss.kind {
      count += before
      if loss.sequence > event.sequence { newest = loss }
    }
    newest.kind = .dropped(count: count)
    (newest.thread, newest.queue) = (nil, nil)
    loss = newest
  }

  private mutating func appendLoss() {
    guard let loss else { return }
    self.loss = nil
    writer.append(loss, to: &bytes)
  }
}
