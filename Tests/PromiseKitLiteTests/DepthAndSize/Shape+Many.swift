import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

extension Shape {
  /// Many promises of a kind, side by side.
  static let many: [Shape] = [
    handlers("attached before", isSettledBefore: false),
    handlers("attached after", isSettledBefore: true),
    handlersLetGo, catches, tree(settles: true), tree(settles: false), alone, rejections,
    handedOn, timers, timersLetGo,
  ]

  private static func handlers(_ when: String, isSettledBefore: Bool) -> Shape {
    Shape("handlers of one promise, \(when), run in order") { size in
      let order = Order()
      let (promise, seal) = Promise<Int>.pending()
      if isSettledBefore { seal.fulfill(1) }
      for index in 0..<size.count {
        promise.done(on: size.queue) { _ in order.tell(index) }.catch(on: nil) { _ in }
      }
      if !isSettledBefore { seal.fulfill(1) }
      size.queue.run()
      #expect(order.next == size.count && order.isKept)
    }
  }

  private static let handlersLetGo = Shape("handlers of one promise that never run are let go") {
    size in
    let (promise, seal) = Promise<Int>.pending()
    for _ in 0..<size.count { promise.done { _ in }.catch { _ in } }
    #expect(promise.isPending)
    withExtendedLifetime(seal) {}
  }

  private static let catches = Shape("catches of one promise are passed by a value") { size in
    let runs = LifeCounter()
    let (promise, seal) = Promise<Int>.pending()
    for _ in 0..<size.count {
      promise.catch(on: size.queue) { _ in runs.add(1) }.finally(on: nil) { runs.add(2) }
    }
    seal.fulfill(1)
    #expect(runs.alive == 2 * size.count)
  }

  /// Each promise has two children.
  private static func tree(settles: Bool) -> Shape {
    Shape("a tree of promises, \(settles ? "settled" : "let go")") { size in
      let runs = LifeCounter()
      let (root, seal) = Promise<Int>.pending()
      var level = [root]
      var count = 1
      while count * 2 <= size.count {
        level = level.flatMap { parent in
          (0..<2).map { _ in
            parent.map(on: nil) { value in
              runs.add(1)
              return value + 1
            }
          }
        }
        count *= 2
      }
      if settles { seal.fulfill(0) }
      #expect(runs.alive == (settles ? 2 * count - 2 : 0))
      let depth = count.trailingZeroBitCount
      let isRight = level.allSatisfy { $0.value == (settles ? depth : nil) }
      #expect(isRight)
    }
  }

  private static let alone = Shape("promises on their own, settled in every way") { size in
    for index in 0..<size.count {
      switch index % 6 {
      case 0: _ = Promise.value(1)
      case 1: Promise<Int>(error: Failure("x")).catch(on: nil) { _ in }
      case 2: _ = Promise<Int> { $0.fulfill(1) }
      case 3: _ = Promise<Int>.pending()
      case 4: _ = Guarantee<Int> { $0(1) }
      default: _ = Promise<Int>(on: size.queue) { $0.fulfill(1) }
      }
      if index % 1024 == 0 { size.queue.run() }
    }
    size.queue.run()
  }

  private static let rejections = Shape("one error that reaches many promises") { size in
    let (root, seal) = Promise<Int>.pending()
    let children = (0..<size.count).map { _ in root.map(on: nil) { $0 } }
    seal.reject(Failure("x"))
    let isRejected = children.allSatisfy(\.isRejected)
    #expect(isRejected)
    children[0].catch(on: nil) { _ in }
  }

  private static let timers = Shape("timers that fire") { size in
    let runs = LifeCounter()
    let simulation = Simulation()
    simulation.start {
      for index in 0..<size.count {
        after(.nanoseconds(index % 100)).done(on: nil) { runs.add(1) }
      }
    }
    simulation.run()
    #expect(runs.alive == size.count)
  }

  private static let timersLetGo = Shape("timers of a simulation that is let go") { size in
    let counter = LifeCounter()
    do {
      let simulation = Simulation()
      simulation.start {
        for _ in 0..<size.count {
          let life = Life(counter)
          after(seconds: 1).done { withExtendedLifetime(life) {} }
        }
      }
      #expect(counter.alive == size.count)
    }
    #expect(counter.alive == 0)
  }

  /// A handler that attaches the next one to the same promise.
  private static let handedOn = Shape("handlers that are attached by one another") { size in
    let runs = LifeCounter()
    let (promise, seal) = Promise<Int>.pending()
    attach(to: promise, left: size.count, runs)
    seal.fulfill(1)
    #expect(runs.alive == size.count)
  }

  private static func attach(to promise: Promise<Int>, left: Int, _ runs: LifeCounter) {
    guard left > 0 else { return }
    promise.done(on: nil) { [weak promise] _ in
      runs.add(1)
      if let promise { attach(to: promise, left: left - 1, runs) }
    }.catch(on: nil) { _ in }
  }
}

/// Whether the numbers are in order.
private final class Order: Sendable {
  private let count = LifeCounter()
  private let mistakes = LifeCounter()

  var next: Int { count.alive }
  var isKept: Bool { mistakes.alive == 0 }

  func tell(_ number: Int) {
    if number != count.alive { mistakes.add(1) }
    count.add(1)
  }
}
