import Dispatch
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
  /// A client that waits until there is a place for it.
  private var waiting: GuardedDescriptor?
  /// How long a reader may read nothing, in nanoseconds, before it loses its place to another one.
  private let longestStall: UInt64
  /// The largest number of an event so far.
  private var last: Int

  private struct Reader {
    let descriptor: GuardedDescriptor
    var queue: ReaderQueue
    var stall = ReaderStall()
    /// The number of bytes that the system has accepted.
    var sent = 0
    /// Whether the reader has closed its sending direction.
    var isSilent = false
    var isGone = false
  }

  init(
    _ opening: TraceOpening, path: String, writer: TraceWriter, header: TraceHeader,
    longestStall: UInt64 = 10_000_000_000
  ) {
    self.longestStall = longestStall
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
    let own = pollfd(
      fd: descriptor.number, events: waiting == nil ? Int16(POLLIN) : 0, revents: 0)
    return [own, pollfd(fd: waiting?.number ?? -1, events: 0, revents: 0)]
      + readers.map { reader in
        let events = (reader.isSilent ? 0 : POLLIN) | (reader.queue.rest.isEmpty ? 0 : POLLOUT)
        return pollfd(fd: reader.descriptor.number, events: Int16(events), revents: 0)
      }
  }

  // While a client waits, the readers are watched.
  var patience: Int32 { waiting == nil ? -1 : Int32(min(200, longestStall / 2_000_000)) }

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
      } else if let client = waiting, found.fd == client.number {
        // It has given up.
        drop(client)
        waiting = nil
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
    makeRoom()
  }

  mutating func close() {
    for place in readers.indices { readers[place].isGone = true }
    removeGone()
    if let waiting { drop(waiting) }
    if let file, FileIdentity(at: path) == file { unlink(path) }
    OpenDescriptors.forget(descriptor)
    descriptor.close()
  }

  /// Accepts new clients, and sends each of them what is alive. If there are too many, one more
  /// waits.
  private mutating func acceptClients() {
    while waiting == nil {
      let accepted = accept(descriptor.number, nil, nil)
      guard accepted >= 0 else { return }
      guard let connection = GuardedDescriptor(taking: accepted) else { return }
      guard Peer.isSameUser(connection.number) else {
        connection.close()
        continue
      }
      OpenDescriptors.keep(connection)
      if readers.count < Self.maximumReaders { admit(connection) } else { waiting = connection }
    }
  }

  private mutating func admit(_ connection: GuardedDescriptor) {
    var header = header
    header.since = last > 0 ? last : nil
    var bytes = writer.line(header)
    for event in table.events { writer.append(event, to: &bytes) }
    var reader = Reader(
      descriptor: connection, queue: ReaderQueue(beginning: bytes, writer: writer))
    send(to: &reader)
    readers.append(reader)
  }

  /// Gives the client that waits a free place, or that of the reader that has stalled for longest.
  private mutating func makeRoom() {
    guard let client = waiting else { return }
    if readers.count >= Self.maximumReaders {
      let now = DispatchTime.now().uptimeNanoseconds
      for place in readers.indices {
        let reader = readers[place]
        readers[place].stall.check(
          reader.descriptor.number, waiting: reader.queue.rest.count, sent: reader.sent, at: now)
      }
      let stalled = readers.indices.filter {
        readers[$0].stall.duration(at: now) >= longestStall
      }
      guard
        let place = stalled.max(by: {
          readers[$0].stall.duration(at: now) < readers[$1].stall.duration(at: now)
        })
      else { return }
      readers[place].isGone = true
      removeGone()
    }
    waiting = nil
    admit(client)
    acceptClients()
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
      reader.sent += count
      reader.queue.remove(count)
    }
  }

  private mutating func removeGone() {
    guard readers.contains(where: \.isGone) else { return }
    for reader in readers where reader.isGone { drop(reader.descriptor) }
    readers.removeAll(where: \.isGone)
  }

  private func drop(_ connection: GuardedDescriptor) {
    OpenDescriptors.forget(connection)
    connection.close()
  }

  private static var maximumReaders: Int { 16 }
}

/// The system function that the method with the same name hides.
func systemSend(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int { send(descriptor, bytes, count, flags) }
