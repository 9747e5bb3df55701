import Dispatch
import PromiseKitLite

private let shop = DispatchQueue(label: "shop")
private let bank = DispatchQueue(label: "bank", attributes: .concurrent)

extension CorpusProgram {
  /// A shop in which several customers pay; the bank has a time limit.
  package static let checkout = CorpusProgram(
    "checkout", .workAfterTimeout, concurrent: ["bank"]
  ) { isRepaired in
    let register = Register(isRepaired: isRepaired)
    for customer in 0..<8 {
      after(label: "customer", .milliseconds(25 * customer)).done(label: "arrives") {
        register.serve(customer)
      }
    }
    return register
  }
}

private final class Register: Sendable {
  private let isRepaired: Bool
  private let sold = Shared<[Int]>([])
  private let booked = Shared<[Int]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func serve(_ customer: Int) {
    reserve(customer)
      .then(label: "pay") { price in self.pay(customer, price) }
      .done(label: "thank") { receipt in
        self.sold.update { $0.append(customer) }
        note("thanks for \(receipt)")
      }
      .ensure(label: "next please") { self.free(customer) }
      .catch(label: "apologize") { error in note("customer \(customer): \(error)") }
  }

  private func pay(_ customer: Int, _ price: Int) -> Promise<String> {
    let context = CancelContext()
    let charge = {
      self.ask(customer)
        .then(label: "charge") { self.charge(customer, price) }
        .map(label: "book", on: shop) { receipt in  // culprit
          self.booked.update { $0.append(customer) }
          note("booked \(receipt)")
          return receipt
        }
    }
    guard isRepaired else {
      return charge().timeout(label: "bank limit", .milliseconds(120))  // culprit
    }
    // The timeout is outside the context, which it cancels.
    return context.run(charge).detached().timeout(label: "bank limit", .milliseconds(120))
      .tap(label: "stop charge") { _ in context.cancel() }
  }

  private func ask(_ customer: Int) -> Promise<Void> {
    bank.async(.promise, label: "ask for the card") { work(20) }
  }

  private func reserve(_ customer: Int) -> Promise<Int> {
    shop.async(.promise, label: "reserve") {
      work(3)
      return 10 + customer
    }
  }

  private func charge(_ customer: Int, _ price: Int) -> Promise<String> {
    bank.async(.promise, label: "charge card") {
      work(customer == 5 ? 190 : 40 + customer * 5)
      return "receipt \(customer) for \(price)"
    }
  }

  private func free(_ customer: Int) {
    shop.async(.guarantee, label: "free the register") { work(1) }.done(label: "free") {}
  }
}
