import Dispatch
import PromiseKitLite

private let network = DispatchQueue(label: "wlan", attributes: .concurrent)
private let indexing = DispatchQueue(label: "indexing")

extension CorpusProgram {
  /// Visitors look up works in an index that the first of them has built.
  package static let museumGuide = CorpusProgram(
    "museum-guide", .overlappingRuns, concurrent: ["wlan"]
  ) { isRepaired in
    let guide = Guide(isRepaired: isRepaired)
    for (visitor, time) in [5, 38, 130, 150, 170, 190, 210].enumerated() {
      after(label: "visitor \(visitor)", .milliseconds(time))
        .then { guide.find(visitor * 3) }
        .then { text in guide.speak(text) }
        .done { note("visitor \(visitor) hears \($0)") }
        .catch { note("visitor \(visitor): \($0)") }
    }
    return guide
  }
}

private final class Guide: Sendable {
  let isRepaired: Bool
  private let index = Shared<[Int: String]>([:])
  private let building = Shared<Promise<[Int: String]>?>(nil)
  private let voices = Shared(0)

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func find(_ number: Int) -> Promise<String> {
    builtIndex().map(label: "look up") { $0[number, default: "an unknown work"] }
  }

  private func builtIndex() -> Promise<[Int: String]> {
    if !index.value.isEmpty { return .value(index.value) }
    if isRepaired {
      if let running = building.value { return running }
      let begun = build()
      building.value = begun
      return begun
    }
    return build()
  }

  private func build() -> Promise<[Int: String]> {
    network.async(.promise, label: "list of rooms") { () -> [Int] in  // culprit
      work(24)
      return [1, 2, 3]
    }
    .then(label: "rooms") { rooms -> Promise<[[Int]]> in  // culprit
      let all = rooms.map { self.works(in: $0) }  // culprit
      return when(label: "all rooms", fulfilled: all)  // culprit
    }
    .map(label: "index", on: indexing) { works -> [Int: String] in  // culprit
      work(5)
      let pairs = works.joined().map { ($0, "work \($0)") }
      return Dictionary(pairs) { first, _ in first }
    }
    .get(label: "keep index") { self.index.value = $0 }  // culprit
  }

  private func works(in room: Int) -> Promise<[Int]> {
    network.async(.promise, label: "room \(room)") { () -> [Int] in  // culprit
      work(20 + room * 3)
      return (0..<7).map { $0 * 3 }
    }
  }

  func speak(_ text: String) -> Promise<String> {
    network.async(.promise, label: "voice") { () -> String in
      work(40)
      return text
    }
    .get { _ in self.voices.value += 1 }
  }
}
