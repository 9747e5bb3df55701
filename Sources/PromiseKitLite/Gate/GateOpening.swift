import PromiseSystem

/// The socket of a gate: connected to promise-tui, or listening for it.
struct GateOpening {
  let descriptor: GuardedDescriptor
  let isListener: Bool
  let path: String

  /// Connects to the socket if a process is listening there; otherwise, creates a socket that
  /// listens.
  static func open(_ path: String) throws(PromiseTrace.Failure) -> GateOpening {
    // Check the path before there is anything to close.
    _ = try withAddress(path) { _, _ in 0 }
    // Another process can start or stop listening between two steps.
    for _ in 0..<3 {
      let connected = try newSocket()
      let status = try withAddress(path) { connect(connected, $0, $1) }
      if status == 0 {
        return try reader(connected, path)
      }
      let number = errno
      systemClose(connected)
      switch number {
      case ENOENT: break
      case ECONNREFUSED:
        // No process is listening any more, unless it was never a socket.
        try removeSocket(at: path)
      case EAGAIN:
        throw PromiseTrace.Failure(
          "unix:\(path): too many programs are waiting to connect: try again later")
      default:
        throw PromiseTrace.Failure(
          "unix:\(path) cannot be connected to: \(systemErrorText(number)); name another path")
      }
      if let listener = try listener(at: path) { return listener }
    }
    throw PromiseTrace.Failure("unix:\(path) is used by another program: put %p into the path")
  }

  /// Returns a socket that listens at `path`, for its owner only; `nil` if another process was
  /// faster.
  private static func listener(at path: String) throws(PromiseTrace.Failure) -> GateOpening? {
    let listening = try newSocket()
    // On Linux, the socket's mode becomes that of its file, so other users can never connect.
    _ = fchmod(listening, 0o600)
    let status = try withAddress(path) { bind(listening, $0, $1) }
    guard status == 0 else {
      let number = errno
      systemClose(listening)
      if number == EADDRINUSE { return nil }
      throw PromiseTrace.Failure(
        "unix:\(path) cannot be created: \(systemErrorText(number)); name a path in another folder")
    }
    _ = chmod(path, 0o600)
    guard listen(listening, 16) == 0 else {
      let text = systemErrorText(errno)
      systemClose(listening)
      throw PromiseTrace.Failure("unix:\(path) cannot be listened on: \(text); name another path")
    }
    return GateOpening(descriptor: try guarded(listening), isListener: true, path: path)
  }

  private static func newSocket() throws(PromiseTrace.Failure) -> Int32 {
    #if canImport(Glibc)
      let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = systemSocket()
    #endif
    guard descriptor >= 0 else { throw noSocket }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  /// Returns the connection to a process of the same user. Nothing is sent to any other.
  private static func reader(
    _ connected: Int32, _ path: String
  ) throws(PromiseTrace.Failure) -> GateOpening {
    guard Peer.isSameUser(connected) else {
      systemClose(connected)
      throw PromiseTrace.Failure(
        "unix:\(path): another user's process is listening there, so nothing is sent to it: "
          + "name a path in a folder of your own")
    }
    return GateOpening(descriptor: try guarded(connected), isListener: false, path: path)
  }

  /// Removes a socket that a process of the same user has left behind.
  private static func removeSocket(at path: String) throws(PromiseTrace.Failure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw PromiseTrace.Failure("unix:\(path) is a file, not a socket: name another path")
    }
    guard status.st_uid == geteuid() else {
      throw PromiseTrace.Failure(
        "unix:\(path) is a socket of another user: name a path in a folder of your own")
    }
    unlink(path)
  }

  private static func guarded(_ socket: Int32) throws(PromiseTrace.Failure) -> GuardedDescriptor {
    guard let descriptor = GuardedDescriptor(taking: socket) else { throw noSocket }
    return descriptor
  }

  private static var noSocket: PromiseTrace.Failure {
    PromiseTrace.Failure(
      "no socket can be created: \(systemErrorText(errno)); close some files first")
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
          ? "the path of the socket is empty: name one, such as unix:/tmp/my.sock"
          : "unix:\(path) is too long: the path of a socket has at most \(room - 1) bytes")
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
  /// The system function that the static function with the same name hides.
  private func systemSocket() -> Int32 { socket(AF_UNIX, Int32(SOCK_STREAM), 0) }
#endif
