import PromiseSystem

/// Where a trace goes, for the thread that writes it.
protocol TraceSink {
  /// What was given is written: more may be given.
  var isReady: Bool { get }
  /// What it waits for.
  var interests: [pollfd] { get }
  /// Takes the next events, and writes as much as can be written now.
  mutating func write(_ events: [PromiseEvent]) throws(PromiseTrace.Failure)
  /// Goes on, since something that it waits for has happened.
  mutating func react(to polled: [pollfd]) throws(PromiseTrace.Failure)
  /// Writes nothing any more.
  mutating func close()
}

/// Writes a trace to a file, a pipe or a socket. Whoever reads slowly is waited for: nothing more is taken
/// out of the buffer meanwhile.
struct FileSink: TraceSink {
  private let descriptor: Int32
  private let way: TraceOpening.Way
  private let writer: TraceWriter
  /// What is not yet made into lines.
  private var events: ArraySlice<PromiseEvent> = []
  /// Lines, of which `written` bytes are written.
  private var bytes: [UInt8]
  private var written = 0
  /// The bytes of whole lines in a file.
  private var length: off_t = 0
  /// The reader will say nothing, as it has said.
  private var isSilent = false
  /// Others write the file too.
  private var isAppending = false

  init(_ opening: TraceOpening, writer: TraceWriter, header: TraceHeader) {
    descriptor = opening.descriptor
    way = opening.way
    self.writer = writer
    bytes = writer.line(header)
    if way == .file {
      isAppending = fcntl(descriptor, F_GETFL) & O_APPEND != 0
      length = max(0, lseek(descriptor, 0, SEEK_CUR))
    }
  }

  var isReady: Bool { bytes.isEmpty && events.isEmpty }

  var interests: [pollfd] {
    let reading = way == .socket && !isSilent ? Int16(POLLIN) : 0
    return [
      pollfd(fd: descriptor, events: isReady ? reading : reading | Int16(POLLOUT), revents: 0)
    ]
  }

  mutating func write(_ events: [PromiseEvent]) throws(PromiseTrace.Failure) {
    if self.events.isEmpty { self.events = events[...] } else { self.events += events }
    try advance()
  }

  mutating func react(to polled: [pollfd]) throws(PromiseTrace.Failure) {
    guard let found = polled.first(where: { $0.fd == descriptor })?.revents, found != 0 else {
      return
    }
    if way == .socket, found & Int16(POLLIN) != 0 { try lookAtReader() }
    if isReady, found & Int16(POLLHUP | POLLERR) != 0 { throw gone }
    try advance()
  }

  mutating func close() {
    OpenDescriptors.forget(descriptor)
    systemClose(descriptor)
  }

  private var gone: PromiseTrace.Failure {
    PromiseTrace.Failure("nobody reads the trace any more, so that it ends here")
  }

  /// Readers say nothing. What does is another program that is recorded.
  private mutating func lookAtReader() throws(PromiseTrace.Failure) {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, SocketFlags.reading)
    if count == 0 { isSilent = true }
    if count > 0 {
      throw PromiseTrace.Failure(
        "another program that is recorded listens there: put %p into the path of the socket")
    }
  }

  /// Writes until nothing is left or nothing more is taken.
  private mutating func advance() throws(PromiseTrace.Failure) {
    while true {
      if bytes.isEmpty {
        guard !events.isEmpty else { return }
        for event in events.prefix(Self.portion) { writer.append(event, to: &bytes) }
        events = events.dropFirst(Self.portion)
        if events.isEmpty { events = [] }
      }
      guard try writeSome() else { return }
    }
  }

  /// Writes some of the bytes. Answers false if nothing more is taken now.
  private mutating func writeSome() throws(PromiseTrace.Failure) -> Bool {
    let size = sizeOfNext
    guard size > 0 else { return false }
    let (descriptor, way, written) = (descriptor, way, written)
    let count = bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress.map { $0 + written }
      return uninterrupted {
        way == .socket
          ? send(descriptor, start, size, SocketFlags.writing)
          : systemWrite(descriptor, start, size)
      }
    }
    guard count > 0 else {
      if errno == EAGAIN || errno == EWOULDBLOCK { return false }
      throw failure(errno)
    }
    self.written += count
    if self.written == bytes.count {
      length += off_t(bytes.count)
      bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
      self.written = 0
    }
    return true
  }

  /// How many of the bytes are written with the next call: whole lines, as many as are surely taken at once.
  private var sizeOfNext: Int {
    let rest = bytes[written...]
    guard way == .pipe else { return rest.count }
    var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&place, 1, 0) > 0 else { return 0 }
    // A pipe that takes anything takes so much without blocking.
    let start = rest.prefix(4096)
    if start.count == rest.count { return rest.count }
    return start.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 - written } ?? start.count
  }

  private func failure(_ number: Int32) -> PromiseTrace.Failure {
    // What is there ends with a whole line.
    if way == .file, !isAppending { _ = ftruncate(descriptor, length) }
    if number == EPIPE || number == ECONNRESET { return gone }
    return PromiseTrace.Failure("the trace ends here: \(systemWords(number))")
  }

  /// So many events are made into lines at a time.
  private static var portion: Int { 1024 }
}
