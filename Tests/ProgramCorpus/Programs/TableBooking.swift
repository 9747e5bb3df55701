import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let desk = DispatchQueue(label: "desk")

extension CorpusProgram {
  /// A table is booked in one of two restaurants, with a time limit made from a timer.
  package static let tableBooking = CorpusProgram(
    "table-booking", .workAfterTimeout, isLabelled: false, concurrent: ["net"]
  ) { isRepaired in
    let desk = BookingDesk(isRepaired: isRepaired)
    for guest in 0..<8 {
      after(.milliseconds(18 * guest)).done { desk.ask(guest) }
    }
    return desk
  }
}

private struct TooLate: Error {}

private final class BookingDesk: Sendable {
  private let isRepaired: Bool
  private let bookings = Shared<[Int]>([])
  private let apologies = Shared<[Int]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func ask(_ guest: Int) {
    let context = CancelContext()
    let booking = context.run { book(guest) }
    let limit = after(.milliseconds(100)).map { () -> String in throw TooLate() }
    let answer: Promise<String> =
      isRepaired
      ? race(booking.detached(), limit).tap { _ in context.cancel() }
      : race(booking, limit)  // culprit
    answer
      .done { table in note("guest \(guest) sits at \(table)") }
      .recover { error -> Promise<Void> in
        self.apologies.update { $0.append(guest) }
        return self.callBack(guest)
      }
      .catch { note("guest \(guest): \($0)") }
  }

  private func book(_ guest: Int) -> Promise<String> {
    findTable(guest)
      .then { table in self.confirm(guest, table) }
      .get(on: desk) { table in  // culprit
        self.bookings.update { $0.append(guest) }
        note("wrote guest \(guest) into the book")
      }
  }

  private func findTable(_ guest: Int) -> Promise<String> {
    net.async(.promise) {
      work(guest == 3 ? 85 : 20 + guest)
      return "table \(guest)"
    }
  }

  private func confirm(_ guest: Int, _ table: String) -> Promise<String> {
    net.async(.promise) {
      work(40)
      return table
    }
  }

  private func callBack(_ guest: Int) -> Promise<Void> {
    net.async(.promise) { work(30) }.done { note("called guest \(guest) back") }
  }
}
