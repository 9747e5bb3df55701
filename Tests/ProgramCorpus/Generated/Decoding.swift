import Dispatch
import PromiseKitLite

extension Part {
  /// Rows that are decoded on a serial queue; one of them needs something from the server.
  static let decoding = Part(.waitInHandler, size: 66) { scene, isWrong in
    let list = List(scene, isWrong)
    for row in 0..<list.rows { scene.at(row * 9) { list.load(row) } }
    return list
  }
}

private final class List: Sendable {
  let rows: Int
  private let scene: Scene
  private let isWrong: Bool
  private let odd, pause: Int

  init(_ scene: Scene, _ isWrong: Bool) {
    (self.scene, self.isWrong) = (scene, isWrong)
    rows = scene.number(5...7)
    odd = scene.number(0...2)
    pause = scene.number(120...230)
  }

  func load(_ row: Int) {
    let data = scene.ask(3, 12 + row * 5 % 7, row)
    let picture =
      row == odd && !isWrong
      ? data.then(label: scene(4)) { row in self.scene.ask(5, self.pause, row) }
      : data.map(label: scene(4), on: scene.own) { row -> Int in  // culprit
        work(1)
        guard row == self.odd else { return row }
        return try self.scene.ask(5, self.pause, row).wait()  // culprit
      }
    // The row that needs more has more time.
    picture.map(label: scene(6), on: scene.own) { $0 + 100 }  // victim
      .timeout(label: scene(7), .milliseconds(row == odd ? 500 : 100))
      .done(label: scene(8)) { note("row \($0)") }
      .catch(label: scene(9)) { note("row \(row) is empty: \($0)") }
  }
}
