import Dispatch
import PromiseKitLite

extension Part {
  /// Requests that renew an expired token; right if they share one renewal.
  static let renewal = Part(.overlappingRuns, size: 60) { scene, isWrong in
    let client = TokenClient(scene, isWrong)
    for request in 0..<client.requests {
      scene.at(request * client.pause) { client.request(request) }
    }
    return client
  }
}

private final class TokenClient: Sendable {
  let requests, pause: Int
  private let scene: Scene
  private let isWrong, isCache: Bool
  private let token = Shared<String?>(nil)
  private let running = Shared<Promise<String>?>(nil)

  init(_ scene: Scene, _ isWrong: Bool) {
    (self.scene, self.isWrong) = (scene, isWrong)
    requests = scene.number(3...6)
    pause = scene.number(1...9)
    isCache = scene.chance(50)
  }

  func request(_ number: Int) {
    let answer =
      isCache
      ? current().then(label: scene(3)) { self.send(number, $0) }
      : send(number, token.value).recover(label: scene(4), only: PartError.self) { _ in
        self.current().then(label: self.scene(3)) { self.send(number, $0) }
      }
    answer
      .done(label: scene(5)) { note("answer \($0)") }
      .catch(label: scene(6)) { note("request \(number): \($0)") }
  }

  private func current() -> Promise<String> {
    if let token = token.value { return .value(token) }
    if !isWrong, let promise = running.value { return promise }
    let promise = renew()
    running.value = promise
    return promise
  }

  private func renew() -> Promise<String> {
    scene.ask(7, 60, "token")  // culprit
      .get(label: scene(8), on: scene.own) { self.token.value = $0 }  // culprit
  }

  private func send(_ number: Int, _ token: String?) -> Promise<Int> {
    scene.ask(9, 10 + number, number, fails: token == nil ? PartError.unavailable : nil)
  }
}
