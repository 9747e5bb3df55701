/// The lines that wait for one reader of a socket, in bounded memory: who reads too slowly loses some, and is
/// told how many. As everywhere, the details go first and the names of things last.
struct ReaderQueue {
  /// What is to be sent.
  private var bytes: [UInt8]
  private var sent = 0
  private let limit: Int
  private let writer: TraceWriter
  /// What was left out since the last line.
  private var loss: PromiseEvent?

  /// A queue that begins with what the reader has to know first, which counts nothing. Of what follows there
  /// are `limit` bytes at most.
  init(beginning: [UInt8], limit: Int = 4 << 20, writer: TraceWriter) {
    bytes = beginning
    sent = 0
    self.limit = limit + beginning.count
    self.writer = writer
  }

  /// What waits.
  var rest: ArraySlice<UInt8> { bytes[sent...] }

  /// Takes an event in, whose line that is.
  mutating func add(_ event: PromiseEvent, _ line: ArraySlice<UInt8>) {
    let waiting = bytes.count - sent
    guard waiting + line.count <= event.kind.weight.share(of: limit) else { return leaveOut(event) }
    tellLoss()
    bytes += line
  }

  /// So many bytes were sent.
  mutating func remove(_ count: Int) {
    sent += count
    if sent == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 18)
      sent = 0
      tellLoss()
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

  private mutating func tellLoss() {
    guard let loss else { return }
    self.loss = nil
    writer.append(loss, to: &bytes)
  }
}
