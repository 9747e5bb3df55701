/// Demos that belong together, in the order in which a learner meets them.
package struct Chapter: Sendable {
  /// What it is called on the command line: `fan-in`.
  package let name: String
  /// What it is about, in one line.
  package let about: String
  /// Its demos; each is in one chapter only.
  package let demos: [Demo]

  init(_ name: String, _ about: String, _ demos: [Demo]) {
    self.name = name
    self.about = about
    self.demos = demos
  }

  /// The whole course.
  package static let all: [Chapter] = [
    basics, errors, fanIn, queues, time, lifetime, mistakes, stories,
  ]
}

extension Demo {
  /// Every demo, in the order of the course.
  package static let all: [Demo] = Chapter.all.flatMap(\.demos)

  /// The demo of this name; `nil` if there is none.
  package static func named(_ name: String) -> Demo? { all.first { $0.name == name } }
}

// MARK: - The chapters

extension Chapter {
  /// What a promise is, and what a handler returns.
  static let basics: Chapter = Chapter(
    "basics", "what a promise is, and what a handler returns",
    [
      .states, .oneTransition, .making, .thenReturns, .severalValues, .insideThen, .settledOrNot,
      .attachInside, .thenOrder, .twoHandlers, .lockIn, .callbackLink, .awaiting,
    ])

  /// How an error travels, and who handles it.
  static let errors: Chapter = Chapter(
    "errors", "how an error travels, and who handles it",
    [
      .passingLinks, .catchRecover, .throwInCatch, .ensureFinally, .unhandled, .handledLate,
      // The second half.
      .loginFails, .whereFrom, .alwaysAndCancel, .everyOutcome, .noCatch, .validate,
    ])

  /// Several promises that become one.
  static let fanIn: Chapter = Chapter(
    "fan-in", "several promises that become one",
    [
      .allOfThem, .allFails, .allSettled, .firstSettled, .firstFulfilled, .losers, .lostErrors,
      .nested, .empty, .errorAndCancel, .oneAfterAnother,
    ])

  /// Where handlers run, and who waits for whom.
  static let queues: Chapter = Chapter(
    "queues", "where handlers run, and who waits for whom",
    [
      .defaultMain, .thereAndBack, .serialAndConcurrent, .twoQueues, .zalgo, .slowMain,
      .pingPong, .starvation, .overtaking, .deepInline, .nobodyDrainsMain,
    ])

  /// Timers, timeouts and second attempts.
  static let time: Chapter = Chapter(
    "time", "timers, timeouts and second attempts",
    [
      .afterTimer,
      .delayed,
      .raceAgainstTimeout,
      .retryWithBackOff,
      .debounce,
      .timerLeftBehind,
    ])

  /// Cancelled, forgotten, never settled, and the loop.
  static let lifetime: Chapter = Chapter(
    "lifetime", "cancelled, forgotten, never settled, and the loop",
    [
      .cancelChain,
      .ownerGone,
      .freedPending,
      .neverResolved,
      .loop,
    ])

  /// What goes wrong in real programs, and its name.
  static let mistakes: Chapter = Chapter(
    "mistakes", "what goes wrong in real programs, and its name",
    [
      .forgottenReturn,
      .branching,
      .deadLink,
      .callbackTwice,
      .resolveTwice,
      .errorAsValue,
      .nestedPyramid,
      .constructorAntipattern,
      .waitOnMain,
      .adoptionCycle,
    ])

  /// Whole programs, and the bugs that depend on luck.
  static let stories: Chapter = Chapter(
    "stories", "whole programs, and the bugs that depend on luck",
    [
      .loginFetchSubmit,
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
