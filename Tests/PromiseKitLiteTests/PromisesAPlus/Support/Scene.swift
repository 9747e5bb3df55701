import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

/// The setting of a scenario of the suite: its two queues, and its notes.
final class Scene: Sendable {
  /// Serial; the scenario is a job on it, and the handlers run on it.
  let queue: any Dispatcher
  /// Also serial.
  let other: any Dispatcher
  let circumstance: Circumstance
  private let environment: PromiseEnvironment?
  private let said = Mutex<[String]>([])

  init(_ circumstance: Circumstance, in environment: PromiseEnvironment?) {
    self.circumstance = circumstance
    self.environment = environment
    let queues = ["handlers", "other"].map { DispatchQueue(label: $0) }
    let dispatchers: [any Dispatcher] =
      circumstance.world == .own ? queues.map { OwnDispatcher(queue: $0) } : queues
    (queue, other) = (dispatchers[0], dispatchers[1])
  }

  /// The notes, in order.
  var lines: [String] { said.withLock { $0 } }

  /// Calls `body` when nothing is left on the queues, which are serial: when this job runs, an
  /// earlier job has already enqueued what follows from it, and there are fewer such steps than
  /// rounds.
  func onEnd(rounds: Int = 64, _ body: @escaping @Sendable () -> Void) {
    guard rounds > 0 else { return body() }
    queue.dispatch { self.other.dispatch { self.onEnd(rounds: rounds - 1, body) } }
  }
}

// MARK: - What a scenario says

extension Scene {
  /// A handler posts a note: it must run outside every call that attaches or settles. (2.2.4)
  func say(_ line: String) {
    #expect(!Stack.isInsideCall, "\(line): inside the call")
    remark(line)
  }

  /// The scenario itself posts a note.
  func remark(_ line: String) { said.withLock { $0.append(line) } }

  /// Attaches both handlers to a promise; the one that runs notes the promise's name and what it
  /// received.
  func listen<Value: Sendable>(to promise: Promise<Value>, as name: String) {
    _ = promise.then(
      on: queue, policy: .allErrors, fulfilled: { self.say("\(name): \($0)") },
      rejected: { self.say("\(name): error \($0)") })
  }
}

// MARK: - How a scenario comes to its promises

extension Scene {
  /// Returns a promise that is fulfilled with `value` under the circumstance; `attach` attaches the
  /// handlers.
  func fulfilled<Value: Sendable>(
    _ value: Value, _ attach: @escaping @Sendable (Promise<Value>) -> Void
  ) {
    promise(settledBy: { $0.fulfill(value) }, attach)
  }

  /// Returns a promise that is rejected with an error of this name under the circumstance.
  func rejected(_ name: String, _ attach: @escaping @Sendable (Promise<Int>) -> Void) {
    promise(settledBy: { $0.reject(Failure(name)) }, attach)
  }

  /// Returns a promise that settles in this way under the circumstance.
  func settled(_ end: End, _ attach: @escaping @Sendable (Promise<Int>) -> Void) {
    switch end {
    case .fulfilled: fulfilled(1, attach)
    case .rejected: rejected("x", attach)
    }
  }

  /// Returns a promise that `settle` settles when and where the circumstance says.
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
  func perform(on queue: any Dispatcher, _ body: @escaping @Sendable () -> Void) {
    if circumstance.world == .simulated {
      environment?.run { _ = Guarantee.value(()).done(on: queue, body) }
    } else if let environment {
      queue.dispatch { environment.run(body) }
    } else {
      queue.dispatch(body)
    }
  }

  /// Runs `body` on `queue` when everything that is now on the handlers' queue has ended.
  func later(on queue: any Dispatcher, _ body: @escaping @Sendable () -> Void) {
    if circumstance.world == .simulated {
      environment?.run { _ = after(.milliseconds(50)).done(on: queue, body) }
    } else {
      perform(on: self.queue) { self.perform(on: queue, body) }
    }
  }

  /// Runs `body` on `queue` while the calling job continues. A simulation runs one job at a time,
  /// so there it is the next job.
  private func performMeanwhile(on queue: any Dispatcher, _ body: @escaping @Sendable () -> Void) {
    guard circumstance.world != .simulated else { return perform(on: queue, body) }
    let done = DispatchSemaphore(value: 0)
    perform(on: queue) {
      body()
      done.signal()
    }
    done.wait()
  }
}

/// Marks the stack of the calls that attach a handler or settle a promise. A handler that runs as a
/// job of its own does not see the mark. (2.2.4)
enum Stack {
  @TaskLocal static var isInsideCall = false

  /// Runs `body`, which attaches or settles.
  static func insideCall(_ body: () -> Void) {
    $isInsideCall.withValue(true, operation: body)
  }
}

/// A dispatcher that is not a queue known to the library.
private struct OwnDispatcher: Dispatcher {
  let queue: DispatchQueue
  func dispatch(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
  var label: String { queue.label }
  var kind: PromiseEvent.QueueKind? { .serial }
}

extension CatchMixin {
  /// The end of a chain whose error does not matter.
  func ended() { self.catch(on: nil, policy: .allErrors) { _ in } }
}

/// How a promise of the suite settles.
enum End: CaseIterable {
  case fulfilled, rejected

  /// What the handler that runs notes.
  var heard: String {
    switch self {
    case .fulfilled: "1"
    case .rejected: "error x"
    }
  }
}

/// A value or an error that is distinct from every other one.
final class Thing: Error, Sendable {}
