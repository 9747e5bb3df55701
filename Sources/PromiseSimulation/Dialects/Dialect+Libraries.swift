extension Dialect {
  /// All dialects; PromiseKitLite first.
  package static let all: [Dialect] = [
    promiseKitLite, javaScript, promiseKit, google, bolts, ayPromise, jPromise, resultPromises,
  ]

  /// Returns the dialect with the given name or alias, in any case; `nil` if there is none.
  package static func named(_ name: String) -> Dialect? {
    let name = name.lowercased()
    return all.first { $0.name == name || $0.aliases.contains(name) }
  }

  /// This library: a simulation without any dialect follows the same rules.
  package static let promiseKitLite = Dialect(
    "promisekitlite", title: "PromiseKitLite", version: "0.1",
    Dictionary(
      uniqueKeysWithValues: Rule.allCases.map {
        ($0, Cell(answer: $0.standard, evidence: "PromiseKitLite 0.1, run"))
      }))

  /// JavaScript, as node runs it.
  package static let javaScript = Dialect(
    "javascript", aliases: ["js", "node"], title: "JavaScript", version: "node 20",
    javaScriptCells)

  /// PromiseKit, whose names this library has.
  package static let promiseKit = Dialect(
    "promisekit", title: "PromiseKit", version: "8.2.0",
    cells(
      "PromiseKit 8.2.0",
      [
        .handlers: (.main, "run on Linux"),
        .errorHandlers: (.likeOthers, "run on Linux"),
        .attaching: (.immediately, "run on Linux"),
        .skipping: (.immediately, "run on Linux: one hop for three skipped links"),
        .adoption: (.immediately, "run on Linux"),
        .inputs: (.immediately, "Sources/when.swift"),
        .order: (.depth, "Sources/Box.swift, lines 46 to 55: handlers are called in a loop"),
        .afterCatch: (.endsChain, "Sources/Catchable.swift: PMKFinalizer"),
        .cleanup: (.passesOn, "Sources/Catchable.swift: ensure"),
        .body: (.immediately, "Sources/Promise.swift"),
        .all: (.firstError, "Sources/when.swift"),
        .errorOfAll: (.same, "Sources/when.swift"),
        .any: (.firstFulfilled, "Sources/race.swift: race(fulfilled:)"),
        .race: (.firstSettled, "Sources/race.swift"),
        .emptyAll: (.fulfilled, "Sources/when.swift"),
        .emptyRace: (.rejected, "Sources/race.swift: PMKError.badInput"),
        .secondResolution: (.ignored, "run on Linux"),
        .lockIn: (.open, "run on Linux: 9 instead of 1"),
        .cancellation: (.skipsCatch, "run on Linux: ensure finally"),
        .errorAsValue: (.value, "run on Linux"),
        .ownPromise: (.rejected, "Sources/Thenable.swift: PMKError.returnedSelf"),
        .unhandled: (.never, "removed in version 5, issue 922"),
        .noValue: (.nothing, "done: Void"),
      ]))

  /// google/promises.
  package static let google = Dialect(
    "google", title: "google/promises", version: "2.4.1",
    cells(
      "google/promises 2.4.1",
      [
        .handlers: (.main, "source: dispatch_group_async, also if already settled"),
        .errorHandlers: (.likeOthers, "source"),
        .attaching: (.immediately, "source: under the lock, in registration order"),
        .skipping: (.oneJob, "source: a rejection is dispatched at every link"),
        .order: (.breadth, "source: every handler is dispatched under the lock"),
        .afterCatch: (.passesErrorOn, "source: the promise of a catch is rejected with its error"),
        .cleanup: (.passesOn, "source: always"),
        .body: (.oneJob, "source: on the default queue, main"),
        .all: (.firstError, "source: FBLPromise+All"),
        .errorOfAll: (.same, "source: FBLPromise+All"),
        .any: (.allInputs, "source: FBLPromise+Any"),
        .race: (.firstSettled, "source: FBLPromise+Race"),
        .emptyAll: (.fulfilled, "source: FBLPromise+All"),
        .emptyRace: (.stops, "source: an assertion in FBLPromise+Race"),
        .secondResolution: (.ignored, "source"),
        .lockIn: (.open, "source"),
        .cancellation: (.runsCatch, "source: it has no cancellation"),
        .errorAsValue: (.rejected, "source, Objective-C: resolving with an NSError rejects"),
        .ownPromise: (.pending, "source"),
        .unhandled: (.never, "source: no reports"),
        .noValue: (.same, "source: the value that came in"),
      ]))

  /// Bolts.
  package static let bolts = Dialect(
    "bolts", title: "Bolts", version: "Swift 1.5.0, ObjC 1.9.1",
    cells(
      "Bolts-Swift 1.5.0",
      [
        .handlers: (.settlingThread, "run on Linux: the default executor"),
        .errorHandlers: (.likeOthers, "run on Linux"),
        .attaching: (.immediately, "run on Linux"),
        .skipping: (.immediately, "run on Linux"),
        .adoption: (.immediately, "source: Task.swift"),
        .inputs: (.immediately, "source: Task+WhenAll.swift"),
        .order: (.depth, "run on Linux"),
        .afterCatch: (.recovers, "source: continueWith decides"),
        .all: (.lastInput, "source: Task+WhenAll.swift"),
        .errorOfAll: (.aggregate, "source: AggregateError"),
        .any: (.firstFulfilled, "Bolts-ObjC: taskForCompletionOfAnyTask"),
        .race: (.firstSettled, "run on Linux: whenAny, which never fails"),
        .emptyAll: (.fulfilled, "source"),
        .emptyRace: (.fulfilled, "source: completed immediately"),
        .secondResolution: (.stops, "run on Linux: set; trySet returns false"),
        .noValue: (.nothing, "source: nil"),
        .unhandled: (.never, "source: only Bolts-Android has a handler"),
      ]))

  /// AYPromise.
  package static let ayPromise = Dialect(
    "aypromise", title: "AYPromise", version: "1.1.6",
    cells(
      "AYPromise 1.1.6",
      [
        .handlers: (.main, "source"),
        .errorHandlers: (.likeOthers, "source"),
        .attaching: (.oneJob, "AYPromise.m: __pipe subscribes on the main queue"),
        .skipping: (.immediately, "source: one more hop for a chain, none for a skipped link"),
        .afterCatch: (.recovers, "source"),
        .cleanup: (.replaces, "AYPromise.m, lines 435 to 447"),
        .body: (.oneJob, "AYPromise.m, line 160: on main"),
        .all: (.firstError, "source"),
        .errorOfAll: (.wrapped, "AYPromise.m, line 275"),
        .any: (.firstFulfilled, "source: race"),
        .race: (.firstFulfilled, "source"),
        .noValue: (.nothing, "source: nil"),
        .emptyAll: (.pending, "source"),
        .emptyRace: (.pending, "source"),
        .secondResolution: (.ignored, "source"),
        .lockIn: (.open, "source: not locked in while it adopts"),
        .cancellation: (.runsCatch, "source: it has no cancellation"),
        .errorAsValue: (.rejected, "source: resolve(NSError) rejects"),
        .ownPromise: (.pending, "source"),
        .unhandled: (.never, "source: no reports"),
      ]))

  /// JPromise.
  package static let jPromise = Dialect(
    "jpromise", title: "JPromise", version: "1.2.0",
    cells(
      "JPromise 1.2.0",
      [
        .handlers: (.main, "source: j_then"),
        .errorHandlers: (.settlingThread, "source: j_catch and j_always call their blocks"),
        .attaching: (.immediately, "source"),
        .skipping: (.immediately, "source"),
        .afterCatch: (.passesErrorOn, "source: j_catch"),
        .cleanup: (.passesOn, "source: j_always, except for a cancellation"),
        .body: (.immediately, "source: promiseWithBlock:"),
        .all: (.firstError, "source: j_all:"),
        .errorOfAll: (.same, "source: j_all:"),
        .emptyAll: (.fulfilled, "source: j_all: @[]"),
        .secondResolution: (.ignored, "source"),
        .lockIn: (.open, "source: a later fulfill wins"),
        .cancellation: (.skipsCatch, "source: cc_cancel alone"),
        .errorAsValue: (.rejected, "source: fulfill(NSError) rejects"),
        .unhandled: (.never, "source: no reports"),
      ]))

  /// ResultPromises.
  package static let resultPromises = Dialect(
    "resultpromises", title: "ResultPromises", version: "0.2.0",
    cells(
      "ResultPromises 0.2.0",
      [
        .handlers: (.settlingThread, "run on Linux: then"),
        .attaching: (.immediately, "Promise.swift, lines 83 to 95"),
        .skipping: (.immediately, "source"),
        .order: (.depth, "run on Linux"),
        .secondResolution: (.reported, "source: a line is printed"),
        .cancellation: (.runsCatch, "source: it has no cancellation"),
        .unhandled: (.never, "source: no reports"),
      ]))

  /// Returns cells whose evidence begins with the library and its version.
  static func cells(_ library: String, _ answers: [Rule: (Answer, String)]) -> [Rule: Cell] {
    answers.mapValues { Cell(answer: $0.0, evidence: "\(library), \($0.1)") }
  }
}
