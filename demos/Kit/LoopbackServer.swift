import Dispatch
import PromiseKitLite
import PromiseSystem

/// A response of a server over HTTP.
struct Response: Sendable {
  var status: Int
  var body: String
}

/// Requests `path` with HTTP, and returns the response, which `answer` makes.
///
/// On Dispatch's queues, both the request and the response go through a TCP connection to a server
/// that this function starts on the loopback interface, and `answer` runs on a thread of that
/// server. In a simulation there is no server: `answer` runs on the thread that waits for it.
///
/// Throws a ``ConnectionError`` if the system allows no such connection.
func response(
  to path: String, from answer: @escaping @Sendable () -> Response
) throws -> Response {
  guard PromiseEnvironment.current.executor is WatchedExecutor else { return answer() }
  let (server, port) = try LoopbackServer.start()
  DispatchQueue(label: "loopback server").async { LoopbackServer.serve(server, answer) }
  return try LoopbackServer.get(path, port: port)
}

/// A call of the system that failed, by its name and its error number.
struct ConnectionError: Error, CustomStringConvertible {
  let call: String
  let number: Int32

  var description: String { "\(call): \(String(cString: strerror(number)))" }
}

/// A server that answers one request, and its client.
private enum LoopbackServer {
  /// Opens a socket that listens on a free port of the loopback interface.
  static func start() throws -> (socket: Int32, port: in_port_t) {
    let server = try makeSocket()
    var address = loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try closing(server, onFailureOf: "bind", withAddress(&address) { bind(server, $0, size) })
    try closing(server, onFailureOf: "listen", listen(server, 1))
    try closing(
      server, onFailureOf: "getsockname", withAddress(&address) { getsockname(server, $0, &size) })
    return (server, in_port_t(bigEndian: address.sin_port))
  }

  /// Reads one request from the first client of `server`, and writes the response.
  static func serve(_ server: Int32, _ answer: () -> Response) {
    defer { close(server) }
    let client = accept(server, nil, nil)
    guard client >= 0 else { return }
    defer { close(client) }
    guard text(from: client, until: { $0.hasSuffix("\r\n\r\n") }).hasPrefix("GET ") else { return }
    let response = answer()
    send(
      "HTTP/1.0 \(response.status)\r\nContent-Length: \(response.body.utf8.count)\r\n\r\n"
        + response.body, to: client)
  }

  /// Requests `path` from the server at `port`, and waits for its response.
  static func get(_ path: String, port: in_port_t) throws -> Response {
    let client = try makeSocket()
    defer { close(client) }
    var address = loopback(port: port)
    let result = withAddress(&address) {
      connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
    guard result == 0 else { throw ConnectionError(call: "connect", number: errno) }
    send("GET \(path) HTTP/1.0\r\n\r\n", to: client)
    let lines = text(from: client) { _ in false }.split(
      separator: "\r\n", omittingEmptySubsequences: false)
    guard let first = lines.first, let blank = lines.firstIndex(of: ""),
      let status = first.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw ConnectionError(call: "read", number: EPROTO) }
    return Response(status: status, body: lines[(blank + 1)...].joined(separator: "\r\n"))
  }

  private static func makeSocket() throws -> Int32 {
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let made = socket(AF_INET, kind, 0)
    guard made >= 0 else { throw ConnectionError(call: "socket", number: errno) }
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    return made
  }

  private static func closing(
    _ socket: Int32, onFailureOf call: String, _ result: Int32
  ) throws {
    guard result != 0 else { return }
    let number = errno
    close(socket)
    throw ConnectionError(call: call, number: number)
  }

  private static func loopback(port: in_port_t) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
  }

  private static func withAddress(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }

  /// Writes all of `text`, unless the connection ends.
  private static func send(_ text: String, to socket: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Reads until `isWhole` or the end of the connection.
  private static func text(from socket: Int32, until isWhole: (String) -> Bool) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !isWhole(String(decoding: bytes, as: UTF8.self)) {
      let count = chunk.withUnsafeMutableBytes { read(socket, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
