import Dispatch
import PromiseKitLite

extension Part {
  /// Messages that are sent again; right if each attempt has its own promise.
  static let sending = Part(.sharedResolver, size: 54) { scene, isWrong in
    let sender = Sender(scene, isWrong)
    for message in 0..<sender.messages { scene.at(message * 13) { sender.send(message) } }
    return sender
  }
}

private final class Sender: Sendable {
  let messages: Int
  private let scene: Scene
  private let isWrong: Bool
  private let odd, limit: Int

  init(_ scene: Scene, _ isWrong: Bool) {
    (self.scene, self.isWrong) = (scene, isWrong)
    messages = scene.number(4...6)
    odd = scene.number(0...messages - 1)
    limit = scene.number(60...90)
  }

  func send(_ message: Int) {
    let sent = isWrong ? sendWithOne(message) : sendWithEach(message)
    sent
      .done(label: scene(3)) { note("sent \($0)") }
      .catch(label: scene(4)) { note("lost \(message): \($0)") }
  }

  private func sendWithOne(_ message: Int) -> Promise<Int> {
    let (promise, seal) = Promise<Int>.pending(label: scene(5))  // culprit
    attempt(1, message, seal)
    return promise
  }

  private func attempt(_ number: Int, _ message: Int, _ seal: Resolver<Int>) {
    after(label: scene(6), .milliseconds(limit))  // culprit
      .done(label: scene(7)) { seal.reject(PartError.late) }  // culprit
    post(number, message)
      .done(label: scene(8)) { seal.fulfill($0) }
      .catch(label: scene(9)) { error in
        guard number < 3 else { return seal.reject(error) }
        self.attempt(number + 1, message, seal)
      }
  }

  private func sendWithEach(_ message: Int) -> Promise<Int> {
    retrying(label: scene(5), times: 3) { number in
      self.post(number, message).timeout(label: self.scene(6), .milliseconds(self.limit))
    }
  }

  private func post(_ number: Int, _ message: Int) -> Promise<Int> {
    let isOdd = message == odd
    return scene.ask(
      10, isOdd ? limit - 15 : 20, message,
      fails: isOdd && number == 1 ? PartError.unavailable : nil)
  }
}
