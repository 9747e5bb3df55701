package import PromiseGraph
public import PromiseKitLite
public import PromiseSimulation

extension Simulation {
  /// A deadlock of a simulated run: which job waits for which promise, and why that promise cannot
  /// settle.
  ///
  /// ```swift
  /// let recorder = RecordingObserver()
  /// let simulation = Simulation(observers: [recorder])
  /// simulation.start {
  ///   DispatchQueue.main.async(.promise) { try Promise(on: .main) { $0.fulfill(1) }.wait() }
  ///     .cauterize()
  /// }
  /// simulation.run()
  /// if let deadlock = Simulation.Deadlock(recorder.events) {
  ///   print(deadlock)
  ///   for wait in deadlock.waits { print("waits for", wait.promise) }
  /// }
  /// // Prints "deadlock: main waits for p3, whose handler j2 is behind j1 on main; j1 is the job that waits"
  /// // Prints "waits for p3"
  /// ```
  ///
  /// A pure function of the events. For a run that is not recorded, use
  /// ``/PromiseSimulation/Simulation/isDeadlocked``.
  public struct Deadlock: Hashable, Sendable {
    /// A job, or the main program, that waits for a promise.
    ///
    /// ```swift
    /// let wait = Simulation.Deadlock.Wait(job: 2, queue: 1, promise: 3)
    /// print("\(wait.promise) is awaited")
    /// // Prints "p3 is awaited"
    /// ```
    public struct Wait: Hashable, Sendable {
      /// The job that waits, or the number that represents the main program; `nil` if it is not
      /// known.
      public var job: PromiseEvent.JobID?
      /// The queue that it blocks; `nil` outside any job.
      public var queue: PromiseEvent.QueueID?
      /// The promise that it waits for.
      public var promise: PromiseID

      /// Creates a wait from its parts.
      ///
      /// ```swift
      /// let wait = Simulation.Deadlock.Wait(job: 2, queue: 1, promise: 3)
      /// ```
      public init(job: PromiseEvent.JobID?, queue: PromiseEvent.QueueID?, promise: PromiseID) {
        (self.job, self.queue, self.promise) = (job, queue, promise)
      }
    }

    /// The waits that block each other, in the order in which one leads to the next.
    public let waits: [Wait]
    /// A Boolean value that indicates whether the last wait is blocked by an earlier one. Otherwise
    /// the last wait is for a promise that is never resolved.
    public let isCycle: Bool
    /// A description of the deadlock in one sentence.
    public let description: String
    /// What the sentence is made from.
    private let account: Account

    /// Finds the first deadlock of a run; `nil` if there is none. A wait that is unfinished after
    /// the last event is a deadlock if nothing is left to happen.
    ///
    /// ```swift
    /// let deadlock = Simulation.Deadlock(recorder.events)
    /// ```
    ///
    /// - Parameter events: The events of the run in order, from its beginning to the end of the run
    ///   or of a turn.
    ///
    /// Complexity: O(n) in the events.
    public init?(_ events: [PromiseEvent]) {
      var waitForGraph = WaitForGraph()
      for event in events {
        if case .waitEnded(let promise, _, let job, .deadlock) = event.kind {
          guard let first = waitForGraph.wait(of: job, for: promise) else { return nil }
          self.init(from: first, in: waitForGraph)
          return
        }
        waitForGraph.apply(event)
      }
      guard !waitForGraph.canProceed, let first = waitForGraph.waits.min(by: { $0.isBefore($1) })
      else {
        return nil
      }
      self.init(from: first, in: waitForGraph)
    }

    private init(from first: WaitForGraph.Waiting, in waitForGraph: WaitForGraph) {
      var sentence = DeadlockSentence(waitForGraph)
      (waits, isCycle) = sentence.follow(first)
      description = sentence.text
      account = Account(waitForGraph: waitForGraph, first: first)
    }

    /// Returns the description in a language.
    package func text(in language: Language) -> String {
      var sentence = DeadlockSentence(account.waitForGraph, in: language)
      _ = sentence.follow(account.first)
      return sentence.text
    }

    /// What a sentence is made from. Equal sentences are enough for deadlocks to be equal, so it is not compared.
    private struct Account: Hashable, Sendable {
      let waitForGraph: WaitForGraph
      let first: WaitForGraph.Waiting

      static func == (one: Self, other: Self) -> Bool { true }

      func hash(into hasher: inout Hasher) {}
    }
  }
}

/// The name that this package uses.
package typealias Deadlock = Simulation.Deadlock

extension Deadlock: CustomStringConvertible {}

/// Follows a wait to what blocks it, and describes the way in a sentence.
struct DeadlockSentence {
  private let waitForGraph: WaitForGraph
  private let language: Language
  private(set) var text = ""
  private var waits: [Deadlock.Wait] = []

  init(_ waitForGraph: WaitForGraph, in language: Language = .english) {
    (self.waitForGraph, self.language) = (waitForGraph, language)
  }

  /// Follows `first`. Returns the waits on the way, and whether they lead back to one of them.
  mutating func follow(_ first: WaitForGraph.Waiting) -> (waits: [Deadlock.Wait], isCycle: Bool) {
    text = place(first) + language.text(" waits for ")
    var next: WaitForGraph.Waiting? = first
    while let waiting = next {
      waits.append(waiting.wait)
      next = follow(waiting)
    }
    text = language.text("deadlock: \(text)")
    return (waits, isCycle)
  }

  private var isCycle = false

  /// Describes why the awaited promise is pending. Returns the wait that blocks it, unless that
  /// wait was already visited.
  private mutating func follow(_ waiting: WaitForGraph.Waiting) -> WaitForGraph.Waiting? {
    var promise = waiting.wait.promise
    var seen: Set<PromiseID> = []
    text += waitForGraph.name(promise)
    while seen.insert(promise).inserted {
      switch waitForGraph.reason(promise) {
      case .follows(let source):
        text += language.text(", which waits for \(waitForGraph.name(source))")
        promise = source
      case .waits(let job, let other):
        text += language.text(", whose handler \(job)")
        guard let place = waits.firstIndex(of: other.wait) else {
          text += language.text(" waits for ")
          return other
        }
        text +=
          isFirst(place)
          ? language.text(" is the job that waits first") : language.text(" is the job that waits")
        isCycle = true
        return nil
      case .behind(let job, let queue, let holders):
        text += language.text(", whose handler \(job)") + " "
        return follow(holders, job, on: queue)
      case .unresolved:
        text += language.text(", which is never resolved")
        return nil
      case .freed:
        text += language.text(", which was freed unresolved")
        return nil
      }
    }
    text += language.text(", and so for itself")
    isCycle = true
    return nil
  }

  /// Describes what a job is queued behind. Returns the wait to follow next.
  private mutating func follow(
    _ holders: [WaitForGraph.Waiting], _ job: JobID, on queue: QueueID
  ) -> WaitForGraph.Waiting? {
    guard let known = holders.first(where: { waits.contains($0.wait) }) ?? holders.first else {
      text += language.text("has not begun on \(waitForGraph.label(queue))")
      return nil
    }
    let names = holders.map(name).joined(separator: language.text(" and "))
    text += language.text("is behind \(names) on \(waitForGraph.label(queue)); \(name(known))")
    guard let place = waits.firstIndex(of: known.wait) else {
      text += language.text(" waits for ")
      return known
    }
    switch (waitForGraph.isMainProgram(known), isFirst(place)) {
    case (true, true): text += language.text(" is what waits first")
    case (true, false): text += language.text(" is what waits")
    case (false, true): text += language.text(" is the job that waits first")
    case (false, false): text += language.text(" is the job that waits")
    }
    isCycle = true
    return nil
  }

  /// Returns whether the wait at `place` is the first of several.
  private func isFirst(_ place: Int) -> Bool { place == 0 && waits.count > 1 }

  /// Returns the waiting party, named by the queue that it blocks.
  private func place(_ waiting: WaitForGraph.Waiting) -> String {
    waiting.wait.queue.map(waitForGraph.label) ?? name(waiting)
  }

  private func name(_ waiting: WaitForGraph.Waiting) -> String {
    if waitForGraph.isMainProgram(waiting) { return language.text("the main program") }
    guard let job = waiting.wait.job else { return language.text("a thread") }
    return waiting.wait.queue == nil ? language.text("a timer's handler") : job.description
  }
}
