import PromiseSystem

/// The destination of a trace, as used by the thread that writes it.
protocol TraceSink {
  /// Whether all events so far are written, so that more can be accepted.
  var isReady: Bool { get }
  /// The descriptors and events to wait for.
  var interests: [pollfd] { get }
  /// After how many milliseconds to call ``react(to:)`` even if nothing happens; negative if only
  /// events matter.
  var patience: Int32 { get }
  /// Accepts the next events, and writes as much as possible without blocking.
  mutating func write(_ events: [PromiseEvent]) throws(PromiseTrace.Failure)
  /// Continues after an event that it was waiting for.
  mutating func react(to polled: [pollfd]) throws(PromiseTrace.Failure)
  /// Ends the writing, and closes the descriptors.
  mutating func close()
}

extension TraceSink {
  var patience: Int32 { -1 }
}

/// Writes a trace to a file, a pipe, or a socket. It waits for a slow reader; in the meantime, no
/// events are taken from the buffer.
struct FileSink: TraceSink {
  private let descriptor: GuardedDescriptor
  private let way: TraceOpening.Way
  private let writer: TraceWriter
  /// The events that are not yet converted to lines.
  private var events: ArraySlice<PromiseEvent> = []
  /// The lines; the first `written` bytes are written.
  private var bytes: [UInt8]
  private var written = 0
  /// The number of bytes of complete lines in the file.
  private var length: off_t = 0
  /// Whether the reader has closed its sending direction.
  private var isSilent = false
  /// Whether other processes may also be writing to the file.
  private var isAppending = false

  init(_ opening: TraceOpening, writer: TraceWriter, header: TraceHeader) {
    descriptor = opening.descriptor
    way = opening.way
    self.writer = writer
    bytes = writer.line(header)
    if way == .file {
      isAppending = fcntl(descriptor.number, F_GETFL) & O_APPEND != 0
      length = max(0, lseek(descriptor.number, 0, SEEK_CUR))
    }
  }

  var isReady: Bool { bytes.isEmpty && events.isEmpty }

  var interests: [pollfd] {
    let reading = way == .socket && !isSilent ? Int16(POLLIN) : 0
    return [
      pollfd(
        fd: descriptor.number, events: isReady ? reading : reading | Int16(POLLOUT), revents: 0)
    ]
  }

  mutating func write(_ events: [PromiseEvent]) throws(PromiseTrace.Failure) {
    if self.events.isEmpty { self.events = events[...] } else { self.events += events }
    try advance()
  }

  mutating func react(to polled: [pollfd]) throws(PromiseTrace.Failure) {
    guard let found = polled.first(where: { $0.fd == descriptor.number })?.revents, found != 0
    else {
      return
    }
    guard descriptor.isIntact else { throw .closedByProgram }
    if way == .socket, found & Int16(POLLIN) != 0 { try checkForInput() }
    if isReady, found & Int16(POLLHUP | POLLERR) != 0 { throw readerGone }
    try advance()
  }

  mutating func close() {
    OpenDescriptors.forget(descriptor)
    descriptor.close()
  }

  private var readerGone: PromiseTrace.Failure {
    PromiseTrace.Failure("the reader of the trace has disconnected, so the trace ends here")
  }

  /// Checks for input. Readers send nothing; input comes from another program that is being
  /// recorded.
  private mutating func checkForInput() throws(PromiseTrace.Failure) {
    var byte: UInt8 = 0
    let count = recv(descriptor.number, &byte, 1, SocketFlags.reading)
    if count == 0 { isSilent = true }
    if count > 0 {
      throw PromiseTrace.Failure(
        "another recorded program is listening there: put %p into the path of the socket")
    }
  }

  /// Writes until nothing is left, or until writing would block.
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

  /// Writes some of the bytes. Returns `false` if writing would block.
  private mutating func writeSome() throws(PromiseTrace.Failure) -> Bool {
    let size = sizeOfNext
    guard size > 0 else { return false }
    guard descriptor.isIntact else { throw .closedByProgram }
    let (descriptor, way, written) = (descriptor.number, way, written)
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

  /// The number of bytes to write next: complete lines, as many as can be written without blocking.
  private var sizeOfNext: Int {
    let rest = bytes[written...]
    guard way == .pipe else { return rest.count }
    var place = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
    guard poll(&place, 1, 0) > 0 else { return 0 }
    // A pipe that is ready for writing accepts this many bytes without blocking.
    let start = rest.prefix(4096)
    if start.count == rest.count { return rest.count }
    return start.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 - written } ?? start.count
  }

  private func failure(_ number: Int32) -> PromiseTrace.Failure {
    // Leave only complete lines in the file.
    if way == .file, !isAppending, descriptor.isIntact {
      _ = ftruncate(descriptor.number, length)
    }
    if number == EPIPE || number == ECONNRESET { return readerGone }
    return PromiseTrace.Failure("the trace ends here: \(systemErrorText(number))")
  }

  /// The number of events that are converted to lines at a time.
  private static var portion: Int { 1024 }
}

extension PromiseTrace.Failure {
  /// The program has closed a descriptor of the recording, as a program does that closes all
  /// descriptors that it did not open itself.
  static var closedByProgram: PromiseTrace.Failure {
    PromiseTrace.Failure(
      "the program has closed the file descriptor of the trace, so the trace ends here")
  }
}
