extension PromiseTrace {
  /// Which events to write.
  ///
  /// ```swift
  /// try PromiseTrace.start(to: .file("errors.ptrace"), filter: .kinds([.created, .settled, .errorUnhandled]))
  /// ```
  ///
  /// The written events are numbered consecutively, so filtering leaves no gaps.
  public struct Filter: Sendable {
    let isWanted: @Sendable (PromiseEvent) -> Bool

    /// Creates a filter from a predicate, which the thread calls on which an event happens.
    ///
    /// ```swift
    /// let own = PromiseTrace.Filter { event in event.queue != nil }
    /// ```
    public init(where isWanted: @escaping @Sendable (PromiseEvent) -> Bool) {
      self.isWanted = isWanted
    }

    /// Returns a filter for events of these kinds.
    ///
    /// ```swift
    /// try PromiseTrace.start(to: .file("settled.ptrace"), filter: .kinds([.created, .settled]))
    /// ```
    public static func kinds(_ kinds: Set<PromiseEvent.Kind.Name>) -> Filter {
      Filter { kinds.contains($0.kind.name) }
    }

    /// Returns a filter for events that refer to a promise with one of these labels, and for the
    /// declarations of queues and threads.
    ///
    /// ```swift
    /// try PromiseTrace.start(to: .file("login.ptrace"), filter: .labels(["login", "fetch"]))
    /// ```
    public static func labels(_ labels: Set<String>) -> Filter {
      let labeled = LabeledPromises(labels: labels)
      return Filter { labeled.areNamed(by: $0.kind) }
    }
  }
}
