import Dispatch
import PromiseKitLite

private let stock = DispatchQueue(label: "stock")
private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Pieces of an order are reserved one after another; if one is missing, the others are put back.
  package static let inventoryReservation = CorpusProgram(
    right: "inventory-reservation", isLabelled: false, concurrent: ["net"]
  ) {
    let warehouse = Warehouse()
    for order in 0..<6 {
      after(.milliseconds(order * 11)).done { warehouse.order(order) }
    }
    return warehouse
  }
}

private struct SoldOut: Error { var piece: String }

private final class Warehouse: Sendable {
  private let pieces = Shared(["lamp": 5, "chair": 3, "table": 9])

  func order(_ number: Int) {
    reserveAll(["lamp", "table", "chair"])
      .then { reserved in self.pack(number, reserved) }
      .done { note("order \(number) leaves with \($0) pieces") }
      .catch { error in note("order \(number): \(error)") }
  }

  private func reserveAll(_ names: [String]) -> Promise<[String]> {
    let taken = Shared<[String]>([])
    return names.reduce(Promise()) { before, name in
      before.then { self.reserve(name) }.done { taken.update { $0.append(name) } }
    }
    .map { taken.value }
    .recover { error -> Promise<[String]> in
      // All of them are back before the error goes on.
      when(fulfilled: taken.value.map { self.putBack($0) }).map { _ in throw error }
    }
  }

  private func reserve(_ name: String) -> Promise<Void> {
    stock.async(.promise) {
      work(2)
      let isThere = self.pieces.update { pieces in
        guard let count = pieces[name], count > 0 else { return false }
        pieces[name] = count - 1
        return true
      }
      if !isThere { throw SoldOut(piece: name) }
    }
  }

  private func putBack(_ name: String) -> Promise<Void> {
    stock.async(.promise) {
      work(1)
      self.pieces.update { $0[name, default: 0] += 1 }
    }
  }

  private func pack(_ number: Int, _ names: [String]) -> Promise<Int> {
    net.async(.promise) {
      work(25 + number * 5 % 13)
      return names.count
    }
  }
}
