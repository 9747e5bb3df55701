import Dispatch
import PromiseKitLite
import PromiseSimulation

extension DialectChain {
  /// When handlers and bodies run.
  static let beginnings: [DialectChain] = [
    DialectChain(
      1, "settled-then", "a handler of a promise that is already fulfilled",
      javaScript: """
        log('before'); Promise.resolve(1).then(() => log('x')); log('after');
        """,
      facts: [
        "javascript": .order("before", "after", "x", from: "node 20, run"),
        "promisekit": .order("before", "after", "x", from: "PromiseKit 8.2.0, run on Linux"),
        "promisekitlite": .order("before", "after", "x", from: "PromiseKitLite 0.1, run"),
        "google": .order("before", "after", "x", from: "google/promises 2.4.1, source"),
        "bolts": .order("before", "x", "after", from: "Bolts-Swift 1.5.0, run on Linux"),
        "aypromise": .order("before", "after", "x", from: "AYPromise 1.1.6, source"),
        "jpromise": .order("before", "after", "x", from: "JPromise 1.2.0, source"),
        "resultpromises": .order(
          "before", "x", "after", from: "ResultPromises 0.2.0, run on Linux"),
      ]
    ) { _ in
      log("before")
      _ = Promise.value(1).done { _ in log("x") }
      log("after")
      return ()
    },
    DialectChain(
      2, "siblings", "two handlers with children, and a third one, on one promise",
      javaScript: """
        let settle; const p = new Promise(f => settle = f);
        p.then(() => log('A1')).then(() => log('A2'));
        p.then(() => log('B1')).then(() => log('B2'));
        p.then(() => log('C1'));
        settle(1); log('after');
        """,
      facts: [
        "javascript": .order("after", "A1", "B1", "C1", "A2", "B2", from: "node 20, run"),
        "promisekit": .order(
          "after", "A1", "B1", "C1", "A2", "B2", from: "PromiseKit 8.2.0, run on Linux"),
        "promisekitlite": .order(
          "after", "A1", "B1", "C1", "A2", "B2", from: "PromiseKitLite 0.1, run"),
        "google": .order(
          "after", "A1", "B1", "C1", "A2", "B2", from: "google/promises 2.4.1, source"),
        "bolts": .order(
          "A1", "A2", "B1", "B2", "C1", "after", from: "Bolts-Swift 1.5.0, run on Linux"),
      ]
    ) { _ in
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.done { _ in log("A1") }.done { log("A2") }
      _ = promise.done { _ in log("B1") }.done { log("B2") }
      _ = promise.done { _ in log("C1") }
      seal.fulfill(1)
      log("after")
      return ()
    },
    DialectChain(
      6, "attach-inside", "an inline handler attaches another one while a second handler waits",
      javaScript: """
        let settle; const p = new Promise(f => settle = f);
        p.then(() => { log('h1'); p.then(() => log('h3')); });
        p.then(() => log('h2'));
        settle(1);
        """,
      facts: [
        "javascript": .order("h1", "h2", "h3", from: "node 20, run"),
        "promisekit": .order("h1", "h3", "h2", from: "PromiseKit 8.2.0, run on Linux"),
        "promisekitlite": .order("h1", "h2", "h3", from: "PromiseKitLite 0.1, run"),
      ]
    ) { _ in
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.done(on: nil) { _ in
        log("h1")
        _ = promise.done { _ in log("h3") }
      }
      _ = promise.done { _ in log("h2") }
      seal.fulfill(1)
      return ()
    },
    DialectChain(
      11, "body", "the body of a new promise",
      javaScript: """
        new Promise(() => log('body')); log('after');
        """,
      facts: [
        "javascript": .order("body", "after", from: "node 20, run"),
        "promisekit": .order("body", "after", from: "PromiseKit 8.2.0, Sources/Promise.swift"),
        "promisekitlite": .order("body", "after", from: "PromiseKitLite 0.1, run"),
        "google": .order("after", "body", from: "google/promises 2.4.1, source: on main"),
        "aypromise": .order("after", "body", from: "AYPromise 1.1.6, AYPromise.m, line 160"),
        "jpromise": .order("body", "after", from: "JPromise 1.2.0, source: promiseWithBlock:"),
      ]
    ) { dialect in
      let isJob = dialect.simulated(.body) == .oneJob
      let promise =
        isJob
        ? Promise<Int>(on: .main) { seal in
          log("body")
          seal.fulfill(1)
        }
        : Promise<Int> { seal in
          log("body")
          seal.fulfill(1)
        }
      log("after")
      return promise
    },
    DialectChain(
      12, "default-queue", "where a handler runs that names no queue",
      javaScript: """
        import { stat } from 'node:fs';
        stat('.', () => {
          setTimeout(() => log('timeout 0'), 0); setImmediate(() => log('immediate'));
          Promise.resolve().then(() => log('micro')); log('sync');
        });
        """,
      facts: [
        "javascript": .order("sync", "micro", "immediate", "timeout 0", from: "node 20, run"),
        "promisekit": .order(
          "resolve", "resolved", "then on main", from: "PromiseKit 8.2.0, run on Linux"),
        "promisekitlite": .order(
          "resolve", "resolved", "then on main", from: "PromiseKitLite 0.1, run"),
        "google": .order(
          "resolve", "resolved", "then on main", from: "google/promises 2.4.1, source"),
        "bolts": .order(
          "resolve", "then on global", "resolved", from: "Bolts-Swift 1.5.0, run on Linux"),
        "aypromise": .order("resolve", "resolved", "then on main", from: "AYPromise 1.1.6, source"),
        "jpromise": .order("resolve", "resolved", "then on main", from: "JPromise 1.2.0, source"),
        "resultpromises": .order(
          "resolve", "then on global", "resolved", from: "ResultPromises 0.2.0, run on Linux"),
      ]
    ) { dialect in
      if dialect.simulated(.handlers) == .microtask { return loopQueues() }
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.done { _ in
        log("then on \(PromiseEnvironment.current.runningQueueLabel ?? "no queue")")
      }
      return DispatchQueue.global().async(.promise) {
        log("resolve")
        seal.fulfill(1)
        log("resolved")
      } as Promise<Void>
    },
  ]

  /// The queues of the event loop, one after another.
  private static func loopQueues() -> any Sendable {
    _ = after(.milliseconds(0)).done { log("timeout 0") }
    let promise = Promise<Void>(root: .async, label: nil, at: .unknown)
    promise.enqueueJob(on: LoopQueue.immediates, label: "immediate") { _ in
      log("immediate")
      return .value(())
    }
    _ = Promise.value(1).done { _ in log("micro") }
    log("sync")
    return ()
  }
}

extension PromiseEnvironment {
  /// The label of the queue whose job is running.
  fileprivate var runningQueueLabel: String? { runningQueue.flatMap { labelAndKind(of: $0)?.0 } }
}
