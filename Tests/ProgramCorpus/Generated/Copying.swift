import Dispatch
import PromiseKitLite

extension Part {
  /// Files that are copied together; if one fails, the others are removed. Right if that waits for
  /// all of them.
  static let copying = Part(.effectAfterFailure, size: 51) { scene, isWrong in
    let copier = Copier(scene, isWrong)
    for folder in 0..<copier.folders { scene.at(folder * 40) { copier.copy(folder) } }
    return copier
  }
}

private final class Copier: Sendable {
  let folders: Int
  private let scene: Scene
  private let isWrong: Bool
  private let odd, files: Int
  private let written = Shared<Set<Int>>([])

  init(_ scene: Scene, _ isWrong: Bool) {
    (self.scene, self.isWrong) = (scene, isWrong)
    folders = scene.number(1...3)
    odd = scene.number(0...folders - 1)
    files = scene.number(3...5)
  }

  func copy(_ folder: Int) {
    let writes = (0..<files).map { self.write(folder, $0) }
    let all =
      isWrong
      ? when(label: scene(3), fulfilled: writes).asVoid(label: scene(4))  // culprit
      : when(label: scene(3), resolved: writes).done(label: scene(4)) { results in
        for result in results { _ = try result.get() }
      }
    all
      .recover(label: scene(5)) { error in
        self.clear(folder).map(label: self.scene(6)) { throw error }
      }
      .done(label: scene(7)) { note("folder \(folder) is complete") }
      .catch(label: scene(8)) { note("folder \(folder): \($0)") }
  }

  private func write(_ folder: Int, _ file: Int) -> Promise<Int> {
    let fails = folder == odd && file == 1
    let time = file == files - 1 ? 60 : fails ? 25 : 12 + file * 3
    return scene.ask(9, time, file, fails: fails ? PartError.broken : nil)
      .get(label: scene(10), on: scene.own) { file in  // culprit
        work(1)
        self.written.update { _ = $0.insert(folder * 10 + file) }
      }
  }

  private func clear(_ folder: Int) -> Promise<Void> {
    scene.own.async(.promise, label: scene(11)) {
      work(2)
      self.written.update { $0 = $0.filter { $0 / 10 != folder } }
    }
  }
}
