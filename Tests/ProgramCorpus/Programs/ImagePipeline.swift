import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let filters = DispatchQueue(label: "filters", attributes: .concurrent)

extension CorpusProgram {
  /// Pictures are loaded from the faster of two mirrors, filtered, and set in their own cells.
  package static let imagePipeline = CorpusProgram(
    right: "image-pipeline", concurrent: ["net", "filters"]
  ) {
    let wall = PictureWall()
    for cell in 0..<10 { wall.fill(cell) }
    return wall
  }
}

private final class PictureWall: Sendable {
  private let cells = Shared<[Int: String]>([:])

  func fill(_ cell: Int) {
    fastest(cell)
      .map(label: "sharpen", on: filters) { data in
        work(6)
        return data + " sharp"
      }
      .done(label: "set cell") { picture in
        self.cells.value[cell] = picture
        note("cell \(cell) is set")
      }
      .catch(label: "grey cell") { error in note("cell \(cell): \(error)") }
  }

  /// Asks two mirrors, and stops the slower one.
  private func fastest(_ cell: Int) -> Promise<String> {
    let both = CancelContext()
    return both.run {
      race(
        label: "fastest", load(cell, from: "east", 20 + cell * 13 % 31),
        load(cell, from: "west", 25 + cell * 7 % 37))
    }
    .ensure(label: "stop the other") { both.cancel() }
    .detached(label: "picture")
  }

  private func load(_ cell: Int, from mirror: String, _ milliseconds: Int) -> Promise<String> {
    after(label: mirror, .milliseconds(milliseconds)).map(label: "data", on: net) {
      "picture \(cell) from \(mirror)"
    }
    .then(label: "checked") { data in net.async(.promise, label: "checksum") { data } }
  }
}
