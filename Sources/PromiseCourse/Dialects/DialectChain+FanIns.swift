import Dispatch
import PromiseKitLite
import PromiseSimulation

extension DialectChain {
  /// Returns a promise that fails after some milliseconds, or is fulfilled with its name.
  private static func input(_ name: String, _ time: Int, fails: Bool) -> Promise<String> {
    after(.milliseconds(time)).map {
      if fails { throw DialectError(name) }
      log("\(name) at \(time)")
      return name
    }
  }

  /// Inputs of all, race and any.
  static let fanIns: [DialectChain] = [
    DialectChain(
      13, "all-fails", "an all of which one input fails at 10 ms, and the other ends at 60",
      javaScript: """
        const later = (ms, f) => new Promise(g => setTimeout(g, ms)).then(f);
        Promise.all([later(10, () => { throw 'a'; }), later(60, () => { log('b at 60'); })])
          .catch(() => log('failed'));
        """,
      facts: [
        "javascript": .order("failed", "b at 60", from: "node 20, run"),
        "promisekit": .order("failed", "b at 60", from: "PromiseKit 8.2.0, Sources/when.swift"),
        "promisekitlite": .order("failed", "b at 60", from: "PromiseKitLite 0.1, run"),
        "google": .order("failed", "b at 60", from: "google/promises 2.4.1, source"),
        "bolts": .order("b at 60", "failed", from: "Bolts-Swift 1.5.0, Task+WhenAll.swift"),
        "aypromise": .order("failed", "b at 60", from: "AYPromise 1.1.6, source"),
        "jpromise": .order("failed", "b at 60", from: "JPromise 1.2.0, source"),
      ]
    ) { _ in
      when(fulfilled: [input("a", 10, fails: true), input("b", 60, fails: false)])
        .catch { _ in log("failed") }
    },
    DialectChain(
      14, "two-fail", "an all of which two inputs fail, at 10 and at 20 ms",
      javaScript: """
        const later = (ms, f) => new Promise(g => setTimeout(g, ms)).then(f);
        Promise.all([later(10, () => { throw 'a'; }), later(20, () => { throw 'b'; })])
          .catch(e => log('failed with ' + e));
        """,
      facts: [
        "javascript": .order("failed with a", from: "node 20, run"),
        "promisekit": .order("failed with a", from: "PromiseKit 8.2.0, Sources/when.swift"),
        "promisekitlite": .order("failed with a", from: "PromiseKitLite 0.1, run"),
        "google": .order("failed with a", from: "google/promises 2.4.1, source"),
        "bolts": .order(
          "failed with several: a, b", from: "Bolts-Swift 1.5.0, source: AggregateError"),
        "aypromise": .order(
          "failed with a new error around: a", from: "AYPromise 1.1.6, AYPromise.m, line 275"),
      ]
    ) { _ in
      when(fulfilled: [input("a", 10, fails: true), input("b", 20, fails: true)])
        .catch { log("failed with \($0)") }
    },
    DialectChain(
      15, "any", "the first value of three inputs: one fails, two are fulfilled at 20 and 30 ms",
      javaScript: """
        const later = (ms, f) => new Promise(g => setTimeout(g, ms)).then(f);
        const named = (name, ms) => later(ms, () => { log(name + ' at ' + ms); return name; });
        Promise.any([later(10, () => { throw 'a'; }), named('b', 20), named('c', 30)])
          .then(v => log('any ' + v));
        """,
      facts: [
        "javascript": .order("b at 20", "any b", "c at 30", from: "node 20, run"),
        "promisekit": .order(
          "b at 20", "any b", "c at 30", from: "PromiseKit 8.2.0, race(fulfilled:)"),
        "promisekitlite": .order("b at 20", "any b", "c at 30", from: "PromiseKitLite 0.1, run"),
        "google": .order(
          "b at 20", "c at 30", "any b", from: "google/promises 2.4.1, source: waits for all"),
        "bolts": .order(
          "b at 20", "any b", "c at 30",
          from: "Bolts-ObjC 1.9.1, taskForCompletionOfAnyTask"),
        "aypromise": .order("b at 20", "any b", "c at 30", from: "AYPromise 1.1.6, race, source"),
      ]
    ) { dialect in
      race(fulfilled: [
        input("a", 10, fails: true), input("b", 20, fails: false), input("c", 30, fails: false),
      ])
      .done { log("any \($0)") }
    },
    DialectChain(
      16, "empty", "an all and a race without inputs",
      javaScript: """
        Promise.all([]).then(v => log('all: ' + v.length));
        Promise.race([]).then(() => log('race: fulfilled'), () => log('race: rejected'));
        setTimeout(() => log('end'), 10);
        """,
      facts: [
        "javascript": .order("all: 0", "end", from: "node 20, run"),
        "promisekit": .order(
          "all: 0", "race: rejected", "end", from: "PromiseKit 8.2.0, run on Linux: badInput"),
        "promisekitlite": .order(
          "all: 0", "race: rejected", "end", from: "PromiseKitLite 0.1, run: badInput"),
        "google": .order(
          "the program stops: a race without inputs",
          from: "google/promises 2.4.1, source: an assertion"),
        "bolts": .order("all: 0", "race: fulfilled", "end", from: "Bolts-Swift 1.5.0, source"),
        "aypromise": .order("end", from: "AYPromise 1.1.6, source: both stay pending"),
      ]
    ) { _ in
      let all = when(fulfilled: [Promise<Int>]()).done { log("all: \($0.count)") }
      let first = race([Promise<Int>]()).then(
        fulfilled: { _ in log("race: fulfilled") }, rejected: { _ in log("race: rejected") })
      _ = after(.milliseconds(10)).done { log("end") }
      return [all, first]
    },
  ]
}
