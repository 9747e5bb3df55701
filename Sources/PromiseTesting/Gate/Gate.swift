import Dispatch
import PromiseGraph
public import PromiseKitLite
import Synchronization

/// Decides in a test which handlers of a program run first, on its real queues.
///
/// A gate holds the jobs and the timers that you name; all others run as usual. A race between two
/// handlers is then no longer decided by chance: the test waits until both are queued, and lets one
/// go after the other.
///
/// ```swift
/// @Test func cancelWins() async throws {
///   let gate = Gate(holding: "submit", "cancel")
///   try await gate.run {
///     let order = login().map(label: "submit", on: .global()) { token in token.count }
///     let isCancelled = login().map(label: "cancel", on: .main) { _ in true }
///     try await gate.until("submit", "cancel")
///     try await gate.release("cancel")
///     #expect(isCancelled.value == true && order.isPending)
///     try await gate.release("submit")
///     #expect(order.isFulfilled)
///   }
/// }
/// ```
///
/// No call waits for a time: ``until(_:)`` and ``release(_:)`` return when what they wait for has
/// happened, and everything that is not held has ended. If that takes longer than the limit, they
/// throw a ``LimitError``, which says what is held, what runs, and who waits for whom; the gate is
/// open from then on, so that no thread hangs.
///
/// Queues keep their rules. A job behind one that is held on a serial queue waits, too, and a job
/// that is let go starts when its queue is ready to run it. Code that is not a handler of a promise,
/// such as a block of a queue, a thread, or a task, does not ask the gate.
///
/// With `PROMISE_NO_GATE=1` in the environment of the build, the library has no gates, and this
/// class does not exist.
public final class Gate: Sendable {
  /// The environment of the promises that ``run(isolation:_:)`` creates.
  public let environment: PromiseEnvironment
  let gate = JobGate()
  private let recorder = RecordingObserver()
  private let limit: Duration
  private let state: Mutex<State>

  private struct State {
    var names: [Work]
    var waits: [GateWait] = []
    /// Why the limit was exceeded.
    var failure: LimitError?
  }

  /// Creates a gate with an environment of its own.
  ///
  /// - Parameters:
  ///   - work: What is held from the beginning. ``until(_:)`` adds what it waits for.
  ///   - limit: How long each call waits before it throws.
  ///   - observers: The observers of the environment, in addition to the gate's own.
  public init(
    holding work: Work..., limit: Duration = .seconds(10), observers: [any PromiseObserver] = []
  ) {
    self.limit = limit
    state = Mutex(State(names: work))
    environment = PromiseEnvironment(gate: gate, observers: [recorder] + observers)
    gate.onChange { [weak self] in self?.check() }
    gate.hold(only: work.map(\.name))
  }

  deinit { gate.hold(only: nil) }

  /// The events of the environment so far, in order.
  ///
  /// ```swift
  /// let gate = Gate(holding: "submit")
  /// print(gate.events.count)
  /// ```
  public var events: [PromiseEvent] { recorder.events }

  /// Runs a program and the steps that decide its order.
  ///
  /// ```swift
  /// let gate = Gate(holding: "show")
  /// try await gate.run {
  ///   login().done(label: "show") { print($0) }.cauterize()
  ///   try await gate.until("show")
  /// }
  /// ```
  ///
  /// The promises that `body` creates, and all that follow from them, ask the gate. When `body` has
  /// returned or thrown, everything that is held is let go.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, on which `body` runs.
  ///   - body: The program and its steps.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func run<R, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> R
  ) async throws(Failure) -> R {
    defer { gate.hold(only: nil) }
    return try await environment.run(isolation: isolation, inTask: body)
  }
}

// MARK: - Steps

extension Gate {
  /// Waits until the gate holds a job, or has a timer, of each of the names, and everything that it
  /// does not hold has ended.
  ///
  /// ```swift
  /// let gate = Gate()
  /// try await gate.run {
  ///   login().done(label: "show") { print($0) }.cauterize()
  ///   try await gate.until("show")
  /// }
  /// ```
  ///
  /// The gate holds them from now on, also the later ones with the same name. To be sure that it
  /// holds the first one, name it when you create the gate, or before the program starts it.
  ///
  /// - Parameter work: What must be held.
  /// - Throws: A ``LimitError`` after the limit; `CancellationError` if the task is canceled.
  public func until(_ work: Work...) async throws {
    let names = state.withLock { state -> [Work] in
      state.names += work.filter { !state.names.contains($0) }
      return state.names
    }
    try hold(names)
    let question =
      "\(Language.english.list(work.map(\.description))) \(work.count == 1 ? "is" : "are") held"
    try await wait(question) { [gate] in
      guard gate.isQuiet else { return false }
      let view = gate.view
      return view.isQuiet && work.allSatisfy { work in view.contains(work.name) }
    }
  }

  /// Lets a job start or a timer fire, and waits until it has ended, as has everything that follows
  /// from it and is not held.
  ///
  /// ```swift
  /// let gate = Gate(holding: .timer("timeout"))
  /// try await gate.run {
  ///   after(label: "timeout", seconds: 3600).done { print("too late") }
  ///   try await gate.release(.timer("timeout"))
  /// }
  /// ```
  ///
  /// If nothing with this name can start yet, it waits for that first. If several jobs have the name,
  /// the one goes that came first. A timer fires now, whether it is due or not. A job that waits for a
  /// promise itself, by `wait()`, is not waited for: let go what it waits for.
  ///
  /// - Parameter work: What to let go.
  /// - Throws: A ``LimitError`` after the limit; `CancellationError` if the task is canceled.
  public func release(_ work: Work) async throws {
    try hold(state.withLock { $0.names })
    let isLetGo = OnceFlag()
    try await wait("\(work) has run") { [gate] in
      if !isLetGo.isSet {
        guard gate.release(work.name) else { return false }
        isLetGo.set()
      }
      return gate.isQuiet
    }
  }

  /// Lets everything go, holds nothing any more, and waits until all jobs have ended.
  ///
  /// ```swift
  /// let gate = Gate(holding: "show")
  /// try await gate.run {
  ///   login().done(label: "show") { print($0) }.cauterize()
  ///   try await gate.open()
  /// }
  /// ```
  ///
  /// - Throws: A ``LimitError`` after the limit; `CancellationError` if the task is canceled.
  public func open() async throws {
    state.withLock { $0.names = [] }
    try hold([])
    try await wait("everything has ended") { [gate] in gate.isQuiet }
  }

  /// What the gate holds now, in the order in which it was queued.
  ///
  /// ```swift
  /// let gate = Gate(holding: "show")
  /// for held in gate.held { print(held) }
  /// ```
  public var held: [Held] {
    gate.view.jobs.map { job in
      Held(label: job.subject.label, queue: job.subject.queue, canStart: job.canStart)
    }
  }
}

// MARK: - Waiting

extension Gate {
  /// Holds these from now on, unless the limit was exceeded before.
  private func hold(_ names: [Work]) throws {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    gate.hold(only: names.map(\.name))
  }

  /// Waits until a condition holds, which is checked after each change of the gate.
  private func wait(
    _ question: String, until isMet: @escaping @Sendable () -> Bool
  ) async throws {
    let wait = GateWait(isMet)
    state.withLock { $0.waits.append(wait) }
    defer { state.withLock { $0.waits.removeAll { $0 === wait } } }
    // Dispatch's clock ends after some hundred years.
    let longest = Duration.seconds(3_000_000_000)
    let (seconds, attoseconds) = min(max(limit, .zero), longest).components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) {
      [weak wait] in wait?.end(.exceeded)
    }
    wait.check()
    switch await wait.ending {
    case .met: return
    case .cancelled: throw CancellationError()
    case .exceeded:
      let view = gate.view
      let failure = LimitError(
        description: GateExplanation(view, events).text(of: question, limit))
      state.withLock { $0.failure = failure }
      gate.hold(only: nil)
      throw failure
    }
  }

  /// Checks what is waited for.
  private func check() {
    for wait in state.withLock({ $0.waits }) { wait.check() }
  }
}

extension JobGate.View {
  /// Returns whether the gate holds a job, or has a timer, with this name.
  fileprivate func contains(_ name: HeldName) -> Bool {
    if case .timer = name { return timers.contains { $0.matches(name) } }
    return jobs.contains { $0.matches(name) }
  }
}
