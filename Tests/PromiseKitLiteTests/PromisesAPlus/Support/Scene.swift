import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

/// The setting of a claim: its two queues, how its promises settle, and its notes.
final class Scene: Sendable {
  /// Serial; the scene is a job on it, and the handlers run on it.
  let queue: any Dispatcher
  /// Also serial.
  let other: any Dispatcher
  let circumstance: Circumstance
  let end: End
  /// The value or the error of its promises.
  let thing = Thing()
  let slot = Slot()
  private let environment: PromiseEnvironment?
  private let notes = Mutex<[String]>([])

  init(_ circumstance: Circumstance, _ end: End, in environment: PromiseEnvironment?) {
    self.circumstance = circumstance
    self.end = end
    self.environment = environment
    let queues = ["handlers", "other"].map { DispatchQueue(label: $0) }
    let dispatchers: [any Dispatcher] =
      circumstance.world == .own ? queues.map { OwnDispatcher(queue: $0) } : queues
    (queue, other) = (dispatchers[0], dispatchers[1])
  }

  /// What the handler that runs hears from a promise of the scene.
  var heard: String { end == .fulfilled ? "thing" : "error thing" }

  /// What listeners with these names then note.
  func heard(by names: String...) -> [String] { names.map { "\($0): \(heard)" } }

  /// Whether the promise settles before the handlers are attached.
  var isSettledFirst: Bool { circumstance.settling == .already }

  /// The notes, in order.
  var said: [String] { notes.withLock { $0 } }

  /// Calls `body` when nothing is left on the queues, which are serial: when this job runs, an
  /// earlier job has already enqueued what follows from it, and there are fewer such steps than
  /// rounds.
  func onEnd(rounds: Int = 64, _ body: @escaping @Sendable () -> Void) {
    guard rounds > 0 else { return body() }
    queue.dispatch { self.other.dispatch { self.onEnd(rounds: rounds - 1, body) } }
  }
}

// MARK: - What it says

extension Scene {
  /// A handler posts a note. It must run outside every call that attaches or settles, so a note
  /// from inside says so. (2.2.4)
  func say(_ line: String) { remark(Stack.isInsideCall ? "\(line), inside the call" : line) }

  /// Code that is not a handler posts a note.
  func remark(_ line: String) { notes.withLock { $0.append(line) } }

  func remarkState(of promise: Promise<Thing>) {
    remark(promise.isPending ? "pending" : "settled")
  }

  /// Attaches both handlers to a promise; the one that runs notes the promise's name and what it
  /// heard.
  func listen<Value: Sendable>(to promise: Promise<Value>, as name: String) {
    _ = promise.then(
      on: queue, policy: .allErrors, fulfilled: { self.say("\(name): \(self.text(of: $0))") },
      rejected: { self.say("\(name): error \(self.text(of: $0))") })
  }

  /// Listens to a promise with this body, and to one whose body is a job of the queue.
  func listen(toBody body: @escaping @Sendable (Resolver<Thing>) throws -> Void) {
    listen(to: Promise { try body($0) }, as: "body")
    listen(to: Promise(on: queue) { try body($0) }, as: "body on a queue")
  }

  /// The scene's own thing is told apart from every other one.
  func text(of value: Any) -> String { value as? Thing === thing ? "thing" : "\(value)" }

  func text(of result: Result<Thing, any Error>?) -> String {
    switch result {
    case nil: "pending"
    case .success(let value): text(of: value as Any)
    case .failure(let error): "error \(text(of: error as Any))"
    }
  }
}

// MARK: - What happens in it

extension Scene {
  /// The promise of a claim settles, and gets its handlers.
  func play(_ claim: Claim) {
    promise(settledBy: { claim.settling(self, $0) }, { claim.attaching(self, $0) })
  }

  func settle(_ seal: Resolver<Thing>, _ end: End? = nil) {
    (end ?? self.end) == .fulfilled ? seal.fulfill(thing) : seal.reject(thing)
  }

  /// Tries to settle, in every way, a promise that is settled or locked in; notes what took effect.
  func tryAgain(_ seal: Resolver<Thing>) {
    if seal.tryFulfill(Thing()) { remark("fulfilled again") }
    if seal.tryReject(Failure("late")) { remark("rejected again") }
    if seal.tryResolve(Promise.value(Thing())) { remark("adopted again") }
  }

  /// Attaches a link whose two handlers do the same.
  @discardableResult
  func react<Value: Sendable>(
    to promise: Promise<Thing>, inline: Bool = false, _ body: @escaping @Sendable () throws -> Value
  ) -> Promise<Value> {
    promise.then(
      on: inline ? nil : queue, fulfilled: { _ in try body() }, rejected: { _ in try body() })
  }

  /// Attaches a link whose two handlers return the same promise.
  func react<Other: Thenable>(
    to promise: Promise<Thing>, _ body: @escaping @Sendable () throws -> Other
  ) -> Promise<Other.Value> {
    promise.then(on: queue, fulfilled: { _ in try body() }, rejected: { _ in try body() })
  }

  /// Passes to `attach` a promise that `settle` settles when and where the circumstance says.
  func promise(
    settledBy settle: @escaping @Sendable (Resolver<Thing>) -> Void,
    _ attach: @escaping @Sendable (Promise<Thing>) -> Void
  ) {
    let (promise, seal) = Promise<Thing>.pending()
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

  /// Runs `body` now, later, and then on the other queue.
  func repeatedly(
    _ body: @escaping @Sendable () -> Void, then last: @escaping @Sendable () -> Void = {}
  ) {
    body()
    later(on: queue) {
      body()
      self.later(on: self.other) {
        body()
        self.later(on: self.queue, last)
      }
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

/// How a promise settles.
enum End: CaseIterable {
  case fulfilled, rejected

  var other: End { self == .fulfilled ? .rejected : .fulfilled }
}

/// A value, or an error. It has a `then`, but it is not a Thenable. (2.3.3.4)
final class Thing: Error, CustomStringConvertible {
  let description = "another thing"

  func then(_ fulfill: (Int) -> Void, _ reject: (any Error) -> Void) {
    Issue.record("then was called")
  }
}
