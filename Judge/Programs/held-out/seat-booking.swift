// Books seats for a show: holds, payment, tickets, and a seat plan that two screens share.
import Foundation
import PromiseKitLite

enum BookingError: Error, Equatable { case seatTaken(String), paymentBusy, cardRefused }

final class BoxOffice: @unchecked Sendable {
  private let queue = DispatchQueue(label: "seats.office", attributes: .concurrent)
  private let state = DispatchQueue(label: "seats.state")
  private var holders: [String: String] = [:]
  private var sold: [String: String] = [:]
  private var payments: [String: Int] = [:]
  private var planReads = 0
  private var complaints: [String] = []

  var tickets: [String: String] { state.sync { sold } }
  var holds: [String: String] { state.sync { holders } }
  var soldTwice: [String] { state.sync { complaints } }
  var plansRead: Int { state.sync { planReads } }

  func holder(of seat: String) -> Promise<String?> {
    after(.milliseconds(3)).map(on: queue) { [self] () throws -> String? in
      state.sync { sold[seat] ?? holders[seat] }
    }
  }

  func setHolder(_ guest: String?, of seat: String) -> Promise<Void> {
    after(.milliseconds(8)).done(on: queue) { [self] () throws -> Void in
      state.sync { holders[seat] = guest }
    }
  }

  func pay(_ guest: String, seats: [String]) -> Promise<String> {
    Promise { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(8)) { [self] in
        let attempt = state.sync { () -> Int in
          payments[guest, default: 0] += 1
          return payments[guest, default: 0]
        }
        switch guest {
        case "Mia": seal.reject(BookingError.cardRefused)
        case "Eva" where attempt < 3: seal.reject(BookingError.paymentBusy)
        default: seal.fulfill("receipt of \(guest)")
        }
      }
    }
  }

  func sell(_ seat: String, to guest: String) -> Promise<Void> {
    after(.milliseconds(16)).done(on: queue) { [self] () throws -> Void in
      state.sync {
        if let other = sold[seat] { complaints.append("\(seat) for \(other) and \(guest)") }
        sold[seat] = guest
        holders[seat] = nil
      }
    }
  }

  func plan() -> Promise<Int> {
    after(.milliseconds(6)).map(on: queue) { [self] () throws -> Int in
      state.sync {
        planReads += 1
        return sold.count
      }
    }
  }
}

final class SeatLock: @unchecked Sendable {
  private let queue = DispatchQueue(label: "seats.lock")
  private var isTaken = false
  private var waiting: [Resolver<Void>] = []

  func run<T: Sendable>(_ work: @escaping @Sendable () -> Promise<T>) -> Promise<T> {
    Promise<Void>(on: queue) { [self] seal in
      guard isTaken else {
        isTaken = true
        return seal.fulfill()
      }
      waiting.append(seal)
    }
    .then(on: .global(), work)
    .ensure(on: queue) { [self] in
      guard waiting.isEmpty else { return waiting.removeFirst().fulfill() }
      isTaken = false
    }
  }
}

final class BookingService: @unchecked Sendable {
  private let office: BoxOffice
  private let lock = SeatLock()

  init(office: BoxOffice) { self.office = office }

  func book(_ seats: [String], for guest: String) -> Promise<String> {
    hold(seats, for: guest)
      .then { [self] in pay(guest, seats, attempts: 3) }
      .recover { [self] error -> Promise<String> in
        release(seats, of: guest).map { throw error }
      }
      .then { [office] receipt in
        when(fulfilled: seats.map { office.sell($0, to: guest) }).map { receipt }
      }
  }

  private func hold(_ seats: [String], for guest: String) -> Promise<Void> {
    lock.run { [office] in
      when(fulfilled: seats.map(office.holder))
        .then { holders -> Promise<Void> in
          if let taken = zip(seats, holders).first(where: { $1 != nil }) {
            throw BookingError.seatTaken(taken.0)
          }
          return when(fulfilled: seats.map { office.setHolder(guest, of: $0) })
        }
    }
  }

  private func pay(_ guest: String, _ seats: [String], attempts: Int) -> Promise<String> {
    office.pay(guest, seats: seats)
      .recover(only: BookingError.paymentBusy) { [self] error -> Promise<String> in
        guard attempts > 1 else { throw error }
        return after(.milliseconds(2 * (4 - attempts)))
          .then { [self] in pay(guest, seats, attempts: attempts - 1) }
      }
  }

  private func release(_ seats: [String], of guest: String) -> Promise<Void> {
    lock.run { [office] in
      when(fulfilled: seats.map(office.holder))
        .then { holders in
          when(
            fulfilled: zip(seats, holders).filter { $1 == guest }
              .map { office.setHolder(nil, of: $0.0) })
        }
    }
  }
}

final class SeatPlan: @unchecked Sendable {
  private let office: BoxOffice
  private var loading: Promise<Int>?

  init(office: BoxOffice) { self.office = office }

  func load() -> Promise<Int> {
    if let loading { return loading }
    let load = office.plan()
      .ensure { [self] in loading = nil }
    loading = load
    return load
  }
}

final class BookingViewModel: @unchecked Sendable {
  enum State: Equatable { case choosing, booking, booked(String), failed(BookingError) }

  private(set) var states: [State] = [.choosing]
  private let guest: String
  private let service: BookingService

  init(_ guest: String, service: BookingService) { (self.guest, self.service) = (guest, service) }

  func book(_ seats: String...) -> Promise<Void> {
    guard states.last != .booking else { return .value }
    states.append(.booking)
    return service.book(seats, for: guest)
      .done { [self] receipt in states.append(.booked(receipt)) }
      .recover(only: BookingError.self) { [self] error in states.append(.failed(error)) }
  }
}

let office = BoxOffice()
let service = BookingService(office: office)
let plan = SeatPlan(office: office)
let (ann, ben) = (
  BookingViewModel("Ann", service: service), BookingViewModel("Ben", service: service)
)
let (mia, eva) = (
  BookingViewModel("Mia", service: service), BookingViewModel("Eva", service: service)
)

func compare(_ first: [Int], _ second: [Int]) -> String? {
  let tickets = ["A1": "Ann", "A2": "Ann", "A3": "Ben", "B2": "Ben", "C1": "Eva"]
  let states: [[BookingViewModel.State]] = [
    [.choosing, .booking, .booked("receipt of Ann")],
    [.choosing, .booking, .failed(.seatTaken("A2")), .booking, .booked("receipt of Ben")],
    [.choosing, .booking, .failed(.cardRefused)],
    [.choosing, .booking, .booked("receipt of Eva")],
  ]
  guard office.tickets == tickets, office.soldTwice.isEmpty else {
    return "tickets \(office.tickets), sold twice \(office.soldTwice)"
  }
  guard office.holds.isEmpty else { return "seats stay held: \(office.holds)" }
  guard [ann, ben, mia, eva].map(\.states) == states else { return "the guests saw other things" }
  return first == [3, 3] && second == [5, 5] && office.plansRead == 2 ? nil : "\(first), \(second)"
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
when(fulfilled: [
  ann.book("A1", "A2"), ann.book("A1", "A2"), ben.book("A2", "A3"), mia.book("B1", "B2"),
  eva.book("C1"),
])
.then { when(fulfilled: [plan.load(), plan.load()]) }
.then { first in
  ben.book("A3", "B2")
    .then { when(fulfilled: [plan.load(), plan.load()]) }
    .map { second in compare(first, second) }
}
.recover { error in Promise<String?>.value("the evening ended with \(error)") }
.done { problem in
  print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
  exit(problem == nil ? 0 : 1)
}
.cauterize()
dispatchMain()
