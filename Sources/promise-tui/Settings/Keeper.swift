import PromiseScreens

/// Keeps the state of the screen in a file, where there is one.
struct Keeper {
  private let file: KeptFile
  private var start: KeptState

  /// Creates a keeper that compares with the state at the start.
  init(_ file: KeptFile, since start: KeptState) {
    self.file = file
    self.start = start
  }

  /// Compares with these settings from now on: what a run begins with is not a change.
  mutating func begin(with view: ViewSettings) { start.view = view }

  /// Keeps what has changed since the start. In a home that cannot be written, nothing is kept.
  func keep(_ kept: KeptState) { file.add(kept, since: start) }
}
