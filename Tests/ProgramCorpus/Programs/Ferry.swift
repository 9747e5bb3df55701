import Dispatch
import PromiseKitLite

private let harbor = DispatchQueue(label: "harbor", attributes: .concurrent)

extension CorpusProgram {
  /// Ships take a berth and a crane; the ones that load do so in the other order.
  package static let ferry = CorpusProgram(
    "ferry", .holdAndWait, isLabelled: false, concurrent: ["harbor"]
  ) { isRepaired in
    let (berth, crane) = (Turn(), Turn())
    for ship in 0..<8 {
      after(.milliseconds([0, 60, 118, 121, 180, 190, 200, 260][ship])).done {
        let isLoading = ship == 3 || ship == 6
        let visit =
          isLoading && !isRepaired
          ? load(ship, crane: crane, berth: berth) : unload(ship, berth: berth, crane: crane)
        visit.done { note("ship \(ship) leaves") }
          .catch { note("ship \(ship): \($0)") }
      }
      harbor.async(.promise) { work(12) }.done { note("papers of ship \(ship)") }.cauterize()
    }
    return [berth, crane]
  }
}

/// What one ship at a time may use.
private final class Turn: Sendable {
  private let queue = Shared<(isTaken: Bool, waiting: [Resolver<Void>])>((false, []))

  func begin() -> Promise<Void> {
    Promise { seal in  // culprit
      let isFree = queue.update { queue -> Bool in
        if !queue.isTaken {
          queue.isTaken = true
          return true
        }
        queue.waiting.append(seal)
        return false
      }
      if isFree { seal.fulfill(()) }
    }
  }

  func end() {
    queue.update { queue -> Resolver<Void>? in
      if queue.waiting.isEmpty {
        queue.isTaken = false
        return nil
      }
      return queue.waiting.removeFirst()
    }?.fulfill(())
  }
}

private func unload(_ ship: Int, berth: Turn, crane: Turn) -> Promise<Void> {
  berth.begin()
    .then { moor(ship) }
    .then { crane.begin() }  // culprit
    .then { lift(ship).ensure { crane.end() } }
    .ensure { berth.end() }
}

private func load(_ ship: Int, crane: Turn, berth: Turn) -> Promise<Void> {
  crane.begin()
    .then { lift(ship) }
    .then { berth.begin() }  // culprit
    .then { moor(ship).ensure { berth.end() } }
    .ensure { crane.end() }
}

private func moor(_ ship: Int) -> Promise<Void> { harbor.async(.promise) { work(10 + ship) } }
private func lift(_ ship: Int) -> Promise<Void> { harbor.async(.promise) { work(25) } }
