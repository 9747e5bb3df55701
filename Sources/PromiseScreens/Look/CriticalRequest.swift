package import PromiseExploration
package import PromiseSimulation

/// The question at which lengths of one timer or job something else comes out of a demo's run.
package struct CriticalRequest: Hashable, Sendable {
  /// The choices of the run.
  package var schedule: Schedule?
  /// What else is changed by hand.
  package var others: [Intervention]
  /// Whose length is asked about.
  package var promise: PromiseKey
  /// Which one of its lengths, and how long that is as the program is written.
  package var length: Adjustable.Length

  package init(
    schedule: Schedule?, others: [Intervention], promise: PromiseKey, length: Adjustable.Length
  ) {
    self.schedule = schedule
    self.others = others
    self.promise = promise
    self.length = length
  }

  /// What is changed by hand where the length is another one.
  package func changes(_ nanoseconds: Int64) -> [Intervention] {
    others + [Intervention(promise, length.change(to: nanoseconds))]
  }
}
