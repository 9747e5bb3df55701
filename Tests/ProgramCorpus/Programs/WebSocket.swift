import Dispatch
import PromiseKitLite

private let socket = DispatchQueue(label: "socket")
private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// A connection that is opened again when it breaks; messages wait until it is open.
  package static let webSocket = CorpusProgram(
    right: "web-socket", isLabelled: false, concurrent: ["net"]
  ) {
    let link = SocketLink()
    for message in 0..<12 {
      after(.milliseconds(5 + message * 14)).done { link.send(message) }
    }
    after(.milliseconds(80)).done { link.breaks() }
    return link
  }
}

private struct Closed: Error {}

private final class SocketLink: Sendable {
  private let connection = Shared<Promise<Int>?>(nil)
  private let number = Shared(0)
  private let received = Shared<[Int]>([])

  /// All messages use one connection; whoever needs it first opens it.
  private func connected() -> Promise<Int> {
    connection.update { connection in
      if let open = connection { return open }
      let open = self.open()
      connection = open
      return open
    }
  }

  func breaks() {
    connection.value = nil
    number.update { $0 += 1 }
    note("the connection is broken")
  }

  func send(_ message: Int) {
    connected()
      .then(on: socket) { connection in self.write(message, connection) }
      .recover(only: Closed.self) { _ in
        self.connected().then(on: socket) { connection in self.write(message, connection) }
      }
      .done { self.received.update { $0.append(message) } }
      .catch { error in note("message \(message): \(error)") }
  }

  private func open() -> Promise<Int> {
    retrying(times: 4, delay: .milliseconds(6)) { attempt in
      net.async(.promise) {
        work(12)
        if attempt < 2 { throw Closed() }
        return self.number.value
      }
    }
  }

  private func write(_ message: Int, _ connection: Int) -> Promise<Void> {
    socket.async(.promise) {
      work(3)
      if connection != self.number.value { throw Closed() }
    }
  }
}
