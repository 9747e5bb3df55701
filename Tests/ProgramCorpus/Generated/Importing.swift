import Dispatch
import PromiseKitLite

extension Part {
  /// Books whose rows are stored, and a count of the rows at the end.
  static let importing = Part(.chainNotReturned, size: 50) { scene, isWrong in
    let importing = Importing(scene, isWrong)
    scene.at(0) { importing.begin() }
    return importing
  }
}

private final class Importing: Sendable {
  private let scene: Scene
  private let isWrong: Bool
  private let books, rows, odd, pause: Int
  private let stored = Shared(0)

  init(_ scene: Scene, _ isWrong: Bool) {
    (self.scene, self.isWrong) = (scene, isWrong)
    books = scene.number(2...4)
    rows = scene.number(2...3)
    odd = books - 1
    pause = scene.number(40...90)
  }

  func begin() {
    (0..<books).reduce(Promise(label: scene(3))) { before, book in
      before.then(label: self.scene(4)) { self.add(book) }
    }
    .then(label: scene(5)) {
      self.scene.own.async(.promise, label: self.scene(6)) { self.stored.value }
    }
    .done(label: scene(7)) { note("\($0) of \(self.books * self.rows) rows") }
    .catch(label: scene(8)) { note("no rows: \($0)") }
  }

  private func add(_ book: Int) -> Promise<Void> {
    let opened = scene.ask(9, 10, book)
    guard isWrong, book == odd else {
      return opened.then(label: scene(10)) { _ in self.storeAll().asVoid(label: self.scene(11)) }
    }
    return opened.done(label: scene(10)) { _ in  // culprit
      self.storeAll()  // culprit
        .done(label: self.scene(12)) { note("stored \($0.count)") }  // culprit
        .catch(label: self.scene(13)) { note("not stored: \($0)") }  // culprit
    }
  }

  private func storeAll() -> Promise<[Int]> {
    when(label: scene(14), fulfilled: (0..<rows).map { self.store($0) })  // culprit
  }

  private func store(_ row: Int) -> Promise<Int> {
    scene.ask(15, pause + row * 7, row)
      .get(label: scene(16), on: scene.own) { _ in
        work(2)
        self.stored.update { $0 += 1 }
      }
  }
}
