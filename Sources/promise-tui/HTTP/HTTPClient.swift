/// Sends requests to one server, over a connection that is kept as long as the server keeps it.
///
/// It does only what an exporter needs: one request at a time, `POST` only, no TLS, no
/// redirections, and answers that are read up to a limit.
struct HTTPClient {
  let address: HTTPAddress
  private var socket: HTTPSocket?
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)

  /// Creates a client, which connects when it sends.
  init(_ address: HTTPAddress) { self.address = address }

  /// Sends `body`, and returns the answer. The headers are valid ones.
  mutating func post(
    _ body: [UInt8], headers: [(name: String, value: String)], until deadline: Int64
  ) throws(HTTPFailure) -> HTTPAnswer {
    // A server closes a connection that was idle for long.
    let kept = socket
    socket = nil
    if let kept, kept.isQuiet {
      if let answer = try post(body, headers, over: kept, until: deadline) { return answer }
    }
    let new = try HTTPSocket.connect(to: address, until: deadline)
    guard let answer = try post(body, headers, over: new, until: deadline) else { throw .closed }
    return answer
  }

  /// Returns the answer; `nil` if the server closed the connection without one.
  private mutating func post(
    _ body: [UInt8], _ headers: [(name: String, value: String)], over socket: HTTPSocket,
    until deadline: Int64
  ) throws(HTTPFailure) -> HTTPAnswer? {
    var head = "POST \(address.path) HTTP/1.1\r\nHost: \(address.authority)\r\n"
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    head += "Content-Length: \(body.count)\r\n\r\n"
    try socket.write(Array(head.utf8) + body, until: deadline)
    var reader = HTTPAnswerReader()
    while true {
      let bytes = try socket.read(into: &buffer, until: deadline)
      guard !bytes.isEmpty else { return reader.hasBegun ? try reader.finish() : nil }
      try reader.take(bytes)
      guard let answer = reader.complete else { continue }
      if answer.keepsConnection { self.socket = socket }
      return answer
    }
  }
}
