import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Requests wait for one of four places, and give it back whatever happens.
  package static let rateLimiter = CorpusProgram(
    right: "rate-limiter", isLabelled: false, concurrent: ["net"]
  ) {
    let limiter = Limiter(places: 4)
    let client = Client(limiter: limiter)
    for request in 0..<14 {
      after(.milliseconds(request * 4)).done { client.request(request) }
    }
    return client
  }
}

private struct Refused: Error {}

private final class Limiter: Sendable {
  private let free: Shared<Int>
  private let line = Shared<[Resolver<Void>]>([])

  init(places: Int) { free = Shared(places) }

  func enter() -> Promise<Void> {
    let (promise, seal) = Promise<Void>.pending()
    let isFree = free.update { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
    if isFree { seal.fulfill(()) } else { line.update { $0.append(seal) } }
    return promise
  }

  func leave() {
    let next = line.update { $0.isEmpty ? nil : $0.removeFirst() }
    if let next { next.fulfill(()) } else { free.update { $0 += 1 } }
  }
}

private final class Client: Sendable {
  private let limiter: Limiter
  private let answers = Shared<[Int: String]>([:])

  init(limiter: Limiter) { self.limiter = limiter }

  func request(_ number: Int) {
    limited { self.send(number) }
      .done { answer in
        self.answers.value[number] = answer
        note("answer \(number)")
      }
      .catch { note("request \(number): \($0)") }
  }

  private func limited(_ send: @escaping @Sendable () -> Promise<String>) -> Promise<String> {
    limiter.enter().then { send().ensure { self.limiter.leave() } }
  }

  private func send(_ number: Int) -> Promise<String> {
    net.async(.promise) {
      work(20 + number * 11 % 29)
      if number == 6 { throw Refused() }
      return "answer \(number)"
    }
  }
}
