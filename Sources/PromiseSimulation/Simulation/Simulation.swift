public import Dispatch
public import PromiseKitLite
import Synchronization

/// Promises on simulated queues in virtual time, deterministic and one step at a time.
///
/// Code that dispatches through promises needs no changes: a handler that names a Dispatch queue
/// runs on the simulated queue with the same label,
/// ``/PromiseKitLite/after(label:_:file:line:column:)`` waits on the virtual clock, and
/// ``/PromiseKitLite/PromiseEnvironment/work(for:)`` keeps a job's queue busy.
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
///   starts; what it returned or threw takes effect when the time that it asked for has passed.
/// - Deallocations of promises are posted at the end of the step, in order.
/// - Main is a serial queue whose thread is T1, which also runs the main program. Global queues are
///   concurrent. The flags of a dispatch are not simulated.
/// - A job that waits for a promise blocks its queue and its thread, while other jobs continue on
///   threads of the simulation, one at a time. Once the promise has settled, the job may resume
///   before or after whatever else is possible.
/// - A simulation can be used from any thread, but only one thread at a time runs steps. What other
///   threads resolve takes effect when it arrives: ``externalCalls`` counts such calls, because no
///   schedule can repeat them.
public final class Simulation: Sendable {
  /// The environment of the simulated promises.
  public let environment: PromiseEnvironment
  let executor: SimulationExecutor
  private let chooser: Chooser?
  let director: (any Director)?
  private let path: Mutex<Path>

  /// Picks one of several choices by its index.
  public typealias Chooser = @Sendable ([Choice]) -> Int

  /// The choices made so far, and the choices to make next.
  private struct Path {
    var taken = Schedule()
    var given: Schedule
    var strayedAt: Int?
  }

  /// Creates a simulation at time 0 in which nothing has happened.
  ///
  /// - Parameters:
  ///   - observers: The observers of the events.
  ///   - queues: The queues whose kind must not be assumed.
  ///   - globalWidth: How many jobs of each global queue run at a time.
  ///   - schedule: The choices to make first: the ``schedule`` of an earlier run repeats that run.
  ///   - chooser: Makes the choices after the end of the schedule; by default the first possible
  ///     choice is taken. An invalid index counts as the first.
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

  /// Creates a simulation on `machine` in which `director` decides every step, or that repeats a
  /// schedule if there is none.
  package init(
    on machine: SimulatedMachine, replaying schedule: Schedule = [], director: (any Director)?
  ) {
    executor = machine.executor
    environment = machine.environment
    chooser = nil
    self.director = director
    path = Mutex(Path(given: schedule))
  }

  /// Creates a simulation that repeats a schedule as far as it goes, with the given overrides, by
  /// the rules of a dialect.
  package init(
    observers: [any PromiseObserver], queues: [SimulatedQueue], replaying schedule: Schedule = [],
    overrides: Overrides?, dialect: Dialect = .promiseKitLite
  ) {
    let machine = dialect == .promiseKitLite ? nil : DialectMachine(dialect)
    executor = SimulationExecutor(
      queues: queues, globalWidth: 4, overrides: overrides, dialect: machine)
    environment = PromiseEnvironment(
      executor: executor, observers: observers + (overrides.map { [$0] } ?? []),
      overrider: overrides, dialect: machine)
    machine?.configure(environment)
    chooser = nil
    director = nil
    path = Mutex(Path(given: schedule))
  }

  deinit { executor.abandon(environment) }
}

// MARK: - Running

extension Simulation {
  /// Runs `body` as the program's main function: on the main thread, outside any job. Handlers that
  /// it attaches run in the steps that follow. A later call continues the main function.
  ///
  /// Inside a job, `body` runs as part of that job.
  ///
  /// - Throws: What `body` throws.
  public func start(_ body: () throws -> Void) rethrows {
    guard try !executor.runMain(in: environment, choose: self, body) else { return }
    try environment.run(body)
  }

  /// Runs one step. The clock advances only if nothing is possible at its current time.
  ///
  /// If the job of this step waits, the step ends only when that job ends: until then other things
  /// happen, ten million at most. A job that began while another job waited, and that is still
  /// waiting when that job ends, is on a thread of its own, and resumes in a later step.
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
  /// - Returns: Whether there was a step to run. Inside a job this method does nothing and returns
  ///   false.
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
    /// Nothing is left to happen.
    case finished
    /// The run reached its limit of steps.
    case stepLimit
    /// The next step would come after the time limit.
    case timeLimit
  }

  /// Runs steps until nothing is left, or a limit is reached. Inside a job it runs no step.
  ///
  /// If nothing is left while jobs wait, the wait that began first fails: its `wait()` throws
  /// ``/PromiseKitLite/PMKError/deadlock``, after which the other jobs may resume, or the next wait
  /// fails. At a limit, this happens to the job that waits on the calling thread; the others
  /// continue to wait. A guarantee's `wait()` cannot fail, and blocks the thread: see
  /// ``onSpareThread(_:)``.
  ///
  /// - Parameters:
  ///   - steps: The maximum number of steps, ten million by default.
  ///   - time: The virtual time, since the beginning, at which to stop.
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

  /// A Boolean value that indicates whether nothing is left to happen, unless something comes from
  /// outside.
  public var isFinished: Bool { executor.isFinished }

  /// What can happen in the next step, in order. Complexity: O(n log n) in what is due later.
  public var choices: [Choice] { executor.nextChoices }

  /// The choices made so far. With them, ``init(observers:queues:globalWidth:replaying:chooser:)``
  /// creates a simulation that runs the same way.
  public var schedule: Simulation.Schedule { path.withLock { $0.taken } }

  /// The index of the first choice in the given schedule that was not possible, which means that it
  /// is not a schedule of this scenario. `nil` as long as the schedule fits.
  public var strayedAt: Int? { path.withLock { $0.strayedAt } }

  /// How often a thread other than the stepping thread enqueued a job or set a timer, or any thread
  /// did between steps. No schedule contains these.
  public var externalCalls: Int { executor.externalCalls }

  /// Makes a choice from the given schedule or with the chooser, records it, and posts an event.
  func choose(_ first: Choice, _ isOnly: Bool) -> Choice? {
    if let director {
      return director.choose(newestPromise: environment.bus.promiseCount) { options in
        guard isOnly else { return executor.list(&options) }
        options.removeAll(keepingCapacity: true)
        options.append(first)
      }
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
    // All choices are listed only for a schedule or a chooser. Otherwise, with many timers due,
    // each step would list all the remaining ones.
    let isFree = given == nil && chooser == nil
    var choices: [Choice] = []
    executor.list(&choices, atMost: isFree ? Choice.limit : .max)
    let wanted = given ?? chooser?(choices) ?? 0
    let isPossible = choices.indices.contains(wanted)
    let chosen = isPossible ? wanted : 0
    path.withLock { path in
      if given != nil, !isPossible { path.strayedAt = path.strayedAt ?? path.taken.choices.count }
      path.taken.choices.append(chosen)
    }
    environment.postOfMachine(
      .choiceMade(
        chosen: chosen,
        options: choices.count > Choice.limit ? Array(choices.prefix(Choice.limit)) : choices))
    return isPossible ? choices[wanted] : first
  }
}
