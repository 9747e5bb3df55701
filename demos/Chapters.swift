/// A group of related demos, in the order of the course.
package struct Chapter: Sendable {
  /// The name on the command line, such as `fan-in`.
  package let name: String
  /// A one-line summary of the chapter.
  package let about: String
  /// The chapter's demos. Each demo is in exactly one chapter.
  package let demos: [Demo]

  init(_ name: String, _ about: String, _ demos: [Demo]) {
    self.name = name
    self.about = about
    self.demos = demos
  }

  /// All chapters, in the order of the course.
  package static let all: [Chapter] = [
    basics, errors, fanIn, queues, time, lifetime, mistakes, stories,
  ]
}

extension Demo {
  /// Every demo, in the order of the course.
  package static let all: [Demo] = Chapter.all.flatMap(\.demos)

  /// The demos to begin with, in the order in which a newcomer should take them.
  package static let startHere: [Demo] = [
    // What a chain is, and the two kinds of waiting: for a value, and for a queue.
    .loginFetchSubmit,
    // Several promises together: what all and race wait for, and what the losers do.
    .dashboardRace,
    // In which order handlers run: the question that all later demos take for granted.
    .thenOrder,
    // The most common mistake: a promise that a handler does not return.
    .forgottenReturn,
    // The way of an error along a chain, and how it is handled.
    .catchRecover,
    // Queues: one slow handler delays everything behind it.
    .slowMain,
    // Time: a limit for waiting does not stop the work.
    .raceAgainstTimeout,
    // A bug that only some schedules show, which the exploration finds.
    .checkoutBug,
  ]

  /// Returns the demo with the given name, or `nil` if there is none.
  package static func named(_ name: String) -> Demo? { all.first { $0.name == name } }
}

// MARK: - The chapters

extension Chapter {
  /// Introduces promises and what their handlers return.
  static let basics: Chapter = Chapter(
    "basics", "what a promise is, and what a handler returns",
    [
      .states, .oneTransition, .making, .thenReturns, .severalValues, .insideThen, .settledOrNot,
      .attachInside, .thenOrder, .twoHandlers, .lockIn, .adoptionTicks, .callbackLink, .awaiting,
      .returnAwait,
    ])

  /// Shows how an error travels along a chain and which handler takes it.
  static let errors: Chapter = Chapter(
    "errors", "how an error travels, and what handles it",
    [
      .bodyThrows, .passingLinks, .catchRecover, .throwInCatch, .ensureFinally, .unhandled,
      .handledLate,
      // The second half.
      .loginFails, .whereFrom, .alwaysAndCancel, .everyOutcome, .noCatch, .validate,
    ])

  /// Combines several promises into one.
  static let fanIn: Chapter = Chapter(
    "fan-in", "several promises that become one",
    [
      .allOfThem, .allFails, .allSettled, .firstSettled, .firstFulfilled, .losers, .lostErrors,
      .nested, .empty, .errorAndCancel, .oneAfterAnother, .whichInput, .inTurnOrTogether,
      .awaitedInTurn,
    ])

  /// Shows where handlers run and what they wait for.
  static let queues: Chapter = Chapter(
    "queues", "where handlers run, and what they wait for",
    [
      .defaultMain, .thereAndBack, .serialAndConcurrent, .twoQueues, .zalgo, .slowMain,
      .pingPong, .starvation, .overtaking, .deepInline, .nobodyDrainsMain, .catchOnQueue,
      .ownQueues, .microtasksAndTimers, .nextTick,
    ])

  /// Shows timers, timeouts and retries.
  static let time: Chapter = Chapter(
    "time", "timers, timeouts and retries",
    [
      .afterTimer,
      .delayed,
      .raceAgainstTimeout,
      .retryWithBackOff,
      .debounce,
      .timerLeftBehind,
    ])

  /// Shows promises that are cancelled, dropped or never settled, and loops of promises.
  static let lifetime: Chapter = Chapter(
    "lifetime", "promises that are cancelled, dropped or never settled, and loops",
    [
      .cancelChain,
      .ownerGone,
      .freedPending,
      .neverResolved,
      .notHeld,
      .loop,
    ])

  /// Shows common mistakes in real programs, each by its name.
  static let mistakes: Chapter = Chapter(
    "mistakes", "common mistakes in real programs, and their names",
    [
      .forgottenReturn,
      .countedTooEarly,
      .forEach,
      .attachedTooLate,
      .olderAnswer,
      .twoRenewals,
      .lateWrite,
      .branching,
      .deadLink,
      .callbackTwice,
      .resolveTwice,
      .sharedResolver,
      .errorAsValue,
      .recoverAll,
      .lateBooking,
      .nestedPyramid,
      .constructorAntipattern,
      .waitOnMain,
      .waitInHandler,
      .poolCircle,
      .adoptionCycle,
    ])

  /// Shows whole programs and their timing-dependent bugs.
  static let stories: Chapter = Chapter(
    "stories", "whole programs, and bugs that depend on timing",
    [
      .loginFetchSubmit,
      .fetchAndDecode,
      .authority,
      .cacheOrFetch,
      .imagePipeline,
      .checkout,
      .upload,
      .dashboardRace,
      .checkoutBug,
      .lostUpdate,
      .checkThenAct,
    ])
}
