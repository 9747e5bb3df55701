import PromiseSystem

extension TraceOpening {
  /// A socket: the one that somebody listens at, or one to listen at.
  static func socket(_ path: String) throws(PromiseTrace.Failure) -> TraceOpening {
    // Before there is anything to be closed.
    _ = try withAddress(path) { _, _ in 0 }
    // Between a look and the next step another process may have come or gone.
    for _ in 0..<3 {
      let connected = try newSocket()
      let status = try withAddress(path) { connect(connected, $0, $1) }
      if status == 0 {
        return TraceOpening(descriptor: connected, way: .socket)
      }
      let number = errno
      systemClose(connected)
      switch number {
      case ENOENT: break
      case ECONNREFUSED:
        // Nobody listens any more, unless it was never a socket.
        guard isSocket(path) else {
          throw PromiseTrace.Failure("unix:\(path) is a file and no socket: name another path")
        }
        unlink(path)
      case EAGAIN:
        throw PromiseTrace.Failure("unix:\(path): too many programs wait there to connect")
      default:
        throw PromiseTrace.Failure(
          "unix:\(path) cannot be connected to: \(systemWords(number)); name another path")
      }
      if let listener = try listener(at: path) { return listener }
    }
    throw PromiseTrace.Failure("unix:\(path) is taken by another program: put %p into the path")
  }

  /// A socket that listens at `path`, for its owner alone; none where somebody has come before.
  private static func listener(at path: String) throws(PromiseTrace.Failure) -> TraceOpening? {
    let listening = try newSocket()
    // On Linux the socket's own mode is that of its file, so that there is no moment at which others may
    // connect.
    _ = fchmod(listening, 0o600)
    let status = try withAddress(path) { bind(listening, $0, $1) }
    guard status == 0 else {
      let number = errno
      systemClose(listening)
      if number == EADDRINUSE { return nil }
      throw PromiseTrace.Failure(
        "unix:\(path) cannot be made: \(systemWords(number)); name a path in another folder")
    }
    _ = chmod(path, 0o600)
    guard listen(listening, 16) == 0 else {
      let words = systemWords(errno)
      systemClose(listening)
      throw PromiseTrace.Failure("unix:\(path) cannot be listened at: \(words)")
    }
    return TraceOpening(descriptor: listening, way: .listener(path: path))
  }

  private static func newSocket() throws(PromiseTrace.Failure) -> Int32 {
    #if canImport(Glibc)
      let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = systemSocket()
    #endif
    guard descriptor >= 0 else {
      throw PromiseTrace.Failure("no socket is left: \(systemWords(errno))")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Calls `body` with the address of `path`.
  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(PromiseTrace.Failure) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else {
      throw PromiseTrace.Failure(
        bytes.isEmpty
          ? "the path of the socket is empty: name one, as unix:/tmp/my.sock"
          : "unix:\(path) is too long: a socket's path has \(room - 1) bytes at most")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

#if !canImport(Glibc)
  /// What the static function of that name hides.
  private func systemSocket() -> Int32 { socket(AF_UNIX, Int32(SOCK_STREAM), 0) }
#endif
