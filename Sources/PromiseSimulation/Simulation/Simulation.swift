public import Dispatch
public import PromiseKitLite
import Synchronization

/// Promises on simulated queues in virtual time: one step at a time, and the same every time.
///
/// What dispatches through promises needs no change: a handler that names a Dispatch queue runs on the
/// simulated queue of the same label, ``PromiseKitLite/after(label:_:file:line:column:)`` waits on the
/// virtual clock, and ``PromiseKitLite/PromiseEnvironment/work(for:)`` keeps a job's queue busy.
///
/// ```swift
/// let simulation = Simulation(queues: [.concurrent("net", width: 2)])
/// simulation.start {
///   _ = after(seconds: 3600).done { print("an hour later") }
/// }
/// simulation.run()
/// print(simulation.now, "nanoseconds")
/// // Prints "an hour later"
/// // Prints "3600000000000 nanoseconds"
/// ```
///
/// - A step starts a job, ends one, or fires a timer. A job's closure runs as a whole when the job
///   starts; what it returned or threw counts when the time that it asked for is over.
/// - Promises that are freed are told at the end of the step, in order.
/// - Main is a serial queue whose thread is T1, which also runs the main program. Global queues are
///   concurrent. Flags of a dispatch are not simulated.
/// - A job that waits for a promise keeps its queue and its thread, and the others go on: on threads
///   of the simulation's own, of which one runs at a time. Once the promise is settled, the job may go
///   on before or after whatever else is possible.
/// - A simulation may be used from any thread, and is stepped by one at a time. What other threads
///   resolve joins it as it comes: ``externalCalls`` counts that, since no schedule can repeat it.
public final class Simulation: Sendable {
  /// What the simulated promises run in.
  public let environment: PromiseEnvironment
  let executor: SimulationExecutor
  private let chooser: Chooser?
  let director: (any Director)?
  private let path: Mutex<Path>

  /// Picks one of several things that are possible: its place among them.
  public typealias Chooser = @Sendable ([Choice]) -> Int

  /// What was chosen so far, and what is to be chosen next.
  private struct Path {
    var taken = Schedule()
    var given: Schedule
    var strayedAt: Int?
  }

  /// A simulation at time 0 in which nothing has happened.
  ///
  /// - Parameters:
  ///   - observers: Who receives the events.
  ///   - queues: The queues whose kind is not to be assumed.
  ///   - globalWidth: How many jobs of each global queue run at once.
  ///   - schedule: What to choose first: the ``schedule`` of an earlier run repeats that run.
  ///   - chooser: Chooses when the schedule is at its end; the first of what is possible by default.
  ///     A place that does not exist counts as the first.
  public init(
    observers: [any PromiseObserver] = [], queues: [SimulatedQueue] = [], globalWidth: Int = 4,
    replaying schedule: Simulation.Schedule = [], chooser: Chooser? = nil
  ) {
    executor = SimulationExecutor(queues: queues, globalWidth: globalWidth)
    environment = PromiseEnvironment(executor: executor, observers: observers)
    self.chooser = chooser
    director = nil
    path = Mutex(Path(given: schedule))
  }

  /// A simulation whose every step `director` decides, or that repeats a schedule if there is none, and
  /// that tells `accessTracker` what its steps touch.
  package init(
    observers: [any PromiseObserver], queues: [SimulatedQueue], replaying schedule: Schedule = [],
    accessTracker: AccessTracker, director: (any Director)?
  ) {
    executor = SimulationExecutor(queues: queues, globalWidth: 4)
    environment = PromiseEnvironment(
      executor: executor, observers: observers, accessTracker: accessTracker)
    chooser = nil
    self.director = director
    path = Mutex(Path(given: schedule))
  }

  /// A simulation that repeats a schedule, as far as that goes, and that is changed by hand, if
  /// there are interventions.
  package init(
    observers: [any PromiseObserver], queues: [SimulatedQueue], replaying schedule: Schedule = [],
    overrides: Overrides?
  ) {
    executor = SimulationExecutor(queues: queues, globalWidth: 4, overrides: overrides)
    environment = PromiseEnvironment(
      executor: executor, observers: observers + (overrides.map { [$0] } ?? []),
      overrider: overrides)
    chooser = nil
    director = nil
    path = Mutex(Path(given: schedule))
  }

  deinit { executor.abandon(environment) }
}

// MARK: - Running

extension Simulation {
  /// Runs `body` as the program's main function: on the main thread, outside any job. What it chains
  /// runs in the steps that follow. Called again later, it is the main function going on.
  ///
  /// Called inside a job, it is a part of that job.
  ///
  /// - Throws: What `body` throws.
  public func start(_ body: () throws -> Void) rethrows {
    guard try !executor.runMain(in: environment, choose: self, body) else { return }
    try environment.run(body)
  }

  /// Lets one thing happen. The clock goes on only when nothing is possible at its time.
  ///
  /// A job that waits in this step ends it only when it is over itself: until then other things happen,
  /// ten million at most. A job that began while another one waited, and waits still when that is over,
  /// is on a thread of its own, and goes on in a later step.
  ///
  /// ```swift
  /// let simulation = Simulation()
  /// simulation.start { _ = after(seconds: 1).done { print("a second later") } }
  /// while simulation.step() { print("a step at", simulation.now) }
  /// // Prints "a step at 1000000000"
  /// // Prints "a second later"
  /// // Prints "a step at 1000000000"
  /// ```
  ///
  /// - Returns: Whether there was anything. Inside a job it does nothing, and answers false.
  @discardableResult
  public func step() -> Bool { executor.step(in: environment, choose: self) }

  /// Why a run stopped.
  ///
  /// ```swift
  /// let simulation = Simulation()
  /// simulation.start { _ = after(seconds: 60).done { print("a minute later") } }
  /// print(simulation.run(until: .seconds(1)) == .timeLimit)
  /// // Prints "true"
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Ending: Hashable, Sendable {
    /// Nothing is left that could happen.
    case finished
    /// It took as many steps as it was allowed to.
    case stepLimit
    /// What comes next comes after the time that it was given.
    case timeLimit
  }

  /// Steps until nothing is left, or a limit is reached. Inside a job it takes no step at all.
  ///
  /// Where nothing is left while jobs wait, the one that has waited longest is told: its `wait()` throws
  /// ``PromiseKitLite/PMKError/deadlock``, and then the others may go on, or the next one is told. At a
  /// limit that happens to the job that waits on the calling thread; the others wait on. A guarantee's
  /// `wait()` cannot be told, and keeps the thread: see ``onSpareThread(_:)``.
  ///
  /// - Parameters:
  ///   - steps: The most steps to take; ten million, unless you say otherwise.
  ///   - time: The virtual time, since the beginning, after which nothing is to happen.
  @discardableResult
  public func run(steps: Int = 10_000_000, until time: DispatchTimeInterval = .never) -> Ending {
    let limits = SimulationExecutor.Limits(steps: steps, time: time.nanoseconds)
    return switch executor.run(limits, in: environment, choose: self) {
    case .finished: .finished
    case .stepLimit: .stepLimit
    case .timeLimit: .timeLimit
    case nil: isFinished ? .finished : .stepLimit
    }
  }
}

// MARK: - Looking

extension Simulation {
  /// The virtual time in nanoseconds.
  public var now: Int64 { executor.now }

  /// Nothing is left that could happen, unless something comes from outside.
  public var isFinished: Bool { executor.isFinished }

  /// What can happen in the next step, in order. Complexity: O(n log n) in what is due later.
  public var choices: [Choice] { executor.nextChoices }

  /// The choices taken so far: with these, ``init(observers:queues:globalWidth:replaying:chooser:)``
  /// makes a simulation that runs the same.
  public var schedule: Simulation.Schedule { path.withLock { $0.taken } }

  /// The place in the given schedule that named a choice that was not possible: it is not a schedule
  /// of this scenario. None as long as it fits.
  public var strayedAt: Int? { path.withLock { $0.strayedAt } }

  /// How often something was put on a queue, or a timer set, by a thread other than the one that
  /// steps, or between steps. No schedule contains these.
  public var externalCalls: Int { executor.externalCalls }

  /// Follows the given schedule, then the chooser, writes down what was taken, and tells it.
  func choose(_ first: Choice, _ isOnly: Bool) -> Choice? {
    if let director {
      return director.choose(
        from: isOnly ? [first] : executor.choices(atMost: .max),
        newestPromise: environment.bus.promiseCount)
    }
    guard !isOnly else { return first }
    let given = path.withLock { path -> Int? in
      let place = path.taken.choices.count
      return place < path.given.choices.count ? path.given.choices[place] : nil
    }
    guard given != nil || chooser != nil || environment.bus.isObserved else {
      path.withLock { $0.taken.choices.append(0) }
      return first
    }
    // Only somebody who chooses sees all of them: of many timers that are due, each step would list the
    // rest.
    let isFree = given == nil && chooser == nil
    let choices = executor.choices(atMost: isFree ? Choice.limit : .max)
    let wanted = given ?? chooser?(choices) ?? 0
    let isPossible = choices.indices.contains(wanted)
    let chosen = isPossible ? wanted : 0
    path.withLock { path in
      if given != nil, !isPossible { path.strayedAt = path.strayedAt ?? path.taken.choices.count }
      path.taken.choices.append(chosen)
    }
    environment.postOfMachine(
      .choiceMade(chosen: chosen, options: Array(choices.prefix(Choice.limit))))
    return isPossible ? choices[wanted] : first
  }
}
