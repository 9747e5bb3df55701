import Dispatch
import PromiseKitLite

private let archive = DispatchQueue(label: "archive", attributes: .concurrent)
private let stand = DispatchQueue(label: "stand")

extension CorpusProgram {
  /// Parts of a score are fetched once, whoever asks first.
  package static let orchestra = CorpusProgram(right: "orchestra", concurrent: ["archive"]) {
    let library = ScoreLibrary()
    for player in 0..<14 {
      let part = ["violin", "viola", "cello"][player % 3]
      after(label: "chair \(player)", .milliseconds(player * player))
        .then { library.part(part) }
        .get(label: "turn page", on: stand) { _ in work(1) }
        .done { pages in note("player \(player) has \(pages) pages") }
        .catch { note("player \(player): \($0)") }
    }
    return library
  }
}

private final class ScoreLibrary: Sendable {
  private let parts = Shared<[String: Promise<Int>]>([:])

  func part(_ name: String) -> Promise<Int> {
    if let part = parts.value[name] { return part }
    let part: Promise<Int> = archive.async(.promise, label: "find \(name)") {
      work(20 + name.count)
    }
    .then(label: "copy") {
      archive.async(.promise, label: "copy \(name)") { () -> Int in
        work(30)
        return name.count * 2
      }
    }
    parts.value[name] = part
    return part
  }
}
