import FlyingFox
import FlyingSocks
import Foundation
import PromiseKitLite
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A reserved port on 127.0.0.1. At first no process listens on it, so a connection is refused.
final class Port: Sendable {
  private let socket: Socket
  let url: URL

  init() throws {
    socket = try Socket(domain: Int32(AF_INET))
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    guard case .ip4(_, let port) = try socket.sockname() else { throw Failure("no port") }
    url = try #require(URL(string: "http://127.0.0.1:\(port)"))
  }

  deinit { try? socket.close() }

  /// Accepts one connection and reads the request, but never responds.
  ///
  /// - Returns: A promise that is fulfilled once a request has arrived, and one that is fulfilled
  ///   once the other side has dropped the connection.
  func listenSilently() throws -> (asked: Promise<Void>, dropped: Promise<Void>) {
    try socket.listen()
    let queue = DispatchQueue(label: "silent server")
    let connection = queue.async(.promise) { [socket] in
      let connection = Socket(file: try socket.accept().file)
      _ = try connection.read()
      return connection
    }
    let dropped = connection.done(on: queue) { connection in
      defer { try? connection.close() }
      do {
        while true { _ = try connection.read(atMost: 4096) }
      } catch SocketError.disconnected {}
    }
    return (connection.map(on: nil) { _ in }, dropped)
  }
}
