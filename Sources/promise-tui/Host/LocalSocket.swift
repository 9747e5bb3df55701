import PromiseSystem

/// Unix sockets, as descriptors that never block and are not inherited.
enum LocalSocket {
  /// Connects to the program that listens at `path`; `nil` if that fails, with the reason in `errno`.
  static func connect(to path: String) -> Int32? {
    make(at: path) { PromiseSystem.connect($0, $1, $2) == 0 }
  }

  /// Returns whether this reason means that no program listens there yet.
  static func isAbsence(_ number: Int32) -> Bool {
    [ENOENT, ECONNREFUSED, EAGAIN].contains(number)
  }

  /// Creates a socket at `path`, where nothing may be yet, on which only this user's programs can connect; `nil` if that
  /// fails, with the reason in `errno`.
  static func makeListener(at path: String) -> Int32? {
    make(at: path) { bind($0, $1, $2) == 0 && chmod(path, 0o600) == 0 && listen($0, 64) == 0 }
  }

  /// Accepts the next connection to a listening socket; `nil` if there is none at the moment.
  static func accept(_ listener: Int32) -> Int32? {
    guard listener >= 0 else { return nil }
    let socket = PromiseSystem.accept(listener, nil, nil)
    guard socket >= 0 else { return nil }
    prepare(socket)
    return socket
  }

  /// The longest path that fits into a socket address.
  static var longestPath: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

  private static func prepare(_ socket: Int32) {
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
  }

  /// Creates a socket, and passes it to `body` with the address of `path`. Returns the socket if `body` returns `true`.
  private static func make(
    at path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) -> Int32? {
    guard path.utf8.count <= longestPath else {
      errno = ENAMETOOLONG
      return nil
    }
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let socket = PromiseSystem.socket(AF_UNIX, kind, 0)
    guard socket >= 0 else { return nil }
    prepare(socket)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      for (place, byte) in path.utf8.enumerated() { bytes[place] = byte }
    }
    let isDone = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard !isDone else { return socket }
    let number = errno
    close(socket)
    errno = number
    return nil
  }
}
