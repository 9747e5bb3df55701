import Dispatch
import PromiseKitLite
import Synchronization

/// A program that does random things with promises, the same for the same seed: makes them, links
/// them with every operator on every kind of queue, also from inside handlers, settles and drops them.
///
/// No promise waits for one that was made after it, so that nothing waits in a circle but where a
/// step closes a circle of adoptions on purpose.
final class RandomProgram: Sendable {
  private let queues: [(any Dispatcher)?]
  /// Promises that belong to no environment that anybody observes.
  private let strangers: [Promise<Int>]
  private let state = Mutex(State())
  /// How often handlers have run.
  let handlersRun = Atomic<Int>(0)

  private struct State {
    var promises: [Promise<Int>?] = []
    var seals: [(resolver: Resolver<Int>, bound: Int)] = []
    var isOver = false
  }

  /// What a handler knows: its random numbers, which promises it may return, how deep it is nested.
  private struct Inside: Sendable {
    var random: SeededGenerator
    var bound: Int
    var depth: Int
  }

  init(queues: [(any Dispatcher)?]) {
    self.queues = queues
    strangers = PromiseEnvironment.shared.run {
      [Promise.value(100), Promise(error: Failure("stranger"))]
    }
  }

  /// Takes so many steps.
  func run(steps: Int, random: inout SeededGenerator, depth: Int = 0) {
    for _ in 0..<steps { step(&random, depth) }
  }

  /// Lets go of everything; handlers that run later find nothing.
  func end() {
    let old = state.withLock { state in
      let old = state
      state = State(isOver: true)
      return old
    }
    withExtendedLifetime(old) {}
  }
}

// MARK: - Steps

extension RandomProgram {
  private func step(_ random: inout SeededGenerator, _ depth: Int) {
    switch random.below(20) {
    case 0: keep(.value(random.below(10)))
    case 1: keep(Promise(error: random.below(4) == 0 ? Cancelled() : Failure("made")))
    case 2, 3: makePending()
    case 4: makeWithBody(&random)
    case 5: keep(after(.milliseconds(random.below(3))).map(on: queue(&random)) { 1 })
    case 6...13: link(&random, depth)
    case 14, 15: fanIn(&random)
    case 16, 17: settle(&random)
    case 18: closeCircle()
    default: drop(&random)
    }
  }

  private func makePending() {
    let (promise, seal) = Promise<Int>.pending()
    state.withLock { state in
      guard !state.isOver else { return }
      state.seals.append((seal, state.promises.count))
      state.promises.append(promise)
    }
  }

  private func makeWithBody(_ random: inout SeededGenerator) {
    switch random.below(3) {
    case 0:
      keep(
        Promise { seal in
          seal.fulfill(1)
          throw Failure("too late")
        })
    case 1: keep(Promise(on: queue(&random)) { $0.fulfill(2) })
    default: keep(Promise(on: queue(&random)) { _ in throw Failure("body") })
    }
  }

  private func settle(_ random: inout SeededGenerator) {
    let number = random.below(1 << 20)
    let chosen = state.withLock { $0.seals.isEmpty ? nil : $0.seals[number % $0.seals.count] }
    guard let (seal, bound) = chosen else { return }
    switch random.below(4) {
    case 0: seal.fulfill(3)
    case 1: seal.reject(Failure("sealed"))
    default: if let other = promise(&random, below: bound) { seal.resolve(other) }
    }
  }

  private func closeCircle() {
    let (a, sealA) = Promise<Int>.pending()
    let (b, sealB) = Promise<Int>.pending()
    sealA.resolve(b)
    sealB.resolve(a)
    keep(a)
  }

  private func drop(_ random: inout SeededGenerator) {
    let number = random.below(1 << 20)
    let dropped = state.withLock { state -> Promise<Int>? in
      guard !state.promises.isEmpty else { return nil }
      let place = number % state.promises.count
      defer { state.promises[place] = nil }
      return state.promises[place]
    }
    withExtendedLifetime(dropped) {}
  }

  private func fanIn(_ random: inout SeededGenerator) {
    var inputs: [Promise<Int>] = []
    for _ in 0..<random.below(5) {
      if let input = promise(&random) { inputs.append(input) }
    }
    if !inputs.isEmpty, random.below(4) == 0 { inputs.append(strangers[random.below(2)]) }
    switch random.below(4) {
    case 0: keep(when(fulfilled: inputs).map(on: queue(&random)) { $0.count })
    case 1: keep(Promise(when(resolved: inputs).map(on: queue(&random)) { $0.count }))
    case 2: keep(race(inputs))
    default: keep(race(fulfilled: inputs))
    }
  }
}

// MARK: - Links

extension RandomProgram {
  private func link(_ random: inout SeededGenerator, _ depth: Int) {
    guard let parent = promise(&random) else { return }
    let queue = queue(&random)
    let bound = state.withLock { $0.promises.count }
    let inside = Inside(random: random.fork(), bound: bound, depth: depth + 1)
    let policy = random.below(2) == 0 ? CatchPolicy.allErrors : .allErrorsExceptCancellation
    switch random.below(9) {
    case 0, 1: keep(parent.then(on: queue) { [self] _ in try nextPromise(inside) })
    case 2: keep(parent.map(on: queue) { [self] in try value($0, inside) })
    case 3: keep(parent.get(on: queue) { [self] in _ = try value($0, inside) })
    case 4: keep(parent.tap(on: queue) { [self] _ in _ = try value(0, inside) })
    case 5: keep(parent.ensure(on: queue) { [self] in _ = try? value(0, inside) })
    case 6:
      keep(parent.recover(on: queue, policy: policy) { [self] _ in try nextPromise(inside) })
    case 7:
      parent.catch(on: queue, policy: policy) { [self] _ in _ = try? value(0, inside) }
        .finally(on: queue) { [self] in _ = try? value(0, inside) }
    default:
      keep(parent.done(on: queue) { [self] in _ = try value($0, inside) }.map(on: nil) { 0 })
    }
  }

  /// What a handler does that makes a value: further steps, and a throw now and then.
  private func value(_ value: Int, _ inside: Inside) throws -> Int {
    var random = inside.random
    handlersRun.add(1, ordering: .relaxed)
    if inside.depth < 3 { run(steps: random.below(3), random: &random, depth: inside.depth) }
    if random.below(2) == 0 { work(for: .nanoseconds(random.below(1000))) }
    if random.below(5) == 0 { throw Failure("thrown") }
    return value + 1
  }

  /// What a handler returns that makes a promise.
  private func nextPromise(_ inside: Inside) throws -> Promise<Int> {
    var random = inside.random
    let value = try value(0, inside)
    switch random.below(4) {
    case 0: return .value(value)
    case 1: return Promise.value(value).then(on: queue(&random)) { Promise.value($0) }
    case 2: return strangers[random.below(2)]
    default: return promise(&random, below: inside.bound) ?? .value(value)
    }
  }
}

// MARK: - What there is

extension RandomProgram {
  private func keep(_ promise: Promise<Int>) {
    state.withLock { if !$0.isOver { $0.promises.append(promise) } }
  }

  private func promise(_ random: inout SeededGenerator, below bound: Int = .max) -> Promise<Int>? {
    let number = random.below(1 << 20)
    return state.withLock { state in
      let count = min(bound, state.promises.count)
      return count == 0 ? nil : state.promises[number % count]
    }
  }

  private func queue(_ random: inout SeededGenerator) -> (any Dispatcher)? {
    queues[random.below(queues.count)]
  }
}
