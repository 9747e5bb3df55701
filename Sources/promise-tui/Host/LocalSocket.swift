import PromiseSystem

/// Unix sockets, as descriptors that never block and are not inherited.
enum LocalSocket {
  /// Why there is no connection.
  struct Failure: Error, Hashable, CustomStringConvertible {
    var number: Int32
    var description: String { String(cString: strerror(number)) }

    /// Whether no program listens there yet.
    var isAbsence: Bool { [ENOENT, ECONNREFUSED, EAGAIN].contains(number) }
  }

  /// Connects to the program that listens at `path`.
  static func connect(to path: String) throws(Failure) -> Int32 {
    let socket = try make()
    let result = try withAddress(path, socket) { PromiseSystem.connect(socket, $0, $1) }
    guard result == 0 else { throw failure(closing: socket) }
    return socket
  }

  /// Creates a socket at `path`, where nothing may be yet, on which only this user's programs can connect.
  static func makeListener(at path: String) throws(Failure) -> Int32 {
    let socket = try make()
    let result = try withAddress(path, socket) { bind(socket, $0, $1) }
    guard result == 0, chmod(path, 0o600) == 0, listen(socket, 64) == 0 else {
      throw failure(closing: socket)
    }
    return socket
  }

  /// Accepts the next connection to a listening socket; `nil` if there is none at the moment.
  static func accept(_ listener: Int32) -> Int32? {
    guard listener >= 0 else { return nil }
    let socket = PromiseSystem.accept(listener, nil, nil)
    guard socket >= 0 else { return nil }
    prepare(socket)
    return socket
  }

  /// Returns why no socket can be created at `path`, where nothing may be yet; `nil` if one can. The
  /// socket is removed again.
  static func problem(listeningAt path: String) -> Failure? {
    do throws(Failure) {
      let socket = try make()
      let result = try withAddress(path, socket) { bind(socket, $0, $1) }
      guard result == 0, listen(socket, 1) == 0 else { return failure(closing: socket) }
      close(socket)
      unlink(path)
      return nil
    } catch {
      return error
    }
  }

  /// The longest path that fits into a socket address.
  static var longestPath: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

  private static func make() throws(Failure) -> Int32 {
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let socket = PromiseSystem.socket(AF_UNIX, kind, 0)
    guard socket >= 0 else { throw Failure(number: errno) }
    prepare(socket)
    return socket
  }

  private static func prepare(_ socket: Int32) {
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
  }

  private static func failure(closing socket: Int32) -> Failure {
    let number = errno
    close(socket)
    return Failure(number: number)
  }

  private static func withAddress(
    _ path: String, _ socket: Int32,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(Failure) -> Int32 {
    guard path.utf8.count <= longestPath else {
      close(socket)
      throw Failure(number: ENAMETOOLONG)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      for (place, byte) in path.utf8.enumerated() { bytes[place] = byte }
    }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
