import PromiseSystem

/// A trace destination that was opened.
package struct TraceOpening: Sendable {
  /// The kind of the destination.
  package enum Way: Sendable {
    /// A file, which accepts complete lines without blocking.
    case file
    /// A pipe or a device.
    case pipe
    /// A connected socket whose other end reads.
    case socket
    /// A socket at that path, to which readers connect.
    case listener(path: String)
  }

  package let descriptor: Int32
  package let way: Way
  /// A note for the user, as a sentence; `nil` if there is none.
  package var remark: String?

  /// Opens the target.
  package static func open(_ target: PromiseTrace.Target) throws(PromiseTrace.Failure)
    -> TraceOpening
  {
    switch target.resolved {
    case .file(let path): try file(path)
    case .socket(let path): try socket(path)
    case .descriptor(let number): try descriptor(number)
    }
  }

  /// Uses an open descriptor, which child processes do not inherit.
  private static func descriptor(_ number: Int32) throws(PromiseTrace.Failure) -> TraceOpening {
    guard number >= 0 else {
      throw PromiseTrace.Failure("fd: needs the number of an open file descriptor, as in fd:3")
    }
    guard number > 2, fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else {
      throw PromiseTrace.Failure(
        number > 2
          ? "fd:\(number) is not open: open it in the shell, as with \(number)>run.jsonl"
          : "fd:\(number) belongs to the program: use a file descriptor above 2")
    }
    return TraceOpening(descriptor: number, way: way(of: number))
  }

  private static func way(of descriptor: Int32) -> Way {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .pipe }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFSOCK: return .socket
    default: return .pipe
    }
  }
}

// MARK: - Files

extension TraceOpening {
  private static func file(_ path: String) throws(PromiseTrace.Failure) -> TraceOpening {
    let first = try opened(path)
    guard way(of: first) == .file else { return TraceOpening(descriptor: first, way: .pipe) }
    if let reason = reasonToRefuse(first) {
      systemClose(first)
      throw PromiseTrace.Failure("\(path) \(reason)")
    }
    if claim(first) { return TraceOpening(descriptor: first, way: .file) }
    systemClose(first)
    // Another running process is writing to this file.
    let own = "\(path).\(getpid())"
    let second = try opened(own)
    guard way(of: second) == .file, reasonToRefuse(second) == nil, claim(second) else {
      systemClose(second)
      throw PromiseTrace.Failure("another process is writing to \(path): put %p into the path")
    }
    return TraceOpening(
      descriptor: second, way: .file,
      remark: "another process is writing to \(path), so this one writes to \(own)")
  }

  /// Opens a file without changing it. A pipe without a reader does not block the program.
  private static func opened(_ path: String) throws(PromiseTrace.Failure) -> Int32 {
    guard !path.isEmpty else {
      throw PromiseTrace.Failure("the path is empty: name a file, such as run.jsonl")
    }
    let descriptor = Int32(
      uninterrupted {
        Int(systemOpen(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600))
      })
    if descriptor >= 0 { return checked(descriptor, path) }
    // A device can be write-only.
    let second = Int32(
      uninterrupted { Int(systemOpen(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0)) })
    if second >= 0 { return second }
    throw PromiseTrace.Failure(
      "\(path) cannot be written to: \(systemErrorText(errno)); name another file")
  }

  /// Opens a pipe again, write-only, so that the end of its reader is noticed.
  private static func checked(_ descriptor: Int32, _ path: String) -> Int32 {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      return descriptor
    }
    let writing = systemOpen(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK, 0)
    guard writing >= 0 else { return descriptor }
    systemClose(descriptor)
    return writing
  }

  /// Returns why the file must not be overwritten, if it contains something other than a trace;
  /// `nil` otherwise.
  private static func reasonToRefuse(_ descriptor: Int32) -> String? {
    let sign = Array("{\"promise-trace\"".utf8)
    var start = [UInt8](repeating: 0, count: sign.count)
    let count = pread(descriptor, &start, start.count, 0)
    guard count != 0 else { return nil }
    return start == sign
      ? nil : "contains something other than a trace and is not overwritten: name another file"
  }

  /// Locks and empties the file, and makes it readable only by its owner. Returns `false` if
  /// another process is writing to it.
  private static func claim(_ descriptor: Int32) -> Bool {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    _ = ftruncate(descriptor, 0)
    _ = fchmod(descriptor, 0o600)
    return true
  }
}

extension TraceOpening.Way: Equatable {}

/// The system function, which takes its mode as a variadic argument.
func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

extension TraceOpening {
  /// Connects to the socket if a process is listening there; otherwise, creates a socket that
  /// listens.
  static func socket(_ path: String) throws(PromiseTrace.Failure) -> TraceOpening {
    // Check the path before there is anything to close.
    _ = try withAddress(path) { _, _ in 0 }
    // Another process can start or stop listening between two steps.
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
        // No process is listening any more, unless it was never a socket.
        guard isSocket(path) else {
          throw PromiseTrace.Failure("unix:\(path) is a file, not a socket: name another path")
        }
        unlink(path)
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
  private static func listener(at path: String) throws(PromiseTrace.Failure) -> TraceOpening? {
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
    return TraceOpening(descriptor: listening, way: .listener(path: path))
  }

  private static func newSocket() throws(PromiseTrace.Failure) -> Int32 {
    #if canImport(Glibc)
      let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = systemSocket()
    #endif
    guard descriptor >= 0 else {
      throw PromiseTrace.Failure(
        "no socket can be created: \(systemErrorText(errno)); close some files first")
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
