// A piece is reserved, the card is charged, and the shop sets a time
// limit. What must be cleaned up when one of these fails?

import Dispatch
import PromiseKitLite

private let stock = DispatchQueue(label: "stock")
private let bank = DispatchQueue(label: "bank")

extension Demo {
  static let checkout = Demo(
    "checkout", "checkout",
    teaches: "a failure does not undo the steps before it",
    from: "google/promises timeout, recover; rules 1, 6, 9",
    queues: [.serial("stock"), .serial("bank")],
    knobs: [
      .integer("pieces", 1, in: 0...9, "how many are in stock"),
      .milliseconds("bank", 60, "how long the bank takes"),
      .milliseconds("patience", 100, "when the time is up"),
      .answer("card", ["good", "bad"], "what the bank answers"),
    ],
    variants: [
      Variant("out-of-stock", "nothing is left", ["pieces=0"]),
      Variant(
        "slow-bank", "the bank takes too long", ["bank=160"],
        lints: ["runs-after-timeout"]),
      Variant("refused", "the bank refuses the card", ["card=bad"]),
    ],
    accessing: .nothing
  ) { knobs in
    reserve(knobs)
      .then(label: "pay") { piece in
        pay(piece, knobs)
          .timeout(label: "in time", knobs.milliseconds("patience"))
          .recover(label: "put back", on: stock) {
            try putBack(piece, $0)
          }
      }
      .done(label: "thank") { receipt in note("thanks, \(receipt)") }
      .catch(label: "sold out", only: SoldOut.self) { _ in
        note("sold out")
      }
      .catch(label: "sorry") { error in note("sorry: \(error)") }
  }
}

private func reserve(_ knobs: Knobs) -> Promise<String> {
  stock.async(.promise, label: "reserve") {
    work(for: .milliseconds(20))
    if knobs.integer("pieces") == 0 { throw SoldOut() }
    return "piece \(knobs.integer("pieces"))"
  }
}

private func pay(_ piece: String, _ knobs: Knobs) -> Promise<String> {
  bank.async(.promise, label: "charge") {
    work(for: knobs.milliseconds("bank"))
    if knobs.answer("card", is: "bad") { throw Refused() }
    return "receipt for \(piece)"
  }
  .get(label: "book", on: bank) { _ in note("charged") }
}

private func putBack(
  _ piece: String, _ error: any Error
) throws -> Promise<String> {
  note("put back \(piece)")
  throw error
}

private struct SoldOut: Error {}
private struct Refused: Error {}
