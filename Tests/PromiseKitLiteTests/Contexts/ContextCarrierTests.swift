import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import Testing

/// A task-local value of the program.
private enum Tenant {
  @TaskLocal static var current: String?

  /// Runs `body` with a value.
  @discardableResult
  static func with<R>(_ tenant: String?, _ body: () throws -> R) rethrows -> R {
    try $current.withValue(tenant, operation: body)
  }
}

private struct TenantCarrier: PromiseContextCarrier {
  func capture() -> String? { Tenant.current }

  func bind<R>(_ captured: String?, for _: PromiseID?, _ body: () throws -> R) rethrows -> R {
    try Tenant.$current.withValue(captured, operation: body)
  }
}

/// What handlers saw, by name.
private final class Seen: Sendable {
  private let values = Mutex<[String: String]>([:])
  var all: [String: String] { values.withLock { $0 } }
  func note(_ name: String) { values.withLock { $0[name] = Tenant.current ?? "none" } }
}

@Suite("A context carrier")
struct ContextCarrierTests {
  /// Runs a program in a simulation with the carrier, and returns what its handlers saw.
  private func seen(_ body: (Seen) -> Void) -> [String: String] {
    let seen = Seen()
    let simulation = Simulation(observers: [CountingObserver()])
    simulation.start {
      PromiseEnvironment.current.carry(TenantCarrier())
      body(seen)
    }
    simulation.run()
    return seen.all
  }

  @Test("takes the value where a link was attached into its handler")
  func handlers() {
    let seen = seen { seen in
      let start = Tenant.with("root") { after(.milliseconds(1)) }
      let next = Tenant.with("then") {
        start.then(on: .global()) { () -> Promise<Int> in
          seen.note("then")
          return .value(1)
        }
      }
      Tenant.with("map") { next.map { $0 + 1 }.done { _ in seen.note("done") }.cauterize() }
    }
    #expect(seen == ["then": "then", "done": "map"])
  }

  @Test("uses the value of the parent where there is none, also for what a handler creates")
  func inherited() {
    let seen = seen { seen in
      let start = Tenant.with("root") { after(.milliseconds(1)) }
      start.then { () -> Guarantee<Void> in
        seen.note("then")
        return after(.milliseconds(1)).done { seen.note("inner") }
      }
      .ensure { seen.note("ensure") }
      .done { seen.note("done") }
      .catch { _ in }
      when(fulfilled: [Promise(start), Promise(after(.milliseconds(2)))])
        .done { _ in seen.note("all") }.cauterize()
    }
    #expect(
      seen == ["then": "root", "inner": "root", "ensure": "root", "done": "root", "all": "root"])
  }

  @Test("hides what the code that settles a promise has, also from an inline handler")
  func settling() {
    let seen = seen { seen in
      let (plain, plainSeal) = Promise<Int>.pending()
      plain.done(on: nil) { _ in seen.note("plain") }.cauterize()
      let (own, ownSeal) = Tenant.with("own") { Promise<Int>.pending() }
      own.done(on: nil) { _ in seen.note("own") }.cauterize()
      Tenant.with("resolver") {
        plainSeal.fulfill(1)
        ownSeal.fulfill(2)
        seen.note("after")
      }
    }
    #expect(seen == ["plain": "none", "own": "own", "after": "resolver"])
  }

  @Test("reaches bodies, errors, retries, cancel handlers, and adopting links")
  func everywhere() {
    struct Failure: Error {}
    let seen = seen { seen in
      Tenant.with("body") {
        Promise<Int>(on: .global()) { seal in
          seen.note("body")
          seal.reject(Failure())
        }
        .catch { _ in seen.note("catch") }
        .finally { seen.note("finally") }
      }
      Tenant.with("retry") {
        retrying(
          times: 2, delay: .milliseconds(1),
          while: { _, _ in
            seen.note("condition")
            return true
          }
        ) { attempt -> Promise<Int> in
          seen.note("attempt \(attempt)")
          return attempt == 1 ? Promise(error: Failure()) : .value(attempt)
        }
        .recover { _ in Promise.value(0) }
        .get { _ in seen.note("get") }
        .cauterize()
      }
      let context = CancelContext()
      // The seals keep their promises alive.
      let kept = Mutex<[Resolver<Int>]>([])
      Tenant.with("cancelled") {
        context.onCancel { seen.note("context") }
        context.run {
          let promise = Promise<Int> { seal in
            kept.withLock { $0.append(seal) }
            seal.onCancel { seen.note("cancel") }
          }
          _ = promise.cancelled { seen.note("cancelled") }
        }
      }
      at(5) {
        Tenant.with("canceller") { context.cancel() }
        kept.withLock { $0 = [] }
      }
      Tenant.with("async") {
        DispatchQueue.global().async(.promise) { seen.note("work") }.cauterize()
      }
    }
    #expect(
      seen == [
        "body": "body", "catch": "body", "finally": "body", "condition": "retry",
        "attempt 1": "retry", "attempt 2": "retry", "get": "retry", "context": "cancelled",
        "cancel": "cancelled", "cancelled": "cancelled", "work": "async",
      ])
  }

  @Test("works on real queues, in tasks, and without an observer")
  func realQueues() async throws {
    let environment = PromiseEnvironment(observers: [])
    environment.carry(TenantCarrier())
    let value = try await environment.run {
      Tenant.with("request") {
        Promise<String>(async: {
          await Task.yield()
          return Tenant.current ?? "none"
        })
        .map(on: .global()) { "\($0) \(Tenant.current ?? "none")" }
        .then(on: .global()) { text in
          after(.milliseconds(1)).map(on: .global()) { "\(text) \(Tenant.current ?? "none")" }
        }
      }
    }.async()
    #expect(value == "request request request")
  }

  @Test("belongs to its environment; several of one environment do not disturb each other")
  func several() {
    let other = PromiseEnvironment(observers: [])
    let first = PromiseEnvironment(observers: [])
    first.carry(TenantCarrier())
    first.carry(NumberCarrier())
    let seen = Seen()
    func chain(_ name: String) {
      let (promise, seal) = Promise<Int>.pending()
      promise.done(on: nil) { _ in
        seen.note("\(name) \(NumberCarrier.number)")
      }.cauterize()
      Tenant.with("resolver") { NumberCarrier.$number.withValue(9) { seal.fulfill(1) } }
    }
    Tenant.with("a") {
      NumberCarrier.$number.withValue(7) {
        first.run { chain("first") }
        other.run { chain("other") }
      }
      first.run { chain("zero") }
    }
    #expect(seen.all == ["first 7": "a", "other 9": "resolver", "zero 0": "a"])
  }

  @Test("is notified of the promise that a handler settles, while it is observed")
  func promises() {
    let recorder = RecordingObserver()
    let environment = PromiseEnvironment(observers: [recorder])
    let carrier = NameCarrier()
    environment.carry(carrier)
    environment.run {
      Promise.value(1).map(on: nil, { $0 + 1 }).done(on: nil) { _ in }.cauterize()
    }
    #expect(carrier.names.withLock { $0 }.contains(2))
  }
}

/// A second carrier, with 0 for no value.
private struct NumberCarrier: PromiseContextCarrier {
  @TaskLocal static var number = 0

  func capture() -> Int? { Self.number == 0 ? nil : Self.number }

  func bind<R>(_ captured: Int?, for _: PromiseID?, _ body: () throws -> R) rethrows -> R {
    try Self.$number.withValue(captured ?? 0, operation: body)
  }
}

/// Keeps the promises that it is notified of.
private final class NameCarrier: PromiseContextCarrier {
  let names = Mutex<Set<PromiseID>>([])

  func capture() -> Int? { nil }

  func bind<R>(_: Int?, for promise: PromiseID?, _ body: () throws -> R) rethrows -> R {
    if let promise { names.withLock { _ = $0.insert(promise) } }
    return try body()
  }
}
