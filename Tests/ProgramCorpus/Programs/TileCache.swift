import Dispatch
import PromiseKitLite

private let server = DispatchQueue(label: "tile server", attributes: .concurrent)

extension CorpusProgram {
  /// Tiles of a map: some are in memory, some come from the server, each has its own place.
  package static let tileCache = CorpusProgram(
    right: "tile-cache", isLabelled: false, concurrent: ["tile server"]
  ) {
    let memory = Shared<[Int: String]>([3: "tile 3", 4: "tile 4", 9: "tile 9"])
    let screen = Shared<[Int: String]>([:])
    for tile in 0..<16 {
      after(.milliseconds(7 * tile)).then { () -> Promise<String> in
        if let known = memory.value[tile] { return .value(known) }
        return download(tile).get { memory.value[tile] = $0 }
      }.done { picture in
        screen.value[tile] = picture
      }.catch { error in
        note("tile \(tile) stays empty: \(error)")
      }
    }
    after(.milliseconds(400)).done { note("\(screen.value.count) tiles") }
    return screen
  }
}

private struct Missing: Error {}

private func download(_ tile: Int) -> Promise<String> {
  let large = server.async(.promise) { () -> String in
    work(30 + tile * 37 % 90)
    if tile % 5 == 1 { throw Missing() }
    return "tile \(tile)"
  }
  return large.recover { error -> Promise<String> in
    guard error is Missing else { throw error }
    return server.async(.promise) { () -> String in
      work(20)
      return "a smaller tile \(tile)"
    }
  }
}
