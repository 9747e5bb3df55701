import Dispatch
import PromiseKitLite
import PromiseSimulation

extension DialectChain {
  /// What links, adoptions and resolutions cost.
  static let links: [DialectChain] = [
    DialectChain(
      3, "adoption", "a handler that returns a settled promise, beside a chain of four links",
      javaScript: """
        Promise.resolve().then(() => Promise.resolve()).then(() => log('adopted'));
        Promise.resolve().then(() => log('1')).then(() => log('2')).then(() => log('3')).then(() => log('4'));
        """,
      facts: [
        "javascript": .order("1", "2", "3", "adopted", "4", from: "node 20, run"),
        "promisekit": .order(
          "1", "adopted", "2", "3", "4", from: "PromiseKit 8.2.0, run on Linux"),
        "promisekitlite": .order(
          "1", "adopted", "2", "3", "4", from: "PromiseKitLite 0.1, run"),
      ]
    ) { _ in
      _ = Promise.value.then { Promise.value }.done { log("adopted") }
      _ = Promise.value.done { log("1") }.done { log("2") }.done { log("3") }.done { log("4") }
      return ()
    },
    DialectChain(
      4, "passing-links", "an error passes three links, beside ticks",
      javaScript: """
        const tick = names => names.length && queueMicrotask(() => { log(names[0]); tick(names.slice(1)); });
        Promise.reject(1).then(() => {}).then(() => {}).then(() => {}).catch(() => log('catch'));
        tick(['t1', 't2', 't3', 't4']); log('after');
        """,
      facts: [
        "javascript": .order("after", "t1", "t2", "t3", "catch", "t4", from: "node 20, run"),
        "promisekit": .order(
          "after", "catch", "t1", "t2", "t3", "t4", from: "PromiseKit 8.2.0, run on Linux"),
        "promisekitlite": .order(
          "after", "catch", "t1", "t2", "t3", "t4", from: "PromiseKitLite 0.1, run"),
        "google": .order(
          "after", "t1", "t2", "t3", "catch", "t4", from: "google/promises 2.4.1, source: four hops"
        ),
        "bolts": .order(
          "catch", "after", "t1", "t2", "t3", "t4", from: "Bolts-Swift 1.5.0, run on Linux"),
        "aypromise": .order(
          "after", "t1", "catch", "t2", "t3", "t4", from: "AYPromise 1.1.6, source: two hops"),
      ]
    ) { dialect in
      let failed = Promise<Int>(error: DialectError("1"))
      _ = failed.map { $0 }.map { $0 }.map { $0 }.caught(dialect) { _ in
        log("catch")
        return 0
      }
      ticks(["t1", "t2", "t3", "t4"], dialect)
      log("after")
      return ()
    },
    DialectChain(
      5, "lock-in", "resolved with a pending promise, and then with 9; the pending one gives 1",
      javaScript: """
        let settle; const p = new Promise(f => settle = f);
        settle(new Promise(f => setTimeout(() => f(1), 10))); settle(9);
        p.then(v => log(String(v)));
        """,
      facts: [
        "javascript": .order("1", from: "node 20, run"),
        "promisekit": .order("9", from: "PromiseKit 8.2.0, run on Linux"),
        "promisekitlite": .order("1", from: "PromiseKitLite 0.1, run"),
        "google": .order("9", from: "google/promises 2.4.1, source"),
        "bolts": .absent("set takes a value, not a task", from: "Bolts-Swift 1.5.0, source"),
        "aypromise": .order("9", from: "AYPromise 1.1.6, source"),
        "jpromise": .order("9", from: "JPromise 1.2.0, source"),
      ]
    ) { _ in
      let (promise, seal) = Promise<Int>.pending()
      let inner: Promise<Int> = after(.milliseconds(10)).map { 1 }
      seal.resolve(inner)
      seal.fulfill(9)
      _ = promise.done { log("\($0)") }
      return promise
    },
    DialectChain(
      7, "fulfilled-twice", "fulfilled with 1, and then with 2",
      javaScript: """
        let settle; const p = new Promise(f => settle = f);
        p.then(v => log(String(v)));
        settle(1); settle(2);
        """,
      facts: [
        "javascript": .order("1", from: "node 20, run"),
        "promisekit": .order("1", from: "PromiseKit 8.2.0, run on Linux"),
        "promisekitlite": .order("told", "1", from: "PromiseKitLite 0.1, run"),
        "google": .order("1", from: "google/promises 2.4.1, source"),
        "bolts": .order(
          "1", "the program stops: a second resolution",
          from: "Bolts-Swift 1.5.0, run on Linux: set; trySet returns false"),
        "aypromise": .order("1", from: "AYPromise 1.1.6, source"),
        "jpromise": .order("1", from: "JPromise 1.2.0, source"),
        "resultpromises": .order("1", "told", from: "ResultPromises 0.2.0, source: print"),
      ]
    ) { _ in
      conf.warningHandler = { warning in
        if case .resolvedAgain = warning { log("told") }
      }
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.done { log("\($0)") }
      seal.fulfill(1)
      seal.fulfill(2)
      return ()
    },
    DialectChain(
      9, "no-value", "what follows a handler that returns nothing",
      javaScript: """
        Promise.resolve(7).then(v => { log('handler ' + v); }).then(v => log(v === undefined ? 'nothing' : String(v)));
        """,
      facts: [
        "javascript": .order("handler 7", "nothing", from: "node 20, run"),
        "promisekit": .order("handler 7", "nothing", from: "PromiseKit 8.2.0, done: Void"),
        "promisekitlite": .order("handler 7", "nothing", from: "PromiseKitLite 0.1, run"),
        "google": .order("handler 7", "7", from: "google/promises 2.4.1, source"),
        "bolts": .order("handler 7", "nothing", from: "Bolts-Swift 1.5.0, source: nil"),
        "aypromise": .order("handler 7", "nothing", from: "AYPromise 1.1.6, source: nil"),
      ]
    ) { dialect in
      let keepsValue = dialect.simulated(.noValue) == .same
      let handled = Promise.value(7).map { value in
        log("handler \(value)")
        return keepsValue ? "\(value)" : "nothing"
      }
      return handled.done { log($0) }
    },
    DialectChain(
      19, "own-promise", "a handler that returns its own promise",
      javaScript: """
        const p = Promise.resolve().then(() => p);
        p.then(() => log('fulfilled'), () => log('rejected'));
        setTimeout(() => log('end'), 10);
        """,
      facts: [
        "javascript": .order("rejected", "end", from: "node 20, run: TypeError"),
        "promisekit": .order(
          "rejected", "end", from: "PromiseKit 8.2.0, Sources/Thenable.swift: returnedSelf"),
        "promisekitlite": .order("rejected", "end", from: "PromiseKitLite 0.1, run: returnedSelf"),
        "google": .order("end", from: "google/promises 2.4.1, source: pending for ever"),
        "aypromise": .order("end", from: "AYPromise 1.1.6, source: pending for ever"),
      ]
    ) { _ in
      let own = OwnPromise()
      let promise = Promise.value(1).then { _ in own.promise ?? .value(2) }
      own.promise = promise
      _ = promise.then(
        fulfilled: { _ in log("fulfilled") }, rejected: { _ in log("rejected") })
      _ = after(.milliseconds(10)).done { log("end") }
      return own
    },
  ]
}
