/// A program that runs by itself, as its trace begins to tell of it.
package struct LiveProgram: Hashable, Sendable {
  /// How the screens name it.
  package var entry: DemoEntry
  /// The times are those of a simulation that it runs.
  package var isVirtual: Bool
  /// Of the events up to this number only those come that tell what was alive then: the run begins after
  /// it. 0 where it is told from its beginning.
  package var since: Int
  /// What it prints is captured, and has a pane of its own.
  package var hasOutput: Bool
  /// It was started here, and can be started again.
  package var canRunAgain: Bool

  /// A program of which nothing has been told yet.
  package init(
    entry: DemoEntry, isVirtual: Bool = false, since: Int = 0, hasOutput: Bool = false,
    canRunAgain: Bool = false
  ) {
    self.entry = entry
    self.isVirtual = isVirtual
    self.since = since
    self.hasOutput = hasOutput
    self.canRunAgain = canRunAgain
  }
}
