import TestSupport

/// A random program of promises that can be written both in JavaScript and as a simulation.
struct RandomChain: Sendable {
  let seed: Int
  var statements: [Statement] = []

  /// What the main program does, in order.
  enum Statement: Sendable {
    /// Creates the promise with the next number.
    case make(Maker)
    /// Logs how a promise settles.
    case watch(Int, name: String)
    /// Logs a line in a job of its own.
    case tick(Tick, name: String)
    /// Settles a pending promise.
    case settle(Int, Settling)
  }

  /// How a promise is created.
  enum Maker: Sendable {
    case value(Int)
    case failed(Int)
    case timer(milliseconds: Int, Int)
    case pending
    case body(name: String, Settling)
    case then(Int, Handler)
    case `catch`(Int, Handler)
    case both(Int, Handler, Handler)
    case finally(Int, name: String, Cleanup)
    case all([Int])
    case allSettled([Int])
    case race([Int])
    case any([Int])
  }

  struct Handler: Sendable {
    var name: String
    var actions: [Action]
    var result: Result
  }

  /// What a handler does before it returns.
  enum Action: Sendable {
    case tick(Tick, name: String)
    case watch(Int, name: String)
    case settle(Int, Settling)
  }

  /// What a handler returns.
  enum Result: Sendable {
    case value(Int)
    case failure(Int)
    /// A promise that the program has created.
    case promise(Int)
    /// A new promise that is settled.
    case settled(Int)
    case rejected(Int)
  }

  enum Settling: Sendable {
    case fulfill(Int)
    case reject(Int)
    case adopt(Int)
    case adoptSettled(Int)
  }

  enum Cleanup: Sendable {
    case nothing
    case settled
    case pending(Int)
  }

  enum Tick: String, Sendable, CaseIterable {
    case microtask, nextTick, immediate
  }
}

extension RandomChain {
  /// Creates the program of a seed.
  init(seed: Int) {
    var maker = ChainMaker(random: SeededGenerator(seed: seed))
    self.init(seed: seed, statements: maker.statements())
  }
}

private struct ChainMaker {
  var random: SeededGenerator
  private var count = 0
  private var pending: [Int] = []
  private var timers = 0
  private var names = 0
  private var usesTimers = false
  private var cleanups: [Int] = []

  init(random: SeededGenerator) { self.random = random }

  mutating func statements() -> [RandomChain.Statement] {
    usesTimers = chance(40)
    var statements: [RandomChain.Statement] = []
    for _ in 0..<Int.random(in: 4...16, using: &random) {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<60:
        statements.append(.make(maker()))
        count += 1
        if chance(70) { statements.append(.watch(count - 1, name: name("w"))) }
      case 60..<75 where count > 0: statements.append(.watch(any(), name: name("w")))
      case 75..<90: statements.append(.tick(tick(), name: name("t")))
      default:
        if let place = pending.randomElement(using: &random) {
          statements.append(.settle(place, settling(before: place)))
        }
      }
    }
    return statements
  }

  private mutating func maker() -> RandomChain.Maker {
    let kind = Int.random(in: 0..<(count == 0 ? 30 : 100), using: &random)
    switch kind {
    case 0..<10: return .value(number())
    case 10..<16: return .failed(number())
    case 16..<20:
      guard usesTimers, timers < 3 else { return .value(number()) }
      timers += 1
      return .timer(milliseconds: timers * 5, number())
    case 20..<26:
      pending.append(count)
      return .pending
    case 26..<30: return .body(name: name("b"), settling(before: count))
    case 30..<55: return .then(any(), handler())
    case 55..<67: return .catch(any(), handler())
    case 67..<72: return .both(any(), handler(), handler())
    case 72..<82: return .finally(any(), name: name("f"), cleanup())
    case 82..<87: return .all(several())
    case 87..<91: return .allSettled(several())
    case 91..<96: return .race(several())
    default: return .any(several())
    }
  }

  private mutating func handler() -> RandomChain.Handler {
    var actions: [RandomChain.Action] = []
    while chance(30), actions.count < 3 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: actions.append(.tick(tick(), name: name("t")))
      case 4..<7 where count > 0: actions.append(.watch(any(), name: name("w")))
      default:
        if let place = pending.randomElement(using: &random) {
          actions.append(.settle(place, settling(before: place)))
        }
      }
    }
    return .init(name: name("h"), actions: actions, result: result())
  }

  private mutating func result() -> RandomChain.Result {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: .value(number())
    case 45..<60: .failure(number())
    case 60..<75: count > 0 ? .promise(any()) : .value(number())
    case 75..<90: .settled(number())
    default: .rejected(number())
    }
  }

  /// Only earlier promises are adopted, so that there is no cycle.
  private mutating func settling(before place: Int) -> RandomChain.Settling {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: .fulfill(number())
    case 45..<65: .reject(number())
    case 65..<85 where place > 0: .adopt(Int.random(in: 0..<place, using: &random))
    default: .adoptSettled(number())
    }
  }

  private mutating func cleanup() -> RandomChain.Cleanup {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .nothing
    case 1: .settled
    default: count > 0 ? .pending(any()) : .nothing
    }
  }

  private mutating func tick() -> RandomChain.Tick {
    // Whether a timer or an immediate comes first depends on the load of the machine.
    let kinds: [RandomChain.Tick] =
      [.microtask, .microtask, .nextTick] + (usesTimers ? [] : [.immediate])
    return kinds[Int.random(in: 0..<kinds.count, using: &random)]
  }

  private mutating func several() -> [Int] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in any() }
  }
  private mutating func any() -> Int { Int.random(in: 0..<max(1, count), using: &random) }
  private mutating func number() -> Int { Int.random(in: 1...99, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }
  private mutating func name(_ kind: String) -> String {
    names += 1
    return "\(kind)\(names)"
  }
}
