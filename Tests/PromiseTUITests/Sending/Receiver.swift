import PromiseSystem
import Synchronization

@testable import promise_tui

/// A receiver of spans on this machine, whose answers a test determines. It serves one connection after
/// another, on a thread of its own.
final class Receiver: Sendable {
  /// What it does with a request.
  enum Behavior: Sendable {
    /// It answers these bytes; the connection stays open.
    case answer(String)
    /// It answers these bytes and closes the connection.
    case answerAndClose(String)
    /// It reads the request, and answers nothing for as long as the connection is open.
    case silence
  }

  private let behaviors: Mutex<[Behavior]>
  private let received = Mutex<[String]>([])
  private let count = Mutex(0)
  private let socket: Int32
  let port: UInt16

  /// Starts a receiver; the last behavior is repeated.
  init?(_ behaviors: [Behavior]) {
    self.behaviors = Mutex(behaviors)
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let socket = PromiseSystem.socket(AF_INET, kind, 0)
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
  var requests: [String] { received.withLock { $0 } }
  var connections: Int { count.withLock { $0 } }

  var address: String { "http://127.0.0.1:\(port)" }

  /// Ends the receiver.
  func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

  deinit { close(socket) }

  private func serve() {
    while case let connection = accept(socket, nil, nil), connection >= 0 {
      count.withLock { $0 += 1 }
      while let request = read(connection) {
        received.withLock { $0.append(request) }
        let behavior = behaviors.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        switch behavior {
        case .answer(let text): _ = writeBytes(Array(text.utf8)[...], to: connection)
        case .answerAndClose(let text):
          _ = writeBytes(Array(text.utf8)[...], to: connection)
          shutdown(connection, Int32(SHUT_RDWR))
        case .silence, nil: break
        }
      }
      close(connection)
    }
  }

  /// Reads a request; `nil` at the end of the connection.
  private func read(_ connection: Int32) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let head = text[..<end.lowerBound]
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        let count = length.flatMap { Int($0.dropFirst("Content-Length: ".count)) } ?? 0
        if text[end.upperBound...].utf8.count >= count { return text }
      }
      let count = readBytes(connection, into: &buffer)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }
}

extension String {
  /// Returns where a text occurs first.
  fileprivate func range(of text: String) -> Range<String.Index>? { ranges(of: text).first }
}

/// Returns an answer with a body.
func answer(_ status: Int, _ body: String = "", headers: [String] = []) -> String {
  let head = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)"] + headers
  return head.joined(separator: "\r\n") + "\r\n\r\n" + body
}
