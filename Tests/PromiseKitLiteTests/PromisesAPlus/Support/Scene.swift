import Dispatch
import PromiseKitLite
import Synchronization
import Testing

/// Where a scenario of the suite takes place: its two queues, and what is said on them.
final class Scene: Sendable {
  /// Serial; the scenario is a job of it, and the handlers run on it.
  let queue: CountedQueue
  /// Serial too.
  let other: CountedQueue
  let circumstance: Circumstance
  private let environment: PromiseEnvironment?
  private let jobs = JobCount()
  private let said = Mutex<[String]>([])

  init(_ circumstance: Circumstance, in environment: PromiseEnvironment?) {
    self.circumstance = circumstance
    self.environment = environment
    queue = CountedQueue("handlers", jobs)
    other = CountedQueue("other", jobs)
  }

  /// What was said, in order.
  var lines: [String] { said.withLock { $0 } }

  /// Calls `body` when nothing is left on the queues.
  func onIdle(_ body: @escaping @Sendable () -> Void) { jobs.onIdle(body) }
}

// MARK: - What a scenario says

extension Scene {
  /// A handler says something: it has to run outside every call that attaches or settles. (2.2.4)
  func say(_ line: String) {
    #expect(!Stack.isInsideCall, "\(line): inside the call")
    remark(line)
  }

  /// The scenario itself says something.
  func remark(_ line: String) { said.withLock { $0.append(line) } }

  /// Hangs both handlers on a promise; the one that runs says the promise's name and what it got.
  func listen<Value: Sendable>(to promise: Promise<Value>, as name: String) {
    _ = promise.then(
      on: queue, policy: .allErrors, fulfilled: { self.say("\(name): \($0)") },
      rejected: { self.say("\(name): error \($0)") })
  }
}

// MARK: - How a scenario comes to its promises

extension Scene {
  /// A promise that is fulfilled with `value` as the circumstance says; `attach` hangs the handlers on
  /// it.
  func fulfilled<Value: Sendable>(
    _ value: Value, _ attach: @escaping @Sendable (Promise<Value>) -> Void
  ) {
    promise(settledBy: { $0.fulfill(value) }, attach)
  }

  /// A promise that is rejected with an error of this name as the circumstance says.
  func rejected(_ name: String, _ attach: @escaping @Sendable (Promise<Int>) -> Void) {
    promise(settledBy: { $0.reject(Failure(name)) }, attach)
  }

  /// A promise that ends so as the circumstance says.
  func settled(_ end: End, _ attach: @escaping @Sendable (Promise<Int>) -> Void) {
    switch end {
    case .fulfilled: fulfilled(1, attach)
    case .rejected: rejected("x", attach)
    }
  }

  /// A promise that `settle` settles when and where the circumstance says.
  func promise<Value: Sendable>(
    settledBy settle: @escaping @Sendable (Resolver<Value>) -> Void,
    _ attach: @escaping @Sendable (Promise<Value>) -> Void
  ) {
    let (promise, seal) = Promise<Value>.pending()
    let settle: @Sendable () -> Void = { Stack.insideCall { settle(seal) } }
    let attach: @Sendable () -> Void = { Stack.insideCall { attach(promise) } }
    switch (circumstance.settling, circumstance.origin) {
    case (.already, .sameQueue):
      settle()
      attach()
    case (.already, .otherQueue):
      perform(on: other) {
        settle()
        self.perform(on: self.queue, attach)
      }
    case (.now, .sameQueue):
      attach()
      settle()
    case (.now, .otherQueue):
      attach()
      performMeanwhile(on: other, settle)
    case (.later, let origin):
      attach()
      later(on: origin == .sameQueue ? queue : other, settle)
    }
  }

  /// Runs `body` as a job of `queue`.
  func perform(on queue: CountedQueue, _ body: @escaping @Sendable () -> Void) {
    if circumstance.world == .simulated {
      environment?.run { _ = Guarantee.value(()).done(on: queue, body) }
    } else if let environment {
      queue.dispatch { environment.run(body) }
    } else {
      queue.dispatch(body)
    }
  }

  /// Runs `body` on `queue` when everything that is on the queue of the handlers by now is over.
  func later(on queue: CountedQueue, _ body: @escaping @Sendable () -> Void) {
    if circumstance.world == .simulated {
      environment?.run { _ = after(.milliseconds(50)).done(on: queue, body) }
    } else {
      perform(on: self.queue) { self.perform(on: queue, body) }
    }
  }

  /// Runs `body` on `queue` while the job that calls this goes on: a simulation runs one job at a time,
  /// so that there it is the next.
  private func performMeanwhile(on queue: CountedQueue, _ body: @escaping @Sendable () -> Void) {
    guard circumstance.world != .simulated else { return perform(on: queue, body) }
    let done = DispatchSemaphore(value: 0)
    perform(on: queue) {
      body()
      done.signal()
    }
    done.wait()
  }
}

/// Marks the stack of the calls that attach a handler or settle a promise. A handler that runs as a job
/// of its own does not see the mark. (2.2.4)
enum Stack {
  @TaskLocal static var isInsideCall = false

  /// Runs `body`, which attaches or settles.
  static func insideCall(_ body: () -> Void) {
    $isInsideCall.withValue(true, operation: body)
  }
}

/// A serial queue that counts its jobs, so that it is known when nothing more can happen: a job
/// enqueues whatever follows from it before it ends. In a simulation it only lends its name.
struct CountedQueue: Dispatcher {
  private let queue: DispatchQueue
  private let jobs: JobCount

  fileprivate init(_ label: String, _ jobs: JobCount) {
    queue = DispatchQueue(label: label)
    self.jobs = jobs
  }

  func dispatch(_ body: @escaping @Sendable () -> Void) {
    jobs.begin()
    queue.async {
      body()
      jobs.end()
    }
  }

  var label: String { queue.label }
  var kind: PromiseEvent.QueueKind? { .serial }
}

/// How many jobs are on the queues of one scene.
private final class JobCount: Sendable {
  private let state = Mutex<(count: Int, onIdle: (@Sendable () -> Void)?)>((0, nil))

  func onIdle(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onIdle = body } }

  func begin() { state.withLock { $0.count += 1 } }

  func end() {
    let onIdle = state.withLock { state -> (@Sendable () -> Void)? in
      state.count -= 1
      guard state.count == 0 else { return nil }
      defer { state.onIdle = nil }
      return state.onIdle
    }
    onIdle?()
  }
}

extension CatchMixin {
  /// The end of a chain whose error does not matter.
  func ended() { self.catch(on: nil, policy: .allErrors) { _ in } }
}

/// How a promise of the suite ends.
enum End: CaseIterable {
  case fulfilled, rejected

  /// What the handler that runs is heard to say.
  var heard: String {
    switch self {
    case .fulfilled: "1"
    case .rejected: "error x"
    }
  }
}

/// A value or an error that is told from every other one.
final class Thing: Error, Sendable {}
