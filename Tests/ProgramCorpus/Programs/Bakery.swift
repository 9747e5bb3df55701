import Dispatch
import PromiseKitLite

private let oven = DispatchQueue(label: "oven", attributes: .concurrent)
private let office = DispatchQueue(label: "office")

extension CorpusProgram {
  /// A night in a bakery: doughs rest, loaves are baked, and the van leaves with what there is.
  package static let bakery = CorpusProgram(
    "bakery", .chainNotReturned, concurrent: ["oven"]
  ) { isRepaired in
    let night = Night(isRepaired: isRepaired)
    night.run()
      .done { loaves in note("the van has \(loaves) loaves of 16") }
      .catch { note("no bread today: \($0)") }
    return night
  }
}

private final class Night: Sendable {
  let isRepaired: Bool
  let shelf = Shared(0)
  let scale = Shared(0)

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func run() -> Promise<Int> {
    weigh()
      .then(label: "rye") { self.bake("rye", loaves: 5) }
      .then(label: "wheat") { _ in self.bake("wheat", loaves: 5) }
      .get(label: "rolls") { _ in  // culprit
        if !self.isRepaired { self.bakeRolls().catch { note("burnt: \($0)") } }  // culprit
      }
      .then { count in self.isRepaired ? self.bakeRolls().map { count } : .value(count) }
      .then { _ in self.invoice() }
      .then(label: "load van") {
        office.async(.promise, label: "count shelf") { () -> Int in
          work(4)
          return self.shelf.value
        }
      }
  }

  private func weigh() -> Promise<Void> {
    let parts = (1...6).map { part in
      office.async(.promise, label: "weigh \(part)") { work(2 + part) }
        .done { self.scale.value += part }
    }
    return when(fulfilled: parts)
  }

  private func bake(_ kind: String, loaves: Int) -> Promise<Int> {
    let all = (1...loaves).map { loaf in
      after(label: "\(kind) rests", .milliseconds(10 + loaf * 5))
        .then { oven.async(.promise, label: "\(kind) \(loaf)") { work(35 - loaf) } }
        .done(on: office) { self.shelf.value += 1 }
    }
    return when(label: kind, fulfilled: all).map { loaves }
  }

  private func bakeRolls() -> Promise<Void> {
    bake("roll", loaves: 6).done { note("\($0) rolls are baked") }  // culprit
  }

  private func invoice() -> Promise<Void> {
    when(
      fulfilled: ["school", "inn", "hospital"].map { customer in
        office.async(.promise, label: "invoice for \(customer)") { work(6) }
      })
  }
}
