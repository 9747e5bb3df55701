// Front desk of a small hotel: holds, cards, confirmations, a waiting list and reminders.
import Foundation
import PromiseKitLite

enum DeskError: Error, Equatable {
  case full
  case cardDeclined(String)
  case notConfirmed(String)
}

protocol DeskDelegate: AnyObject, Sendable {
  func desk(_ desk: FrontDesk, shows free: Int, on day: String)
  func desk(_ desk: FrontDesk, confirmed guest: String, in room: String)
}

final class Hotel: @unchecked Sendable {
  private let queue = DispatchQueue(label: "hotel")
  private(set) var free = ["blue": 2, "red": 3]
  private(set) var paid: [String] = []
  private(set) var refunded: [String] = []
  private var reminding = 0
  private(set) var mostReminding = 0

  func availability(of room: String) -> Promise<Int> {
    after(.milliseconds(2)).map(on: queue) { [self] in free[room] ?? 0 }
  }

  func setAvailability(of room: String, to count: Int) -> Guarantee<Void> {
    after(.milliseconds(2)).done(on: queue) { [self] in free[room] = count }
  }

  func charge(_ guest: String) -> Promise<Void> {
    after(.milliseconds(8)).map(on: queue) { [self] in
      if guest == "bob" { throw DeskError.cardDeclined(guest) }
      paid.append(guest)
    }
  }

  func refund(_ guest: String) -> Guarantee<Void> {
    after(.milliseconds(6)).done(on: queue) { [self] in refunded.append(guest) }
  }

  func confirm(_ guest: String) -> Promise<Void> {
    after(.milliseconds(3)).map(on: queue) {
      if guest == "eve" { throw DeskError.notConfirmed(guest) }
    }
  }

  func remind(_ guest: String) -> Guarantee<String> {
    queue.async(.guarantee) { [self] in
      reminding += 1
      mostReminding = max(mostReminding, reminding)
    }
    .then { after(.milliseconds(5)) }
    .map(on: queue) { [self] in
      reminding -= 1
      return guest
    }
  }
}

final class FrontDesk: @unchecked Sendable {
  weak var delegate: (any DeskDelegate)?
  private let hotel: Hotel
  private let queue = DispatchQueue(label: "hotel.desk")
  private var turns: [String: Promise<Void>] = [:]
  private var waiting: [String: [Resolver<Void>]] = [:]
  private var day = ""

  init(hotel: Hotel) {
    self.hotel = hotel
  }

  func look(at day: String, cost: Int) -> Promise<Void> {
    queue.async(.promise) { [self] in self.day = day }
      .then { after(.milliseconds(cost)) }
      .then { [hotel] in hotel.availability(of: "blue") }
      .done(on: queue) { [self] free in
        guard self.day == day else { return }
        delegate?.desk(self, shows: free, on: day)
      }
  }

  func book(_ guests: [String], in room: String) -> Guarantee<[Guarantee<String>]> {
    queue.async(.guarantee) { [self] in
      guests.map { guest in
        book(guest, in: room)
          .recover(on: queue) { error in Guarantee.value("\(error)") }
      }
    }
  }

  private func book(_ guest: String, in room: String) -> Promise<String> {
    hold(room)
      .recover(only: DeskError.full, on: queue) { [self] _ -> Promise<Void> in
        let (offer, seal) = Promise<Void>.pending()
        waiting[room, default: []].append(seal)
        return offer
      }
      .then(on: queue) { [self] in
        pay(guest)
          .recover(on: queue) { [self] error in
            release(room).done { throw error }
          }
      }
      .map(on: queue) { [self] in
        delegate?.desk(self, confirmed: guest, in: room)
        return guest
      }
  }

  private func pay(_ guest: String) -> Promise<Void> {
    hotel.charge(guest)
      .then(on: queue) { [hotel] in
        hotel.confirm(guest)
          .recover(on: self.queue) { error in
            hotel.refund(guest).done { throw error }
          }
      }
  }

  private func hold(_ room: String) -> Promise<Void> {
    inTurn(room) { [hotel] in
      hotel.availability(of: room)
        .then { free -> Guarantee<Void> in
          guard free > 0 else { throw DeskError.full }
          return hotel.setAvailability(of: room, to: free - 1)
        }
    }
  }

  private func release(_ room: String) -> Promise<Void> {
    inTurn(room) { [self] in
      if let next = waiting[room]?.first {
        waiting[room]?.removeFirst()
        next.fulfill()
        return Promise()
      }
      return hotel.availability(of: room)
        .then { [hotel] free in hotel.setAvailability(of: room, to: free + 1) }
    }
  }

  private func inTurn(
    _ room: String, _ work: @escaping @Sendable () -> Promise<Void>
  ) -> Promise<Void> {
    let turn = (turns[room] ?? Promise()).then(on: queue) { work() }
    turns[room] = turn.recover(on: queue) { _ in }
    return turn
  }

  func close() -> Promise<Void> {
    queue.async(.promise) { [self] in
      for seal in waiting.values.joined() { seal.reject(DeskError.full) }
      waiting = [:]
    }
  }
}

final class Counter: DeskDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private(set) var shown: [String] = []
  private(set) var confirmed: [String: Set<String>] = [:]

  func desk(_ desk: FrontDesk, shows free: Int, on day: String) {
    lock.withLock { shown.append("\(day): \(free)") }
  }

  func desk(_ desk: FrontDesk, confirmed guest: String, in room: String) {
    lock.withLock { _ = confirmed[room, default: []].insert(guest) }
  }
}

func problem(hotel: Hotel, counter: Counter, answers: [String], reminded: [String]) -> String? {
  let wanted = ["ann", "cardDeclined(\"bob\")", "cid", "notConfirmed(\"eve\")", "fay", "full"]
  if answers != wanted { return "the guests hear \(answers)" }
  if counter.shown.last != "sunday: 2" { return "the screen shows \(counter.shown)" }
  if counter.confirmed != ["blue": ["ann", "cid"], "red": ["fay"]] {
    return "confirmed are \(counter.confirmed)"
  }
  if hotel.free != ["blue": 0, "red": 2] { return "free rooms are \(hotel.free)" }
  if Set(hotel.paid) != ["ann", "cid", "eve", "fay"] { return "paid have \(hotel.paid)" }
  if hotel.refunded != ["eve"] { return "refunded are \(hotel.refunded)" }
  if reminded != ["ann", "cid", "fay", "ann", "cid"] { return "reminded were \(reminded)" }
  if hotel.mostReminding > 2 { return "\(hotel.mostReminding) reminders at once" }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let hotel = Hotel()
let counter = Counter()
let desk = FrontDesk(hotel: hotel)
desk.delegate = counter

let days = zip(["friday", "saturday", "sunday"], [24, 12, 2])

when(fulfilled: days.map { desk.look(at: $0, cost: $1) })
  .then { _ in desk.book(["ann", "bob", "cid", "dora"], in: "blue") }
  .then { blue in desk.book(["eve", "fay"], in: "red").map { (blue, $0) } }
  .then { blue, red in
    when(guarantees: Array(blue.prefix(3)) + red)
      .then { served in desk.close().map { served } }
      .then { served in blue[3].map { served + [$0] } }
  }
  .then { answers in
    let guests = ["ann", "cid", "fay", "ann", "cid"].lazy.map { hotel.remind($0) }
    return when(fulfilled: guests.makeIterator(), concurrently: 2).map { (answers, $0) }
  }
  .done { answers, reminded in
    finish(problem(hotel: hotel, counter: counter, answers: answers, reminded: reminded))
  }
  .catch { error in finish("\(error)") }

RunLoop.main.run()
