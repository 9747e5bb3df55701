import Dispatch
import PromiseKitLite

extension Part {
  /// A session that one handler keeps and another one uses.
  static let twoHandlers = Part(.attachOrder, size: 32) { scene, isWrong in
    let start = Start(scene, isWrong)
    let session = start.open()
    if !isWrong { start.keep(session) }
    scene.at(start.firstUse) { start.use(session) }
    scene.at(start.firstUse + 9) { if isWrong { start.keep(session) } }
    return start
  }
}

private final class Start: Sendable {
  let firstUse: Int
  private let scene: Scene
  private let failsLoudly: Bool
  private let kept = Shared<String?>(nil)

  init(_ scene: Scene, _ isWrong: Bool) {
    self.scene = scene
    firstUse = scene.number(5...20)
    failsLoudly = scene.chance(60)
  }

  func open() -> Promise<String> {
    let session = scene.ask(3, scene.begin + firstUse + scene.number(30...60), "session")
    session.done(label: scene(4)) { note("hello \($0)") }.catch(label: scene(5)) { _ in }
    return session
  }

  func keep(_ session: Promise<String>) {
    session
      .done(label: scene(6)) { self.kept.value = $0 }  // culprit
      .catch(label: scene(7)) { note("\($0)") }
  }

  func use(_ session: Promise<String>) {
    session
      .map(label: scene(8)) { _ -> String in  // culprit
        if let kept = self.kept.value { return kept }
        if self.failsLoudly { throw PartError.notReady }
        return "nothing"
      }
      .then(label: scene(9)) { kept in self.scene.ask(10, 25, kept + " feed") }
      .then(label: scene(11)) { feed in
        when(label: self.scene(12), fulfilled: (0..<4).map { self.scene.ask(13, 10 + $0, feed) })
      }
      .done(label: scene(14)) { note("shows \($0[0])") }
      .catch(label: scene(15)) { note("no feed: \($0)") }
  }
}
