import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization

/// A promise that its own handler returns.
final class OwnPromise: Sendable {
  private let kept = Mutex<Promise<Int>?>(nil)
  var promise: Promise<Int>? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}

extension DialectChain {
  /// What follows errors and cleanup.
  static let endings: [DialectChain] = [
    DialectChain(
      8, "after-catch", "a link after a catch",
      javaScript: """
        Promise.reject(1).catch(() => { log('catch'); }).then(() => log('then')).catch(() => log('second catch'));
        """,
      facts: [
        "javascript": .order("catch", "then", from: "node 20, run"),
        "promisekit": .absent(
          "it does not compile: a catch ends the chain", from: "PromiseKit 8.2.0, PMKFinalizer"),
        "promisekitlite": .absent(
          "it does not compile: a catch ends the chain", from: "PromiseKitLite 0.1, PMKFinalizer"),
        "google": .order(
          "catch", "second catch", from: "google/promises 2.4.1, source: still rejected"),
        "bolts": .absent(
          "there is no catch: continueWith decides", from: "Bolts-Swift 1.5.0, source"),
        "aypromise": .order("catch", "then", from: "AYPromise 1.1.6, source"),
        "jpromise": .order("catch", "second catch", from: "JPromise 1.2.0, source: still rejected"),
      ]
    ) { dialect in
      Promise<Int>(error: DialectError("1")).caught(dialect) { _ in
        log("catch")
        return 0
      }
      .map { value in
        log("then")
        return value
      }
      .caught(dialect) { _ in
        log("second catch")
        return 0
      }
    },
    DialectChain(
      10, "cleanup", "a cleanup handler on an error, which starts something of 10 ms",
      javaScript: """
        Promise.reject(1)
          .finally(() => { log('cleanup'); return new Promise(f => setTimeout(f, 10)); })
          .then(() => log('then'), () => log('catch'));
        setTimeout(() => log('5 ms'), 5);
        """,
      facts: [
        "javascript": .order("cleanup", "5 ms", "catch", from: "node 20, run"),
        "promisekit": .order(
          "cleanup", "catch", "5 ms", from: "PromiseKit 8.2.0, ensure; ensureThen waits"),
        "promisekitlite": .order(
          "cleanup", "catch", "5 ms", from: "PromiseKitLite 0.1, run: ensure; ensureThen waits"),
        "google": .order("cleanup", "catch", "5 ms", from: "google/promises 2.4.1, source: always"),
        "aypromise": .order(
          "cleanup", "then", "5 ms", from: "AYPromise 1.1.6, AYPromise.m, lines 435 to 447"),
        "jpromise": .order("cleanup", "catch", "5 ms", from: "JPromise 1.2.0, source: j_always"),
      ]
    ) { dialect in
      let failed = Promise<Int>(error: DialectError("1"))
      let cleaned =
        dialect.simulated(.cleanup) == .waits
        ? failed.ensureThen {
          log("cleanup")
          return after(.milliseconds(10))
        }
        : failed.ensure {
          log("cleanup")
          _ = after(.milliseconds(10))
        }
      _ = cleaned.done { _ in log("then") }.catch { _ in log("catch") }
      return after(.milliseconds(5)).done { log("5 ms") }
    },
    DialectChain(
      17, "cancelled", "done, catch, ensure and finally of a cancelled promise",
      javaScript: """
        log('no cancellation');
        """,
      facts: [
        "javascript": .absent("there is no cancellation", from: "ECMAScript 2024"),
        "promisekit": .order("ensure", "finally", from: "PromiseKit 8.2.0, run on Linux"),
        "promisekitlite": .order("ensure", "finally", from: "PromiseKitLite 0.1, run"),
        "google": .absent("there is no cancellation", from: "google/promises 2.4.1, source"),
        "bolts": .absent(
          "a cancelled task has a third state, and continueWith runs",
          from: "Bolts-Swift 1.5.0, source"),
        "aypromise": .absent("there is no cancellation", from: "AYPromise 1.1.6, source"),
        "jpromise": .absent("only cc_cancel runs", from: "JPromise 1.2.0, source"),
      ]
    ) { _ in
      Promise<Int>(error: PMKError.cancelled)
        .ensure { log("ensure") }
        .done { _ in log("done") }
        .catch { _ in log("catch") }
        .finally { log("finally") }
    },
    DialectChain(
      18, "error-as-value", "fulfilled with an error",
      javaScript: """
        Promise.resolve(new Error('1')).then(() => log('fulfilled'), () => log('rejected'));
        """,
      facts: [
        "javascript": .order("fulfilled", from: "node 20, run"),
        "promisekit": .order("fulfilled", from: "PromiseKit 8.2.0, run on Linux"),
        "promisekitlite": .order("fulfilled", from: "PromiseKitLite 0.1, run"),
        "google": .order("rejected", from: "google/promises 2.4.1, source, Objective-C"),
        "aypromise": .order("rejected", from: "AYPromise 1.1.6, source"),
        "jpromise": .order("rejected", from: "JPromise 1.2.0, source"),
      ]
    ) { _ in
      Promise.value(DialectError("1")).then(
        fulfilled: { _ in log("fulfilled") }, rejected: { _ in log("rejected") })
    },
    DialectChain(
      20, "unhandled", "an error that is handled 20 ms later",
      javaScript: """
        process.on('unhandledRejection', e => log('unhandled: ' + e));
        const p = Promise.reject(1);
        setTimeout(() => p.catch(() => log('catch')), 20);
        """,
      facts: [
        "javascript": .order(
          "unhandled: 1", "catch", from: "node 20, run; without the listener, it exits"),
        "promisekit": .order("catch", from: "PromiseKit 8.2.0, run on Linux: silent"),
        "promisekitlite": .order(
          "catch", from: "PromiseKitLite 0.1, run: told only when the last promise is gone"),
        "google": .order("catch", from: "google/promises 2.4.1, source: silent"),
        "bolts": .order("catch", from: "Bolts-Swift 1.5.0, source: silent"),
        "aypromise": .order("catch", from: "AYPromise 1.1.6, source: silent"),
        "jpromise": .order("catch", from: "JPromise 1.2.0, source: silent"),
      ]
    ) { _ in
      let failed = Promise<Int>(error: DialectError("1"))
      _ = after(.milliseconds(20)).done { _ = failed.catch { _ in log("catch") } }
      return ()
    },
  ]
}
