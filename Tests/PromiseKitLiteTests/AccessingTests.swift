import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("What handlers access")
struct TouchingTests {
  @Test("A job accesses what its dispatcher has declared; nothing is declared by default")
  func declared() {
    let seen = ReadingExecutor.read {
      Promise.value(1)
        .map(on: Queues.side.accessing("cart", "stock")) { $0 }
        .map(on: Queues.side.accessing()) { $0 }
        .map(on: Queues.side.accessing(["stock"])) { $0 }
        .map(on: Queues.side.accessing(.anything)) { $0 }
        .map(on: Queues.side) { $0 }
        .done { _ in }.cauterize()
    }
    #expect(
      seen == [
        "side: cart, stock", "side: nothing", "side: stock", "side: anything", "side: anything",
        "main: anything",
      ])
  }

  @Test("A dispatcher with a declaration can add to it, in any order, through any type")
  func united() {
    let side: any Dispatcher = Queues.side.accessing("cart")
    let seen = ReadingExecutor.read {
      Promise.value(1)
        .map(on: side.accessing("stock")) { $0 }
        .map(on: Queues.side.accessing().accessing("stock")) { $0 }
        .map(on: side.accessing(.anything)) { $0 }
        .done(on: side.accessing("cart")) { _ in }.cauterize()
    }
    #expect(seen == ["side: cart, stock", "side: stock", "side: anything", "side: cart"])
  }

  @Test("Main, the default queues, and work on a queue declare in the same way")
  func everywhere() {
    let seen = ReadingExecutor.read {
      Promise.value(1)
        .map(on: .main.accessing("a")) { $0 }
        .map(on: .defaultMap.accessing("b")) { $0 }
        .map(on: .global().accessing("c")) { $0 }
        .map(on: .background.accessing("d")) { $0 }
        .cauterize()
      _ = Queues.side.accessing("e").async(.promise) { throw Failure("x") }
      _ = Queues.side.accessing("f").async(.promise, label: "labelled") {}
      _ = Queues.side.accessing("g").async(.guarantee) {}
      _ = Queues.side.accessing("h").async(.guarantee, label: "labelled", qos: .utility) {}
      _ = Promise<Int>(on: Queues.side.accessing("i")) { $0.fulfill(1) }
    }
    #expect(
      seen == [
        "main: a", "side: e", "side: f", "side: g", "side: h", "side: i", "main: b", "global: c",
        "global: d",
      ])
  }

  @Test("The flags of a link, and of work, do not remove the declaration")
  func flags() {
    let seen = ReadingExecutor.read {
      Promise.value(1).map(on: Queues.wide.accessing("a"), flags: .barrier) { $0 }.cauterize()
      _ = Queues.wide.accessing("b").async(.promise, flags: .barrier) {}
    }
    #expect(seen == ["wide: a", "wide: b"])
  }

  @Test("Inline handlers have declarations too, and stay inline")
  func inline() {
    func accessSet(_ dispatcher: (any Dispatcher)?) -> AccessTracker.AccessSet {
      let accessTracker = AccessTracker(undeclared: .anything)
      let executor = ReadingExecutor()
      let environment = PromiseEnvironment(
        executor: executor, observers: [], accessTracker: accessTracker)
      environment.run { Promise.value(1).map(on: dispatcher) { $0 }.cauterize() }
      #expect(executor.seen == [])
      return accessTracker.nextStep(newest: 0, returnsAccessSet: true) ?? .init()
    }
    #expect(accessSet(.immediate.accessing("a")).places.contains(.shared("a")))
    #expect(!accessSet(.immediate.accessing("a")).runsUnknownCode)
    #expect(!accessSet(.immediate.accessing()).runsUnknownCode)
    #expect(accessSet(.immediate).runsUnknownCode)
    #expect(accessSet(nil).runsUnknownCode)
  }

  @Test("A default queue with a declaration is the default of links that name no queue")
  func defaults() {
    let seen = ReadingExecutor.read {
      PromiseEnvironment.current.defaults.map = DispatchQueue.main.accessing("model")
      PromiseEnvironment.current.defaults.return = .immediate.accessing("view")
      Promise.value(1).map { $0 }.map(on: .defaultMap.accessing("b")) { $0 }.done { _ in }
        .cauterize()
    }
    #expect(seen == ["main: model", "main: b, model"])
  }

  @Test("A simulation runs a program the same way, event by event, except for the declarations")
  func transparent() {
    func run(_ side: any Dispatcher, _ inline: any Dispatcher) -> [PromiseEvent] {
      Run {
        let line = UInt(1)
        let root = after(.milliseconds(1), line: line, column: 1)
        root.done(on: side, line: line, column: 1) { work(for: .milliseconds(2)) }
        root.map(on: inline, line: line, column: 1) { note("inline") }
          .map(on: side, line: line, column: 1) { note("side") }
          .done(on: .main, line: line, column: 1) { note("main") }
      }.events
    }
    func told(_ events: [PromiseEvent]) -> [PromiseEvent.Kind] {
      events.map(\.kind).filter { if case .touched = $0 { false } else { true } }
    }
    let plain = run(Queues.side, .immediate)
    let declared = run(Queues.side.accessing("cart"), .immediate.accessing("cart"))
    #expect(told(declared) == told(plain) && told(plain).count == plain.count)
    #expect(declared.count > plain.count)
    #expect(declared.map(\.time).max() == plain.map(\.time).max())
  }

  @Test(
    "On Dispatch queues a handler runs on its queue, also with flags")
  func real() async throws {
    let queue = DispatchQueue(label: "real")
    let key = DispatchSpecificKey<String>()
    queue.setSpecific(key: key, value: "here")
    let place = try await Promise.value(1)
      .map(on: queue.accessing("cart")) { _ in DispatchQueue.getSpecific(key: key) }
      .map(on: queue.accessing(), flags: .barrier) { [$0, DispatchQueue.getSpecific(key: key)] }
      .async()
    #expect(place == ["here", "here"])
    let work = try await queue.accessing().async(.promise) { DispatchQueue.getSpecific(key: key) }
      .async()
    #expect(work == "here")
  }

  @Test("Declarations have descriptions, and can be combined")
  func words() {
    let cart: DeclaredAccess = ["cart"]
    #expect(cart.union(["stock"]) == .only(["stock", "cart"]))
    #expect(cart.union(.anything) == .anything)
    #expect("\(cart.union(["all"]))" == "all, cart")
    #expect("\(DeclaredAccess.nothing) \(DeclaredAccess.anything)" == "nothing anything")
  }
}
