extension Chapter {
  /// What a promise is, and what a handler returns.
  static let basics: Chapter = Chapter(
    "basics", "what a promise is, and what a handler returns",
    [
      .states, .oneTransition, .making, .thenReturns, .severalValues, .insideThen, .settledOrNot,
      .attachInside, .thenOrder, .twoHandlers, .lockIn, .callbackLink, .awaiting,
    ])
}
