// Telemetry: events of several services are sent in batches, in order, each event once.
import Foundation
import PromiseKitLite

struct Event: Sendable, Equatable {
  let service: String
  let number: Int
  var isMalformed: Bool { number == 5 }
}

struct Batch: Sendable {
  let id: Int
  let events: [Event]
}

struct Unavailable: Error {}
struct TokenExpired: Error {}
struct Malformed: Error { let events: [Event] }

protocol Uplink: Sendable {
  func logIn() -> Promise<Int>
  func send(_ batch: Batch, token: Int) -> Promise<Void>
  func hangUp() -> Guarantee<Void>
}

final class BadDayUplink: Uplink, @unchecked Sendable {
  private let queue = DispatchQueue(label: "uplink")
  private var token = 0
  private var logIns = 0
  private var sending = 0
  private var isOpen = true
  private var tried: Set<Int> = []
  private var stored: [Int: [Event]] = [:]
  private var order: [Int] = []
  private var complaints: [String] = []

  var report: (events: [Event], logIns: Int, complaints: [String]) {
    queue.sync { (order.flatMap { stored[$0, default: []] }, logIns, complaints) }
  }

  func logIn() -> Promise<Int> {
    after(.milliseconds(5)).map(on: queue) {
      self.logIns += 1
      guard self.logIns > 1 else { throw Unavailable() }
      self.token += 1
      return self.token
    }
  }

  func send(_ batch: Batch, token: Int) -> Promise<Void> {
    Promise(on: queue) { seal in
      self.sending += 1
      if self.sending > 1 { self.complaints.append("batch \(batch.id) overlaps another") }
      if !self.isOpen { self.complaints.append("batch \(batch.id) comes after the end") }
      let answer = after(.milliseconds(2 + batch.id * 5 % 4)).done(on: self.queue) {
        self.sending -= 1
        try self.receive(batch, token)
      }
      seal.resolve(answer)
    }
  }

  func hangUp() -> Guarantee<Void> {
    after(.milliseconds(4)).done(on: queue) { self.isOpen = false }
  }

  private func receive(_ batch: Batch, _ token: Int) throws {
    let isFirst = tried.insert(batch.id).inserted
    if isFirst, batch.id == 2 || batch.id == 5 { self.token += 1 }
    guard token == self.token else { throw TokenExpired() }
    let malformed = batch.events.filter(\.isMalformed)
    guard malformed.isEmpty else { throw Malformed(events: malformed) }
    if isFirst, batch.id % 3 == 0 { throw Unavailable() }
    if stored.updateValue(batch.events, forKey: batch.id) == nil { order.append(batch.id) }
    if isFirst, batch.id % 4 == 0 { throw Unavailable() }
  }
}

final class Batcher: @unchecked Sendable {
  private let queue = DispatchQueue(label: "batcher")
  private let uplink: any Uplink
  private let size: Int
  private var buffer: [Event] = []
  private var nextID = 1
  private var tail = Promise()
  private var session: Promise<Int>?
  private var isOpen = true
  private var dropped = 0

  init(_ uplink: any Uplink, size: Int) {
    self.uplink = uplink
    self.size = size
  }

  func record(_ event: Event) {
    queue.async {
      guard self.isOpen else { return }
      self.buffer.append(event)
      if self.buffer.count >= self.size { self.cut() }
    }
  }

  func register(_ service: String) -> Promise<String> {
    retrying(times: 3, delay: 0.002, on: queue) { _ in self.token() }
      .map(on: queue) { token in "\(service)@\(token)" }
  }

  func tick(every interval: DispatchTimeInterval) {
    after(interval).done(on: queue) {
      guard self.isOpen else { return }
      self.cut()
      self.tick(every: interval)
    }
  }

  func close() -> Promise<Int> {
    Guarantee()
      .then(on: queue) {
        self.isOpen = false
        self.cut()
        return self.tail
      }
      .ensureThen(on: queue) { self.uplink.hangUp() }
      .map(on: queue) { self.dropped }
  }

  private func cut() {
    guard !buffer.isEmpty else { return }
    let batch = Batch(id: nextID, events: buffer)
    nextID += 1
    buffer = []
    tail = tail.then(on: queue) { self.deliver(batch) }
  }

  private func deliver(_ batch: Batch) -> Promise<Void> {
    retrying(
      times: 5, delay: 0.001, backOff: 2, on: queue, while: { error, _ in !(error is Malformed) }
    ) { _ in
      self.token()
        .then(on: self.queue) { token in self.uplink.send(batch, token: token) }
        .recover(only: TokenExpired.self, on: self.queue) { error in
          self.session = nil
          throw error
        }
    }
    .recover(only: Malformed.self, on: queue) { error in
      self.dropped += error.events.count
      let rest = batch.events.filter { !error.events.contains($0) }
      return self.deliver(Batch(id: batch.id, events: rest))
    }
  }

  private func token() -> Promise<Int> {
    if let session { return session }
    let session = uplink.logIn()
      .recover(on: queue) { error -> Promise<Int> in
        self.session = nil
        throw error
      }
    self.session = session
    return session
  }
}

func run(_ service: String, _ count: Int, into batcher: Batcher) -> Promise<Void> {
  batcher.register(service)
    .then(on: .global()) { _ in
      Promise.value(0).reduce(stride(from: 0, to: count, by: 4), on: .global()) { _, first in
        for number in first..<first + 4 {
          batcher.record(Event(service: service, number: number))
        }
        return after(.milliseconds(2)).map(on: nil) { first }
      }
    }
    .asVoid()
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let uplink = BadDayUplink()
let batcher = Batcher(uplink, size: 5)
let services = ["api", "billing", "search"]
let finished = DispatchSemaphore(value: 0)
nonisolated(unsafe) var problem: String? = "the batcher is not closed"

func verdict(_ dropped: Int) -> String? {
  let report = uplink.report
  if let complaint = report.complaints.first { return complaint }
  for service in services {
    let numbers = report.events.filter { $0.service == service }.map(\.number)
    if numbers != [0, 1, 2, 3, 4, 6, 7] { return "events of \(service): \(numbers)" }
  }
  if dropped != 3 { return "\(dropped) events are dropped" }
  return report.logIns == 4 ? nil : "\(report.logIns) log-ins"
}

batcher.tick(every: .milliseconds(12))
when(fulfilled: services.map { run($0, 8, into: batcher) })
  .then(on: .global()) { batcher.close() }
  .done(on: .global()) { dropped in problem = verdict(dropped) }
  .catch(on: .global()) { error in problem = "\(error)" }
  .finally(on: .global()) { finished.signal() }

finished.wait()
print(problem.map { "check: failed: \($0)" } ?? "check: ok")
exit(problem == nil ? 0 : 1)
