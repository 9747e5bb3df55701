import Dispatch
import PromiseKitLite

private let database = DispatchQueue(label: "database", attributes: .concurrent)

extension CorpusProgram {
  /// Requests use connections of a pool; some of them need a second one.
  package static let connectionPool = CorpusProgram(
    "connection-pool", .holdAndWait, concurrent: ["database"]
  ) { isRepaired in
    let server = Server(isRepaired: isRepaired)
    for request in 0..<12 {
      after(label: "request", .milliseconds(9 * request)).done(label: "accept") {
        server.accept(request)
      }
    }
    return server
  }
}

private struct Connection: Sendable { var number: Int }

/// Hands out connections; who comes first gets one first.
private final class Pool: Sendable {
  private let free = Shared((0..<4).map { Connection(number: $0) })
  private let waiting = Shared<[Resolver<Connection>]>([])

  func take() -> Promise<Connection> {
    let (promise, seal) = Promise<Connection>.pending(label: "connection")  // culprit
    if let connection = free.update({ $0.popLast() }) {
      seal.fulfill(connection)
    } else {
      waiting.update { $0.append(seal) }
    }
    return promise
  }

  func giveBack(_ connection: Connection) {
    let next = waiting.update { $0.isEmpty ? nil : $0.removeFirst() }
    if let next { next.fulfill(connection) } else { free.update { $0.append(connection) } }
  }
}

private final class Server: Sendable {
  private let isRepaired: Bool
  private let pool = Pool()

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func accept(_ request: Int) {
    let answer = request < 5 || request > 8 ? read(request) : transfer(request)
    answer
      .done(label: "answer") { rows in note("request \(request): \(rows) rows") }
      .catch(label: "error page") { error in note("request \(request): \(error)") }
  }

  private func read(_ request: Int) -> Promise<Int> {
    pool.take().then(label: "read") { connection in
      self.query("select", 12 + request, connection)
        .ensure(label: "give back") { self.pool.giveBack(connection) }
    }
  }

  /// Reads with one connection and writes the log with another.
  private func transfer(_ request: Int) -> Promise<Int> {
    pool.take().then(label: "transfer") { connection -> Promise<Int> in
      let read = self.query("select for transfer", 45, connection)
      guard !self.isRepaired else {
        return read.ensure(label: "give back") { self.pool.giveBack(connection) }
          .then(label: "audit") { rows in self.audit(request).map(label: "rows") { _ in rows } }
      }
      return
        read
        .then(label: "audit") { rows in  // culprit
          self.audit(request).map(label: "rows") { _ in rows }
        }
        .ensure(label: "give back") { self.pool.giveBack(connection) }
    }
  }

  private func audit(_ request: Int) -> Promise<Int> {
    pool.take().then(label: "insert") { connection in  // culprit
      self.query("insert", 8, connection)
        .ensure(label: "give back audit") { self.pool.giveBack(connection) }
    }
  }

  private func query(_ text: String, _ milliseconds: Int, _ connection: Connection) -> Promise<Int>
  {
    database.async(.promise, label: text) {
      work(milliseconds)
      return milliseconds
    }
  }
}
