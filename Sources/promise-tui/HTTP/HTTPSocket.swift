import PromiseSystem

/// A TCP connection that never blocks without a deadline, and is not inherited. Deadlines are times of
/// ``EventWaiter/now``.
final class HTTPSocket {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Connects to the first address of the host that accepts.
  static func connect(
    to address: HTTPAddress, until deadline: Int64
  ) throws(HTTPFailure) -> HTTPSocket {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = stream
    var found: UnsafeMutablePointer<addrinfo>?
    let problem = getaddrinfo(address.host, "\(address.port)", &hints, &found)
    guard problem == 0 else { throw .unknownHost(String(cString: gai_strerror(problem))) }
    defer { freeaddrinfo(found) }
    var failure = HTTPFailure.unknownHost("it has no address")
    var next = found
    while let one = next?.pointee {
      do throws(HTTPFailure) {
        return try connect(to: one, until: deadline)
      } catch {
        failure = error
      }
      next = one.ai_next
    }
    throw failure
  }

  private static func connect(
    to address: addrinfo, until deadline: Int64
  ) throws(HTTPFailure) -> HTTPSocket {
    let descriptor = PromiseSystem.socket(address.ai_family, address.ai_socktype, 0)
    guard descriptor >= 0 else { throw .noConnection(errno) }
    let socket = HTTPSocket(descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // A request is written in one call; nothing is gained by waiting for more of it.
    var yes: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    if PromiseSystem.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
      return socket
    }
    guard errno == EINPROGRESS || errno == EINTR else { throw .noConnection(errno) }
    try socket.wait(for: POLLOUT, until: deadline)
    var number: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
    guard number == 0 else { throw .noConnection(number) }
    return socket
  }

  /// Writes all bytes. A server that has answered without reading all of them ends the writing.
  func write(_ bytes: [UInt8], until deadline: Int64) throws(HTTPFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { PromiseSystem.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, until: deadline)
      } else if errno == EPIPE || errno == ECONNRESET {
        return
      } else if errno != EINTR {
        throw .noConnection(errno)
      }
    }
  }

  /// Reads some bytes; empty at the end of the connection.
  func read(
    into buffer: inout [UInt8], until deadline: Int64
  ) throws(HTTPFailure) -> ArraySlice<UInt8> {
    while true {
      let count = readBytes(descriptor, into: &buffer)
      if count >= 0 { return buffer[..<count] }
      guard errno == EAGAIN else { return [] }
      try wait(for: POLLIN, until: deadline)
    }
  }

  /// Whether nothing has arrived, not even the end of the connection.
  var isQuiet: Bool { !waitToRead([descriptor], milliseconds: 0)[0] }

  private func wait(for event: some BinaryInteger, until deadline: Int64) throws(HTTPFailure) {
    while true {
      let left = deadline - EventWaiter.now
      guard left > 0 else { throw .timeout }
      var source = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      if poll(&source, 1, Int32(clamping: (left + 999_999) / 1_000_000)) > 0 { return }
    }
  }

  private static var stream: Int32 {
    #if os(Linux)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }
}
