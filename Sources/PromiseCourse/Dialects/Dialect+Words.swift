package import PromiseSimulation

extension Dialect.Rule {
  /// What the rule is about, as part of a sentence.
  package var title: String {
    switch self {
    case .handlers: "where handlers run"
    case .errorHandlers: "where handlers for errors run"
    case .attaching: "when a handler is attached"
    case .skipping: "what a skipped link costs"
    case .adoption: "what adoption costs"
    case .inputs: "what an input of a fan-in costs"
    case .order: "breadth or depth"
    case .afterCatch: "what follows a catch"
    case .cleanup: "what a cleanup handler does to the result"
    case .body: "when a body runs"
    case .all: "when an all fails"
    case .errorOfAll: "with what an all fails"
    case .any: "what any means"
    case .race: "what decides a race"
    case .emptyAll: "an all of nothing"
    case .emptyRace: "a race of nothing"
    case .secondResolution: "a second resolution"
    case .lockIn: "lock-in"
    case .cancellation: "a cancellation"
    case .errorAsValue: "an error as a value"
    case .ownPromise: "returning the own promise"
    case .unhandled: "when an error counts as unhandled"
    case .noValue: "what follows a handler that returns nothing"
    }
  }

  /// Returns what a dialect with `answer` does, as a short sentence.
  package func words(_ answer: Dialect.Answer) -> String {
    Self.sentences[self]?[answer] ?? answer.rawValue
  }

  /// Returns what `dialect` does, and what `other` does instead.
  package func difference(_ dialect: Dialect, from other: Dialect) -> String {
    "\(words(dialect.simulated(self))) (\(other.title): \(words(other.simulated(self))))"
  }

  private static let sentences: [Dialect.Rule: [Dialect.Answer: String]] = [
    .handlers: [
      .main: "a handler is a job on main", .microtask: "a handler is a microtask",
      .settlingThread: "a handler runs inside the call that settles or attaches",
    ],
    .errorHandlers: [
      .likeOthers: "a handler for errors runs where the others do",
      .settlingThread: "a handler for errors runs inside the call that settles",
    ],
    .attaching: [
      .immediately: "a handler is attached immediately",
      .oneJob: "a handler is attached in a job of its own on main",
    ],
    .skipping: [
      .immediately: "a skipped link passes the result on immediately",
      .oneJob: "a skipped link takes a job, as one with a handler does",
    ],
    .adoption: [
      .immediately: "an adopted promise settles the outer one immediately",
      .twoJobs: "adoption takes two microtasks: one that calls then, one for its reaction",
    ],
    .inputs: [
      .immediately: "an input reaches its fan-in immediately",
      .oneJob: "an input reaches its fan-in in a microtask",
    ],
    .order: [
      .breadth: "siblings run before what follows from the first of them",
      .depth: "what follows from a handler runs before its siblings",
    ],
    .afterCatch: [
      .endsChain: "a catch ends the chain; only finally can follow",
      .recovers: "after a catch, the chain is fulfilled with what it returned",
      .passesErrorOn: "a catch passes the error on",
    ],
    .cleanup: [
      .passesOn: "a cleanup handler passes the result on",
      .waits:
        "a cleanup handler waits for what it returns, and passes the result on two microtasks later",
      .replaces: "what a cleanup handler returns replaces the result",
    ],
    .body: [
      .immediately: "the body of a promise runs immediately",
      .oneJob: "the body of a promise is a job on main",
    ],
    .all: [
      .firstError: "an all fails with its first error",
      .lastInput: "an all waits for every input, and then fails",
    ],
    .errorOfAll: [
      .same: "an all fails with the error of its input",
      .aggregate: "an all fails with an error that contains every error, if there are several",
      .wrapped: "an all fails with a new error that contains that of its input",
    ],
    .any: [
      .firstFulfilled: "any settles with the first value",
      .allInputs: "any waits for every input",
    ],
    .race: [
      .firstSettled: "a race settles as the first input that settles",
      .firstFulfilled: "a race settles with the first value",
    ],
    .emptyAll: [
      .fulfilled: "an all of nothing is fulfilled",
      .pending: "an all of nothing stays pending",
    ],
    .emptyRace: [
      .rejected: "a race of nothing is rejected", .pending: "a race of nothing stays pending",
      .fulfilled: "a race of nothing is fulfilled",
      .stops: "a race of nothing stops the program",
    ],
    .secondResolution: [
      .reported: "a second resolution is ignored and reported",
      .ignored: "a second resolution is ignored", .stops: "a second resolution stops the program",
    ],
    .lockIn: [
      .locked: "a promise that adopts another one can only settle as that one does",
      .open: "a promise that adopts another one can still be settled by its program",
    ],
    .cancellation: [
      .skipsCatch: "a catch does not run for a cancellation",
      .runsCatch: "there is no cancellation: a catch runs for every error",
    ],
    .errorAsValue: [
      .value: "a promise can be fulfilled with an error",
      .rejected: "a promise that is fulfilled with an error is rejected",
    ],
    .ownPromise: [
      .rejected: "a promise that adopts itself is rejected",
      .pending: "a promise that adopts itself stays pending",
    ],
    .unhandled: [
      .whenLost: "an error is unhandled when its last promise is gone",
      .afterTurn: "an error is unhandled if it has no handler when the microtasks have run",
      .never: "an unhandled error is not reported",
    ],
    .noValue: [
      .nothing: "a handler that returns nothing is followed by nothing",
      .same: "a handler that returns nothing is followed by the value that came in",
    ],
  ]
}
