import PromiseSystem

/// Sends a trace to every client that connects to a socket: first a snapshot of what is alive, then
/// each new event.
struct SocketSink: TraceSink {
  private let descriptor: GuardedDescriptor
  private let path: String
  private let writer: TraceWriter
  private let header: TraceHeader
  /// The socket's file, so that no other file is removed by mistake.
  private let file: FileIdentity?
  private var table = LiveTable()
  private var readers: [Reader] = []
  /// The largest number of an event so far.
  private var last: Int

  private struct Reader {
    let descriptor: GuardedDescriptor
    var queue: ReaderQueue
    /// Whether the reader has closed its sending direction.
    var isSilent = false
    var isGone = false
  }

  init(_ opening: TraceOpening, path: String, writer: TraceWriter, header: TraceHeader) {
    descriptor = opening.descriptor
    self.path = path
    self.writer = writer
    self.header = header
    last = header.since ?? 0
    file = FileIdentity(at: path)
  }

  // A slow reader loses lines; the sink never waits for it.
  var isReady: Bool { true }

  var interests: [pollfd] {
    // If there are too many readers, the next one waits until one disconnects.
    let isFull = readers.count >= Self.maximumReaders
    let own = pollfd(fd: descriptor.number, events: isFull ? 0 : Int16(POLLIN), revents: 0)
    return [own]
      + readers.map { reader in
        let events = (reader.isSilent ? 0 : POLLIN) | (reader.queue.rest.isEmpty ? 0 : POLLOUT)
        return pollfd(fd: reader.descriptor.number, events: Int16(events), revents: 0)
      }
  }

  mutating func write(_ events: [PromiseEvent]) {
    guard !events.isEmpty else { return }
    var lines: [UInt8] = []
    for event in events {
      table.fold(event)
      last = max(last, event.sequence)
      guard !readers.isEmpty else { continue }
      lines.removeAll(keepingCapacity: true)
      writer.append(event, to: &lines)
      for place in readers.indices { readers[place].queue.add(event, lines[...]) }
    }
    for place in readers.indices { send(to: &readers[place]) }
    removeGone()
  }

  mutating func react(to polled: [pollfd]) throws(PromiseTrace.Failure) {
    for found in polled where found.revents != 0 {
      if found.fd == descriptor.number {
        guard descriptor.isIntact else { throw .closedByProgram }
        acceptClients()
      } else if let place = readers.firstIndex(where: { $0.descriptor.number == found.fd }) {
        guard readers[place].descriptor.isIntact else {
          readers[place].isGone = true
          continue
        }
        if found.revents & Int16(POLLERR | POLLHUP) != 0 { readers[place].isGone = true }
        if found.revents & Int16(POLLIN) != 0 { listen(to: &readers[place]) }
        if found.revents & Int16(POLLOUT) != 0 { send(to: &readers[place]) }
      }
    }
    removeGone()
  }

  mutating func close() {
    for place in readers.indices { readers[place].isGone = true }
    removeGone()
    if let file, FileIdentity(at: path) == file { unlink(path) }
    OpenDescriptors.forget(descriptor)
    descriptor.close()
  }

  /// Accepts new clients, and sends each of them what is alive.
  private mutating func acceptClients() {
    while readers.count < Self.maximumReaders {
      let accepted = accept(descriptor.number, nil, nil)
      guard accepted >= 0 else { return }
      guard let connection = GuardedDescriptor(taking: accepted) else { return }
      guard Peer.isSameUser(connection.number) else {
        connection.close()
        continue
      }
      OpenDescriptors.keep(connection)
      var header = header
      header.since = last > 0 ? last : nil
      var bytes = writer.line(header)
      for event in table.events { writer.append(event, to: &bytes) }
      var reader = Reader(
        descriptor: connection, queue: ReaderQueue(beginning: bytes, writer: writer))
      send(to: &reader)
      readers.append(reader)
    }
  }

  /// Discards the reader's input, and notes the end of it.
  private func listen(to reader: inout Reader) {
    var bytes = (0, 0, 0, 0, 0, 0, 0, 0)
    let count = recv(
      reader.descriptor.number, &bytes, MemoryLayout.size(ofValue: bytes), SocketFlags.reading)
    if count == 0 { reader.isSilent = true }
    if count < 0, errno != EAGAIN, errno != EWOULDBLOCK, errno != EINTR { reader.isGone = true }
  }

  private func send(to reader: inout Reader) {
    while !reader.isGone {
      guard reader.descriptor.isIntact else {
        reader.isGone = true
        return
      }
      let count = reader.queue.rest.prefix(1 << 18).withUnsafeBytes { bytes in
        bytes.isEmpty
          ? 0
          : uninterrupted {
            systemSend(
              reader.descriptor.number, bytes.baseAddress, bytes.count, SocketFlags.writing)
          }
      }
      if count == 0 { return }
      if count < 0 {
        if errno != EAGAIN, errno != EWOULDBLOCK { reader.isGone = true }
        return
      }
      reader.queue.remove(count)
    }
  }

  private mutating func removeGone() {
    guard readers.contains(where: \.isGone) else { return }
    for reader in readers where reader.isGone {
      OpenDescriptors.forget(reader.descriptor)
      reader.descriptor.close()
    }
    readers.removeAll(where: \.isGone)
  }

  private static var maximumReaders: Int { 16 }
}

/// The system function that the method with the same name hides.
func systemSend(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int { send(descriptor, bytes, count, flags) }
