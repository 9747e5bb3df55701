import PromiseSystem
import Synchronization

@testable import promise_tui

/// Whether there is a curl, without which nothing is sent.
let hasCurl = ProgramSearch.problem(with: Curl.name) == nil

/// A receiver of spans on this machine, whose answers a test determines. It serves one connection after
/// another, on a thread of its own.
final class Receiver: Sendable {
  /// What it does with a request.
  enum Behavior: Sendable {
    /// It answers these bytes; the connection stays open.
    case answer(String)
    /// It answers these bytes and closes the connection.
    case answerAndClose(String)
    /// It answers the first text, and then the second one until the other side closes the connection.
    case endless(String, String)
    /// It reads the request, and answers nothing for as long as the connection is open.
    case silence
  }

  private struct Contents {
    var behaviors: [Behavior]
    var requests: [String] = []
    var opened = 0
    var closed = 0
  }

  private let contents: Mutex<Contents>
  private let socket: Int32
  /// Wakes a test when a request has arrived, and when a connection has ended.
  private let news: WakePipe
  let port: UInt16

  /// Starts a receiver; the last behavior is repeated.
  init?(_ behaviors: [Behavior]) {
    contents = Mutex(Contents(behaviors: behaviors))
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard let news = WakePipe() else { return nil }
    self.news = news
    let socket = PromiseSystem.socket(AF_INET, kind, 0)
    // curl must not keep it open.
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, size) == 0 && listen(socket, 8) == 0
          && getsockname(socket, address, &size) == 0
      }
    }
    (self.socket, port) = (socket, UInt16(bigEndian: address.sin_port))
    guard isListening, startThread({ self.serve() }) else { return nil }
  }

  /// The heads and bodies of the requests so far, and how many connections there were.
  var requests: [String] { contents.withLock { $0.requests } }
  var connections: Int { contents.withLock { $0.opened } }

  var address: String { "http://127.0.0.1:\(port)" }

  /// Waits until a request has arrived.
  func waitForRequest() { wait { !$0.requests.isEmpty } }

  /// Waits until every connection has ended.
  func waitForEnd() { wait { $0.opened == $0.closed } }

  private func wait(until isDone: (Contents) -> Bool) {
    while !contents.withLock({ isDone($0) }) {
      _ = waitToRead([news.reading])
      _ = news.drain()
    }
  }

  /// Ends the receiver.
  func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

  deinit {
    close(socket)
    news.close()
  }

  private func serve() {
    while case let connection = accept(socket, nil, nil), connection >= 0 {
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      contents.withLock { $0.opened += 1 }
      while let request = read(connection) {
        let behavior = contents.withLock { contents in
          contents.requests.append(request)
          let behaviors = contents.behaviors
          if behaviors.count > 1 { contents.behaviors.removeFirst() }
          return behaviors.first
        }
        news.wake()
        switch behavior {
        case .answer(let text): _ = write(text, to: connection)
        case .answerAndClose(let text):
          _ = write(text, to: connection)
          shutdown(connection, Int32(SHUT_RDWR))
        case .endless(let start, let piece):
          var isOpen = write(start, to: connection)
          while isOpen { isOpen = write(piece, to: connection) }
        case .silence, nil: break
        }
      }
      close(connection)
      contents.withLock { $0.closed += 1 }
      news.wake()
    }
  }

  /// Writes a text; returns `false` if the other side has closed the connection.
  private func write(_ text: String, to connection: Int32) -> Bool {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      var yes: Int32 = 1
      setsockopt(
        connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      let flags: Int32 = 0
    #endif
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Reads a request; `nil` at the end of the connection.
  private func read(_ connection: Int32) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var expected = Int.max
    while bytes.count < expected {
      let count = readBytes(connection, into: &buffer)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
      if expected == .max { expected = Self.length(of: bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the length of a request that begins so; the greatest number if its head is not complete.
  private static func length(of bytes: [UInt8]) -> Int {
    let head = String(decoding: bytes, as: UTF8.self).components(upTo: "\r\n\r\n")
    guard let head else { return .max }
    let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
    return head.utf8.count + 4
      + (length.flatMap { Int($0.dropFirst("Content-Length: ".count)) } ?? 0)
  }
}

extension String {
  /// Returns what precedes a text; `nil` if the text does not occur.
  fileprivate func components(upTo text: String) -> Substring? {
    ranges(of: text).first.map { self[..<$0.lowerBound] }
  }
}

/// Returns an answer with a body.
func answer(_ status: Int, _ body: String = "", headers: [String] = []) -> String {
  let head = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)"] + headers
  return head.joined(separator: "\r\n") + "\r\n\r\n" + body
}
