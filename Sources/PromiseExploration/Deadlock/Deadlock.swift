public import PromiseKitLite
public import PromiseSimulation

extension Simulation {
  /// A standstill of a simulated run: who waits for which promise, and why that cannot come.
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
  /// A pure function of the events. For a run that nobody records there is ``Simulation/isDeadlocked``.
  public struct Deadlock: Hashable, Sendable {
    /// A job, or the main program, that waits for a promise.
    ///
    /// ```swift
    /// let wait = Simulation.Deadlock.Wait(job: 2, queue: 1, promise: 3)
    /// print("\(wait.promise) is awaited")
    /// // Prints "p3 is awaited"
    /// ```
    public struct Wait: Hashable, Sendable {
      /// The job that waits, or the number that stands for the main program; none where it is not known.
      public var job: PromiseEvent.JobID?
      /// The queue that it blocks; none outside any job.
      public var queue: PromiseEvent.QueueID?
      /// What it waits for.
      public var promise: PromiseID

      /// Puts the parts together.
      ///
      /// ```swift
      /// let wait = Simulation.Deadlock.Wait(job: 2, queue: 1, promise: 3)
      /// ```
      public init(job: PromiseEvent.JobID?, queue: PromiseEvent.QueueID?, promise: PromiseID) {
        (self.job, self.queue, self.promise) = (job, queue, promise)
      }
    }

    /// The waits that hold each other up, in the order in which one leads to the next.
    public private(set) var waits: [Wait] = []
    /// The last of them is held up by one before; otherwise it is for a promise that nobody resolves.
    public private(set) var isCycle = false
    /// All of it in one sentence.
    public private(set) var description = ""

    /// The first standstill of a run; none if there was none. A wait that the end of the events leaves
    /// open is one if nothing is left that could happen.
    ///
    /// ```swift
    /// let deadlock = Simulation.Deadlock(recorder.events)
    /// ```
    ///
    /// - Parameter events: The events of the run in order, from its beginning to its end or to that of a
    ///   turn.
    ///
    /// Complexity: O(n) in the events.
    public init?(_ events: [PromiseEvent]) {
      var standstill = Standstill()
      for event in events {
        if case .waitEnded(let promise, _, let job, .deadlock) = event.kind {
          guard let first = standstill.wait(of: job, for: promise) else { return nil }
          self.init(from: first, in: standstill)
          return
        }
        standstill.apply(event)
      }
      guard !standstill.canGoOn, let first = standstill.waits.min(by: { $0.isBefore($1) }) else {
        return nil
      }
      self.init(from: first, in: standstill)
    }

    private init(from first: Standstill.Waiting, in standstill: Standstill) {
      var sentence = DeadlockSentence(standstill)
      (waits, isCycle) = sentence.follow(first)
      description = "deadlock: " + sentence.text
    }
  }
}

/// The name by which this package calls it.
package typealias Deadlock = Simulation.Deadlock

extension Deadlock: CustomStringConvertible {}
