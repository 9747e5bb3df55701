import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization

extension RandomChain {
  /// Returns what the program logs in a simulation that follows the rules of JavaScript.
  func simulated(as dialect: Dialect = .javaScript) -> [String] {
    let program = ChainProgram()
    return NodeProgram.simulated(as: dialect) { program.run(statements) }
  }
}

/// The error of a program.
struct Failure: Error, CustomStringConvertible {
  var number: Int
  var description: String { "\(number)" }
}

/// The promises of a random program while it runs.
private final class ChainProgram: Sendable {
  private let promises = Mutex<[Promise<Int>]>([])
  private let resolvers = Mutex<[Int: Resolver<Int>]>([:])

  func run(_ statements: [RandomChain.Statement]) {
    for statement in statements {
      switch statement {
      case .make(.pending):
        let (promise, resolver) = Promise<Int>.pending()
        resolvers.withLock { $0[count] = resolver }
        append(promise)
      case .make(let maker): append(make(maker))
      case .watch(let place, let name): watch(place, name)
      case .tick(let tick, let name): enqueue(tick, name)
      case .settle(let place, let settling): settle(resolver(place), settling)
      }
    }
  }

  private var count: Int { promises.withLock { $0.count } }
  private func append(_ promise: Promise<Int>) { promises.withLock { $0.append(promise) } }
  private subscript(place: Int) -> Promise<Int> { promises.withLock { $0[place] } }
  private func resolver(_ place: Int) -> Resolver<Int>? { resolvers.withLock { $0[place] } }

  private func log(_ text: String) { PromiseTrace.note(text) }

  private static func text(_ error: any Error) -> String {
    if let failure = error as? Failure { return "\(failure.number)" }
    if case PMKError.returnedSelf? = error as? PMKError { return "self" }
    return "aggregate"
  }

  private func watch(_ place: Int, _ name: String) {
    _ = self[place].then(
      fulfilled: { [self] in log("\(name) \($0)") },
      rejected: { [self] in log("\(name) !\(Self.text($0))") })
  }

  private func enqueue(_ tick: RandomChain.Tick, _ name: String) {
    let queue: LoopQueue =
      switch tick {
      case .microtask: .microtasks
      case .nextTick: .nextTick
      case .immediate: .immediates
      }
    let promise = Promise<Void>(root: .async, label: nil, at: .unknown)
    promise.enqueueJob(on: queue, label: name) { [self] _ in
      log(name)
      return .value(())
    }
  }

  private func settle(_ resolver: Resolver<Int>?, _ settling: RandomChain.Settling) {
    switch settling {
    case .fulfill(let number): resolver?.fulfill(number)
    case .reject(let number): resolver?.reject(Failure(number: number))
    case .adopt(let place): resolver?.resolve(self[place])
    case .adoptSettled(let number): resolver?.resolve(Promise.value(number))
    }
  }

  private func make(_ maker: RandomChain.Maker) -> Promise<Int> {
    switch maker {
    case .value(let number): return .value(number)
    case .failed(let number): return Promise(error: Failure(number: number))
    case .timer(let time, let number):
      return after(.milliseconds(time)).map { number }
    case .pending: return Promise<Int>.pending().promise
    case .body(let name, let settling):
      return Promise { seal in
        log(name)
        settle(seal, settling)
      }
    case .then(let parent, let handler): return then(self[parent], handler)
    case .catch(let parent, let handler): return rescue(self[parent], handler)
    case .both(let parent, let first, let second): return both(self[parent], first, second)
    case .finally(let parent, let name, let cleanup): return finally(self[parent], name, cleanup)
    case .all(let inputs):
      return when(fulfilled: inputs.map { self[$0] }).map { $0.reduce(0, +) }
    case .allSettled(let inputs):
      return when(resolved: inputs.map { self[$0] }).map { results in
        results.count { if case .success = $0 { true } else { false } }
      }
    case .race(let inputs): return race(inputs.map { self[$0] })
    case .any(let inputs): return race(fulfilled: inputs.map { self[$0] })
    }
  }

  private func then(_ parent: Promise<Int>, _ handler: RandomChain.Handler) -> Promise<Int> {
    handler.result.isPromise
      ? parent.then { [self] in try promise(handler, "\($0)") }
      : parent.map { [self] in try value(handler, "\($0)") }
  }

  private func rescue(_ parent: Promise<Int>, _ handler: RandomChain.Handler) -> Promise<Int> {
    handler.result.isPromise
      ? parent.recover { [self] in try promise(handler, Self.text($0)) }
      : parent.then(
        fulfilled: { $0 }, rejected: { [self] in try value(handler, Self.text($0)) })
  }

  /// Each of the two handlers returns a value or a promise, so the reaction is made here.
  private func both(
    _ parent: Promise<Int>, _ first: RandomChain.Handler, _ second: RandomChain.Handler
  ) -> Promise<Int> {
    let child = Promise<Int>(.then, of: parent, label: nil, at: .unknown)
    parent.attach(.all(.allErrors), on: .defaultMap, child: child) { [self] settled in
      let (handler, input) =
        switch settled.result(Int.self) {
        case .success(let value): (first, "\(value)")
        case .failure(let error): (second, Self.text(error))
        }
      do {
        return handler.result.isPromise
          ? .adopt(try promise(handler, input)) : .value(try value(handler, input))
      } catch {
        return .error(error)
      }
    }
    return child
  }

  private func finally(
    _ parent: Promise<Int>, _ name: String, _ cleanup: RandomChain.Cleanup
  ) -> Promise<Int> {
    switch cleanup {
    case .nothing: parent.ensure { [self] in log(name) }
    case .settled:
      parent.ensureThen { [self] in
        log(name)
        return Guarantee.value(())
      }
    case .pending(let place):
      parent.ensureThen { [self] in
        log(name)
        let ended = Guarantee<Void>(.then, of: self[place], label: nil, at: .unknown)
        self[place].attach(.all(.allErrors), on: .defaultMap, child: ended) { _ in .value(()) }
        return ended
      }
    }
  }

  private func perform(_ handler: RandomChain.Handler, _ input: String) {
    log("\(handler.name) \(input)")
    for action in handler.actions {
      switch action {
      case .tick(let tick, let name): enqueue(tick, name)
      case .watch(let place, let name): watch(place, name)
      case .settle(let place, let settling): settle(resolver(place), settling)
      }
    }
  }

  private func value(_ handler: RandomChain.Handler, _ input: String) throws -> Int {
    perform(handler, input)
    switch handler.result {
    case .value(let number): return number
    case .failure(let number): throw Failure(number: number)
    case .promise, .settled, .rejected: return 0
    }
  }

  private func promise(_ handler: RandomChain.Handler, _ input: String) throws -> Promise<Int> {
    perform(handler, input)
    switch handler.result {
    case .value(let number), .settled(let number): return .value(number)
    case .failure(let number): throw Failure(number: number)
    case .rejected(let number): return Promise(error: Failure(number: number))
    case .promise(let place): return self[place]
    }
  }
}

extension RandomChain.Result {
  fileprivate var isPromise: Bool {
    switch self {
    case .promise, .settled, .rejected: true
    case .value, .failure: false
    }
  }
}
