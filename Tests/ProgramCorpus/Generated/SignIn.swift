import Dispatch
import PromiseKitLite

extension Part {
  /// Sign-ins with a stand-in for what is unavailable.
  static let signIn = Part(.recoverTakesAll, size: 63) { scene, isWrong in
    let service = Service(scene, isWrong)
    for user in 0..<service.users { scene.at(user * 23) { service.signIn(user) } }
    return service
  }
}

private final class Service: Sendable {
  let users: Int
  private let scene: Scene
  private let isWrong: Bool
  private let wrongUser: Int
  private let offline: Set<Int>

  init(_ scene: Scene, _ isWrong: Bool) {
    (self.scene, self.isWrong) = (scene, isWrong)
    users = scene.number(4...7)
    wrongUser = scene.number(0...users - 1)
    offline = [(wrongUser + 1) % users, (wrongUser + 2) % users]
  }

  func signIn(_ user: Int) {
    let profile = check(user)
      .then(label: scene(3)) { user in
        self.scene.ask(
          4, 22, user, fails: self.offline.contains(user) ? PartError.unavailable : nil)
      }
    let shown =
      isWrong
      ? profile.recover(label: scene(5)) { _ in Promise.value(-user) }  // culprit
      : profile.recover(label: scene(5)) { error -> Promise<Int> in
        guard case PartError.unavailable = error else { throw error }
        return Promise.value(-user)
      }
    shown
      .done(label: scene(6)) { note("welcome, \($0)") }
      .catch(label: scene(7)) { note("refused \(user): \($0)") }
  }

  private func check(_ user: Int) -> Promise<Int> {
    scene.ask(8, 14, user, fails: user == wrongUser ? PartError.wrong : nil)
  }
}
