import Dispatch
import PromiseKitLite

extension Part {
  /// Users of a pool; some need a second place, and are right if they give back the first before.
  static let pool = Part(.holdAndWait, size: 66) { scene, isWrong in
    let users = Users(scene, isWrong)
    for user in 0..<users.count { scene.at(user * 3) { users.begin(user) } }
    return users
  }
}

private final class Users: Sendable {
  let count: Int
  private let scene: Scene
  private let isWrong: Bool
  private let free: Shared<Int>
  private let line = Shared<[Resolver<Void>]>([])

  init(_ scene: Scene, _ isWrong: Bool) {
    (self.scene, self.isWrong) = (scene, isWrong)
    let places = scene.number(2...4)
    free = Shared(places)
    count = places + scene.number(0...2)
  }

  func begin(_ user: Int) {
    let outer = take().then(label: scene(3)) { self.scene.ask(4, 30, user) }
    let both =
      isWrong
      ? outer.then(label: scene(5)) { user in self.inner(user) }  // culprit
        .ensure(label: scene(6)) { self.giveBack() }
      : outer.ensure(label: scene(6)) { self.giveBack() }
        .then(label: scene(5)) { user in self.inner(user) }
    both
      .done(label: scene(7)) { note("user \($0) is done") }
      .catch(label: scene(8)) { note("user \(user): \($0)") }
  }

  private func inner(_ user: Int) -> Promise<Int> {
    take().then(label: scene(9)) {  // culprit
      self.scene.ask(10, 12, user).ensure(label: self.scene(11)) { self.giveBack() }
    }
  }

  private func take() -> Promise<Void> {
    let (promise, seal) = Promise<Void>.pending(label: scene(12))  // culprit
    let isFree = free.update { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
    if isFree { seal.fulfill(()) } else { line.update { $0.append(seal) } }
    return promise
  }

  private func giveBack() {
    let next = line.update { $0.isEmpty ? nil : $0.removeFirst() }
    if let next { next.fulfill(()) } else { free.update { $0 += 1 } }
  }
}
