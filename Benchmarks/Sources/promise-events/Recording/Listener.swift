import Dispatch
import Measuring
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Listens on a Unix socket, and counts what the first client sends.
final class Listener: Sendable {
  private let file: Int32
  /// Reads from the connection; later work on this queue waits until it has finished reading.
  private let queue = DispatchQueue(label: "reader")
  private let received = Mutex(Received())

  init(at path: String) {
    #if canImport(Darwin)
      file = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(file, $0, size) == 0 }
    }
    guard file >= 0, isBound, listen(file, 1) == 0 else {
      Terminal.fail("cannot listen at \(path)")
    }
    queue.async { [self] in
      let connection = accept(file, nil, nil)
      guard connection >= 0 else { return }
      received.withLock { $0.read(connection) }
      close(connection)
    }
  }

  /// Returns what was received. The program has ended.
  func end() -> Received {
    shutdown(file, Int32(SHUT_RDWR))
    defer { close(file) }
    return queue.sync { received.withLock { $0 } }
  }
}
