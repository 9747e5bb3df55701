// Box office: seats are taken, paid and printed on two printers, with paper jams and a sleepy printer.
import Foundation
import PromiseKitLite

struct Sale: Sendable {
  let number: Int
  let seats: [String]
  let card: Bool
}

enum OfficeError: Error, Equatable {
  case seatTaken(String)
  case cardRefused
  case paperJam
  case doorsClosed
}

struct Printer: Sendable {
  let name: String
  let isAsleep: Bool
}

let office = DispatchQueue(label: "tickets.office")
let devices = DispatchQueue(label: "tickets.devices", attributes: .concurrent)

enum Hall {
  nonisolated(unsafe) static var taken: [String: Int] = [:]
  nonisolated(unsafe) static var income = 0
  nonisolated(unsafe) static var till = Promise<Void>()

  static func take(_ seats: [String], for sale: Int) -> Promise<Void> {
    after(.milliseconds(2)).map(on: office) {
      for seat in seats where taken[seat] != nil { throw OfficeError.seatTaken(seat) }
      for seat in seats { taken[seat] = sale }
    }
  }

  static func free(_ seats: [String]) -> Guarantee<Void> {
    after(.milliseconds(60)).done(on: office) {
      for seat in seats { taken[seat] = nil }
    }
  }

  static func pay(_ sale: Sale) -> Promise<Void> {
    guard sale.card else {
      return after(.milliseconds(6)).map(on: office) { throw OfficeError.cardRefused }
    }
    let paid = till.then(on: office) { after(.milliseconds(1)).map(on: office) { income } }
      .delay(.milliseconds(2))
      .done(on: office) { before in income = before + sale.seats.count * 12 }
    till = paid
    return paid
  }
}

enum Devices {
  static let printers = [
    Printer(name: "left", isAsleep: false), Printer(name: "right", isAsleep: true),
  ]
  nonisolated(unsafe) static var jams = 2
  nonisolated(unsafe) static var printing: [String: Int] = [:]
  nonisolated(unsafe) static var mostPrinting = 0
  nonisolated(unsafe) static var waking: [String: Resolver<Void>] = [:]
  nonisolated(unsafe) static var tickets: [String] = []
  nonisolated(unsafe) static var lines: [String: Promise<Void>] = [:]

  static let ready = wakeUp()

  private static func wakeUp() -> Promise<[Printer]> {
    when(resolved: printers.map { printer in wake(printer) })
      .then(on: office) { results -> Promise<[Printer]> in
        .value(results.compactMap { try? $0.get() })
      }
  }

  private static func wake(_ printer: Printer) -> Promise<Printer> {
    let signal = CancelContext()
    return signal.run { call(printer) }
      .timeout(printer.isAsleep ? .milliseconds(20) : .seconds(2))
      .detached()
      .ensure(on: office) { signal.cancel() }
      .map(on: office) { printer }
  }

  private static func call(_ printer: Printer) -> Promise<Void> {
    Promise(on: office) { seal in
      waking[printer.name] = seal
      seal.onCancel {
        office.async { waking[printer.name] = nil }
      }
      guard !printer.isAsleep else { return }
      office.asyncAfter(deadline: .now() + .milliseconds(4)) {
        waking.removeValue(forKey: printer.name)?.fulfill()
      }
    }
  }

  static func print(_ text: String, on printer: Printer) -> Promise<Void> {
    let printed = (lines[printer.name] ?? Promise())
      .then(on: office) {
        retrying(
          times: 3, delay: .milliseconds(2), on: office,
          while: { error, _ in error as? OfficeError == .paperJam }
        ) { _ in feed(text, into: printer) }
      }
    lines[printer.name] = printed.recover(on: office) { _ in }
    return printed
  }

  private static func feed(_ text: String, into printer: Printer) -> Promise<Void> {
    printing[printer.name, default: 0] += 1
    mostPrinting = max(mostPrinting, printing[printer.name, default: 0])
    return after(.milliseconds(text.hasSuffix("A1") ? 8 : 2))
      .map(on: office) {
        if text == "2: B2", jams > 0 {
          jams -= 1
          throw OfficeError.paperJam
        }
        tickets.append(text)
      }
      .ensure(on: office) { printing[printer.name, default: 0] -= 1 }
  }
}

func printTickets(of sale: Sale) -> Promise<Void> {
  Devices.ready
    .then(on: office) { printers in
      when(
        fulfilled: sale.seats.enumerated().map { number, seat in
          Devices.print("\(sale.number): \(seat)", on: printers[number % printers.count])
        })
    }
}

func sell(_ sale: Sale) -> Promise<Int> {
  Hall.take(sale.seats, for: sale.number)
    .then(on: office) {
      Hall.pay(sale)
        .recover(on: office) { error in
          Hall.free(sale.seats).done(on: office) { throw error }
        }
    }
    .then(on: office) { printTickets(of: sale) }
    .map(on: office) { sale.number }
}

func sellOrRefuse(_ sale: Sale) -> Guarantee<String> {
  sell(sale)
    .map(on: office) { "sale \($0)" }
    .recover(on: office) { error in
      Guarantee.value("\(error)")
    }
}

func evening() -> Guarantee<[String]> {
  let sales = [
    Sale(number: 1, seats: ["A1", "A2"], card: true),
    Sale(number: 2, seats: ["B1", "B2", "B3"], card: true),
    Sale(number: 3, seats: ["C1", "C2"], card: false),
    Sale(number: 4, seats: ["D1"], card: true),
  ]
  let late = [
    Sale(number: 5, seats: ["C2", "C3"], card: true), Sale(number: 6, seats: ["A2"], card: true),
  ]
  return when(guarantees: sales.map { sellOrRefuse($0) })
    .then(on: office) { first in
      when(guarantees: late.map { sellOrRefuse($0) })
        .map(on: office) { first + $0 }
    }
}

func problem(answers: [String]) -> String? {
  let wanted = ["sale 1", "sale 2", "cardRefused", "sale 4", "sale 5", "seatTaken(\"A2\")"]
  if answers != wanted { return "the visitors hear \(answers)" }
  let seats = ["A1": 1, "A2": 1, "B1": 2, "B2": 2, "B3": 2, "C2": 5, "C3": 5, "D1": 4]
  if Hall.taken != seats { return "the hall has \(Hall.taken)" }
  if Hall.income != 8 * 12 { return "the till has \(Hall.income)" }
  let first = Devices.tickets.filter { $0.hasPrefix("1") || $0.hasPrefix("2") }
  for (sale, printed) in [("1", ["1: A1", "1: A2"]), ("2", ["2: B1", "2: B2", "2: B3"])]
  where first.filter({ $0.hasPrefix(sale) }) != printed {
    return "the tickets came out as \(first)"
  }
  if Devices.tickets.count != 8 { return "\(Devices.tickets.count) tickets were printed" }
  if Devices.mostPrinting != 1 { return "two tickets in one printer" }
  if !Devices.waking.isEmpty { return "a printer is still called" }
  return nil
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let over = DispatchSemaphore(value: 0)
nonisolated(unsafe) var found: String? = "no answers"

evening()
  .done(on: office) { answers in
    found = problem(answers: answers)
    over.signal()
  }

over.wait()
print(found.map { "check: failed: \($0)" } ?? "check: ok")
exit(found == nil ? 0 : 1)
