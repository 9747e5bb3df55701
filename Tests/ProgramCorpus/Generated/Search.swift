import Dispatch
import PromiseKitLite

extension Part {
  /// Queries from one line; right if each cancels the one before, is ignored when it is old, or is
  /// answered before the next.
  static let search = Part(.olderAnswer, size: 48) { scene, isWrong in
    let search = Search(scene, isWrong)
    for query in 0..<search.count { scene.at(query * search.pause) { search.ask(query) } }
    return search
  }
}

private final class Search: Sendable {
  let count, pause: Int
  private let scene: Scene
  private let isWrong: Bool
  private let late, style: Int
  private let newest = Shared(0)
  private let shown = Shared(-1)
  private let context = Shared(CancelContext())

  init(_ scene: Scene, _ isWrong: Bool) {
    (self.scene, self.isWrong) = (scene, isWrong)
    count = scene.number(5...8)
    pause = scene.number(30...70)
    late = scene.number(1...count - 3)
    style = scene.number(0...2)
  }

  func ask(_ query: Int) {
    newest.value = query
    guard !isWrong, style == 0 else { return find(query) }
    context.value.cancel()
    context.value = CancelContext()
    context.value.run { find(query) }
  }

  private func find(_ query: Int) {
    let isSlow = query == late && (isWrong || style < 2)
    scene.ask(3, isSlow ? pause * 2 + 21 : pause / 2, query)
      .map(label: scene(4)) { answer -> Int in
        if !self.isWrong, self.newest.value != query { throw PMKError.cancelled }
        return answer
      }
      .done(label: scene(5)) { answer in  // culprit
        self.shown.value = answer
        note("shows \(answer)")
      }
      .catch(label: scene(6)) { note("\($0)") }
  }
}
