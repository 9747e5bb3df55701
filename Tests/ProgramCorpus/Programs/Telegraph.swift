import Dispatch
import PromiseKitLite

private let socket = DispatchQueue(label: "socket")

extension CorpusProgram {
  /// Messages over a connection that breaks; each is sent until it is confirmed.
  package static let telegraph = CorpusProgram(
    "telegraph", .sharedResolver, isLabelled: false
  ) { isRepaired in
    let telegraph = Telegraph(isRepaired: isRepaired)
    for message in 0..<10 {
      after(.milliseconds(15 * message)).done { telegraph.send(message) }
    }
    return telegraph
  }
}

private struct NoAnswer: Error { var attempt: Int }
private struct Broken: Error {}

private final class Telegraph: Sendable {
  private let isRepaired: Bool
  private let confirmed = Shared<[Int]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func send(_ message: Int) {
    delivered(message)
      .done { self.confirmed.update { $0.append(message) } }
      .catch { error in note("message \(message) is lost: \(error)") }
  }

  private func delivered(_ message: Int) -> Promise<Void> {
    if isRepaired {
      return attempt(1, message).recover(only: Broken.self) { _ in
        after(.milliseconds(20)).then { self.attempt(2, message) }
      }
    }
    let (promise, seal) = Promise<Void>.pending()  // culprit
    transmit(message, 1, seal)
    return promise
  }

  private func transmit(_ message: Int, _ attempt: Int, _ seal: Resolver<Void>) {
    // Without an answer it is lost.
    callback(70, on: .main) { seal.reject(NoAnswer(attempt: attempt)) }  // culprit
    write(message, attempt)
      .done { seal.fulfill(()) }
      .catch { error in
        guard attempt < 2 else { return seal.reject(error) }
        note("message \(message) again")
        after(.milliseconds(20)).done { self.transmit(message, attempt + 1, seal) }
      }
  }

  /// One attempt, with its own promise.
  private func attempt(_ number: Int, _ message: Int) -> Promise<Void> {
    write(message, number).timeout(.milliseconds(70))
  }

  private func write(_ message: Int, _ attempt: Int) -> Promise<Void> {
    socket.async(.promise) {
      work(2)
      if message == 6, attempt == 1 { throw Broken() }
    }
    .delay(.milliseconds(message == 6 ? 55 : 12))
  }
}
