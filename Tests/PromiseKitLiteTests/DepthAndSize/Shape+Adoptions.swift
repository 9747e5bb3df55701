import CLiveBytes
import PromiseKitLite
import Testing

extension Shape {
  /// Promises that adopt others.
  static let adoptions: [Shape] = [
    loop("inline") { _ in nil },
    loop("over a queue") { $0.queue },
    locked("from the outermost inwards", isInwards: true, settles: true),
    locked("from the innermost outwards", isInwards: false, settles: true),
    locked("from the outermost inwards, and dropped", isInwards: true, settles: false),
    locked("from the innermost outwards, and dropped", isInwards: false, settles: false),
    circle, circles, ofPromises, thensOfOne,
  ]

  /// Each step returns the next one, and memory does not grow with each step. Memory that grows in
  /// only one quarter of the steps is what the system keeps once.
  private static func loop(
    _ where: String, _ dispatcher: @escaping @Sendable (Size) -> (any Dispatcher)?
  ) -> Shape {
    Shape("steps that each return the next one take no memory, \(`where`)") { size in
      let loop = Loop(queue: dispatcher(size), count: size.count)
      let last = loop.step(size.count)
      size.queue.run()
      #expect(last.value == 0)
      let bytes = loop.bytes
      let growth = zip(bytes.dropFirst(), bytes).map { $0 - $1 }.min() ?? 0
      #expect(!size.isAlone || growth < Measurement.few, "\(bytes) bytes, quarter by quarter")
    }
  }

  /// A recursive loop.
  private final class Loop: Sendable {
    private let queue: (any Dispatcher)?
    private let count: Int
    /// At the beginning of each quarter of the steps, and at the end.
    private let samples = (0...4).map { _ in LifeCounter() }

    init(queue: (any Dispatcher)?, count: Int) {
      (self.queue, self.count) = (queue, count)
    }

    /// The bytes in use after no, one, two, and three quarters of the steps, and at the last step.
    var bytes: [Int] { samples.map(\.alive) }

    func step(_ left: Int) -> Promise<Int> {
      if (count - left) % (count / 4) == 0, (count - left) / (count / 4) <= 4 {
        samples[(count - left) / (count / 4)].add(Int(live_bytes()))
      }
      guard left > 0 else { return .value(0) }
      return Promise.value(left).then(on: queue) { [self] in step($0 - 1) }
    }
  }

  /// A chain of promises each of which is resolved with the next one.
  private static func locked(_ where: String, isInwards: Bool, settles: Bool) -> Shape {
    Shape("promises locked in to one another \(`where`)") { size in
      let counter = LifeCounter()
      do {
        let pairs = (0..<size.count).map { _ in Promise<Life>.pending() }
        for index in 1..<size.count {
          let outer = isInwards ? index - 1 : size.count - 1 - index
          pairs[outer].resolver.resolve(pairs[outer + 1].promise)
        }
        if settles {
          pairs[size.count - 1].resolver.fulfill(Life(counter))
          let isFulfilled = pairs.allSatisfy { $0.promise.isFulfilled }
          #expect(isFulfilled && counter.alive == 1)
        } else {
          let isPending = pairs.allSatisfy { $0.promise.isPending }
          #expect(isPending)
        }
      }
      #expect(counter.alive == 0)
    }
  }

  private static let circle = Shape("one circle of promises is rejected as a whole") { size in
    let pairs = (0..<size.count).map { _ in Promise<Int>.pending() }
    for (index, pair) in pairs.enumerated() {
      pair.resolver.resolve(pairs[(index + 1) % pairs.count].promise)
    }
    let isRejected = pairs.allSatisfy { pair in
      if case PMKError.returnedSelf? = pair.promise.error { true } else { false }
    }
    #expect(isRejected)
  }

  private static let circles = Shape("circles of two are each rejected") { size in
    for _ in 0..<size.count / 2 {
      let (a, sealA) = Promise<Int>.pending()
      let (b, sealB) = Promise<Int>.pending()
      sealA.resolve(b)
      sealB.resolve(a)
      guard a.isRejected, b.isRejected else {
        Issue.record("not rejected")
        return
      }
    }
  }

  private static let ofPromises = Shape("promises made of promises settle alike") { size in
    let (root, seal) = Promise<Int>.pending()
    var last = root
    for _ in 0..<size.count { last = Promise(last) }
    seal.fulfill(7)
    #expect(last.value == 7)
  }

  private static let thensOfOne = Shape("outer promises wait for one inner promise") { size in
    let (inner, seal) = Promise<Int>.pending()
    let outers = (0..<size.count).map { _ in Promise.value(0).then(on: nil) { _ in inner } }
    let isPending = outers.allSatisfy(\.isPending)
    #expect(isPending)
    seal.fulfill(7)
    let isFulfilled = outers.allSatisfy { $0.value == 7 }
    #expect(isFulfilled)
  }
}
