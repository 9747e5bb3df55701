import Dispatch
import PromiseKitLite

private let loader = DispatchQueue(label: "loader", attributes: .concurrent)
private let scene = DispatchQueue(label: "scene")

extension CorpusProgram {
  /// A level of a game: much waits for the map, and nothing of it for anything else of it.
  package static let gameLevel = CorpusProgram(
    right: "game-level", isLabelled: false, concurrent: ["loader"]
  ) {
    let enemies = Shared<[Int]>([])
    let map = loader.async(.promise) { () -> Int in
      work(120)
      return 7
    }
    .map(on: scene) { size in size * 2 }
    map.done { note("the map is \($0) wide") }.cauterize()
    for sound in 0..<4 {
      loader.async(.promise) { work(15 * sound) }
        .then { map }
        .done(on: scene) { _ in note("sound \(sound)") }
        .catch { _ in note("silence") }
    }
    for wave in 0..<7 {
      after(.milliseconds(12 * wave)).done {
        map
          .then(on: scene) { width in spawn(wave, width) }
          .done(on: scene) { enemies.value.append($0) }
          .catch { note("wave \(wave): \($0)") }
      }
    }
    after(.milliseconds(300)).done(on: scene) { note("\(enemies.value.count) waves") }
    return enemies
  }
}

private func spawn(_ wave: Int, _ width: Int) -> Promise<Int> {
  loader.async(.promise) { () -> Int in
    work(10 + (wave * 29) % 40)
    return wave * width
  }
}
