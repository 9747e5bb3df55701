import Dispatch
import Synchronization
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

/// A program with a gate on real queues, and what it did.
final class Gated: Sendable {
  let gate: JobGate
  let recorder = RecordingObserver()
  let environment: PromiseEnvironment
  let log = Log()
  private let changes = DispatchSemaphore(value: 0)

  init(patience: Int64 = 0, longestTurn: Int64 = 20_000_000, isClosed: Bool = true) {
    gate = JobGate(patience: patience, longestTurn: longestTurn)
    environment = PromiseEnvironment(gate: gate, observers: [recorder])
    gate.onChange { [changes] in changes.signal() }
    if isClosed { gate.close(because: "test") }
  }

  /// Enqueues jobs that note their names.
  @discardableResult
  func enqueue(_ names: [String], on queue: DispatchQueue) -> [Promise<Void>] {
    environment.run {
      names.map { name in queue.job(name) { [log] in log.add(name) } }
    }
  }

  /// Waits until the gate is in some state.
  func until(_ what: String, _ isMet: (JobGate.View) -> Bool) {
    while true {
      // What is there now is looked at once.
      while changes.wait(timeout: .now()) == .success {}
      if isMet(gate.view) { return }
      changes.wait()
    }
  }

  /// Waits until the gate holds a number of jobs, and nothing runs.
  func untilHeld(_ count: Int) {
    while true {
      while changes.wait(timeout: .now()) == .success {}
      if gate.state.withLock({ $0.heldCount == count && !$0.isBusy }) { return }
      changes.wait()
    }
  }

  /// The labels of the jobs that are held, in order; those that could start have a `!`.
  var held: [String] {
    gate.view.jobs.map { ($0.subject.label ?? "?") + ($0.canStart ? "!" : "") }
  }

  /// The number of the held job with this label.
  func job(_ label: String) throws -> JobID {
    try #require(gate.view.jobs.first { $0.subject.label == label }?.id)
  }

  /// What the gate posted, without the held and released jobs.
  var changesOfGate: [String] {
    recorder.events.compactMap { event in
      guard case .gateChanged(let change) = event.kind else { return nil }
      switch change.action {
      case .held, .released: return nil
      default: return "\(change.action.rawValue) \(change.reason ?? "")"
      }
    }
  }
}

/// The names of what has run, in order, from any thread.
final class Log: Sendable {
  private let names = Mutex<[String]>([])
  func add(_ name: String) { names.withLock { $0.append(name) } }
  var all: [String] { names.withLock { $0 } }
}

extension DispatchQueue {
  /// Runs a body that can fail as a job, whose promise has a label.
  func job<Value: Sendable>(
    _ label: String? = nil, qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [],
    _ body: @escaping @Sendable () throws -> Value
  ) -> Promise<Value> {
    async(.promise, label: label, qos: qos, flags: flags, execute: body)
  }
}

extension [Promise<Void>] {
  /// Blocks until all have settled.
  func waitForAll() throws { for promise in self { try promise.wait() } }
}
