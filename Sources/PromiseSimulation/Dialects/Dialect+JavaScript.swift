extension Dialect {
  /// What JavaScript does, as ECMAScript says and node 20 prints.
  static let javaScriptCells = cells(
    "ECMAScript 2024",
    [
      .handlers: (.microtask, "27.2.5.4.1 PerformPromiseThen; node 20, run"),
      .errorHandlers: (.likeOthers, "27.2.5.4.1 PerformPromiseThen; node 20, run"),
      .attaching: (.immediately, "27.2.5.4.1 PerformPromiseThen; node 20, run"),
      .skipping: (.oneJob, "27.2.2.1 NewPromiseReactionJob; node 20, run"),
      .adoption: (.twoJobs, "27.2.2.2 NewPromiseResolveThenableJob; node 20, run"),
      .inputs: (.oneJob, "27.2.4.1.2 PerformPromiseAll; node 20, run"),
      .order: (.breadth, "9.5 Jobs; node 20, run"),
      .afterCatch: (.recovers, "27.2.5.1 Promise.prototype.catch; node 20, run"),
      .cleanup: (.waits, "27.2.5.3 Promise.prototype.finally; node 20, run"),
      .body: (.immediately, "27.2.3.1 Promise; node 20, run"),
      .all: (.firstError, "27.2.4.1.2 PerformPromiseAll; node 20, run"),
      .errorOfAll: (.same, "27.2.4.1.2 PerformPromiseAll; node 20, run"),
      .any: (.firstFulfilled, "27.2.4.3.1 PerformPromiseAny; node 20, run"),
      .race: (.firstSettled, "27.2.4.5.1 PerformPromiseRace; node 20, run"),
      .emptyAll: (.fulfilled, "27.2.4.1.2 PerformPromiseAll; node 20, run"),
      .emptyRace: (.pending, "27.2.4.5.1 PerformPromiseRace; node 20, run"),
      .secondResolution: (.ignored, "27.2.1.3 CreateResolvingFunctions; node 20, run"),
      .lockIn: (.locked, "27.2.1.3 CreateResolvingFunctions; node 20, run"),
      .cancellation: (.runsCatch, "it has no cancellation"),
      .errorAsValue: (.value, "27.2.1.4 FulfillPromise; node 20, run"),
      .ownPromise: (.rejected, "27.2.1.3.2 Promise Resolve Functions; node 20, run"),
      .noValue: (.nothing, "node 20, run: undefined"),
      .unhandled: (.afterTurn, "node 20, process, event 'unhandledRejection'; run"),
    ])
}
