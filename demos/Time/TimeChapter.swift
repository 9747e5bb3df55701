extension Chapter {
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
}
