extension Chapter {
  /// Several promises that become one.
  static let fanIn: Chapter = Chapter(
    "fan-in", "several promises that become one",
    [
      .allOfThem, .allFails, .allSettled, .firstSettled, .firstFulfilled, .losers, .lostErrors,
      .nested, .empty, .errorAndCancel, .oneAfterAnother,
    ])
}
