import Dispatch
import PromiseKitLite

private let bank = DispatchQueue(label: "bank", attributes: .concurrent)
private let books = DispatchQueue(label: "books")

extension CorpusProgram {
  /// Payments with a time limit. What was paid too late is paid back.
  package static let paymentWithTimeout = CorpusProgram(
    right: "payment-with-timeout", concurrent: ["bank"]
  ) {
    let desk = PaymentDesk()
    for payment in 0..<7 {
      after(label: "customer", .milliseconds(payment * 30)).done(label: "pays") {
        desk.pay(payment)
      }
    }
    return desk
  }
}

private final class PaymentDesk: Sendable {
  private let book = Shared<[Int: String]>([:])

  func pay(_ payment: Int) {
    let context = CancelContext()
    context.run {
      ask(payment)
        .then(label: "charge") { pin in self.charge(payment, pin) }
    }
    .detached(label: "charged")
    .timeout(label: "in time", .milliseconds(110))
    .tap(label: "stop the rest") { _ in context.cancel() }
    .then(label: "write", on: books) { receipt in self.write(payment, receipt) }
    .done(label: "receipt") { note("payment \(payment) is done") }
    .catch(label: "not paid", only: PMKError.self) { _ in note("payment \(payment) is late") }
    .catch(label: "refused") { error in note("payment \(payment): \(error)") }
  }

  private func ask(_ payment: Int) -> Promise<Int> {
    after(label: "keys", .milliseconds(payment == 3 ? 150 : 20)).then(label: "PIN") {
      bank.async(.promise, label: "check PIN") { () -> Int in
        work(15)
        return 1234
      }
    }
  }

  private func charge(_ payment: Int, _ pin: Int) -> Promise<String> {
    bank.async(.promise, label: "charge card") {
      work(30 + payment)
      if payment == 5 { throw NoMoney() }
      return "receipt \(payment)"
    }
  }

  private func write(_ payment: Int, _ receipt: String) -> Promise<Void> {
    books.async(.promise, label: "entry") {
      work(3)
      self.book.value[payment] = receipt
    }
  }
}

private struct NoMoney: Error {}
