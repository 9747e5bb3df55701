/// How a program runs whose time is measured.
enum Way: CaseIterable {
  /// Nothing observes it.
  case alone
  /// It keeps its events in a `RecordingObserver`.
  case memory
  /// It writes them to a file.
  case file
}
