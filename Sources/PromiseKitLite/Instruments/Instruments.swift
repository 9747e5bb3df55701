import Dispatch

/// The instruments of an environment, as hooks: the access tracker of an exploration, the overrides
/// and the dialect of a simulated run, the delays of a shuffle, and the gate of a program. An
/// environment without any of them has no hooks.
final class Instruments: Hooks {
  /// The tracker that receives the accesses of each step of a simulated run.
  let accessTracker: AccessTracker?
  /// The object that applies the overrides of a simulated run.
  private let overrider: (any Overrider)?
  /// The rules of another library that a simulated run follows.
  private let dialect: (any DialectRules)?
  /// The delays of jobs and timers.
  private let shuffle: Shuffle?
  #if !PROMISE_NO_GATE
    /// The gate in front of jobs and timers.
    private let gate: JobGate?
  #endif

  /// Creates hooks for these instruments; `nil` if there are none.
  init?(
    accessTracker: AccessTracker? = nil, overrider: (any Overrider)? = nil,
    dialect: (any DialectRules)? = nil, shuffle: Shuffle? = nil
  ) {
    if accessTracker == nil, overrider == nil, dialect == nil, shuffle == nil { return nil }
    (self.accessTracker, self.overrider) = (accessTracker, overrider)
    (self.dialect, self.shuffle) = (dialect, shuffle)
    #if !PROMISE_NO_GATE
      gate = nil
    #endif
  }

  #if !PROMISE_NO_GATE
    /// Creates hooks for a gate on real queues.
    init(gate: JobGate, shuffle: Shuffle? = nil) {
      (accessTracker, overrider, dialect) = (nil, nil, nil)
      (self.gate, self.shuffle) = (gate, shuffle)
    }
  #endif

  /// The hooks that the variables of the process ask for; `nil` if they ask for nothing.
  static let ofProcess: Instruments? = {
    #if !PROMISE_NO_GATE
      if let gate = GateVariable.gate { return Instruments(gate: gate, shuffle: .ofProcess) }
    #endif
    return ofOtherEnvironments
  }()

  /// The hooks of environments that the program creates: a gate of the process is not theirs.
  static let ofOtherEnvironments = Instruments(shuffle: .ofProcess)

  var namesPromises: Bool { accessTracker != nil || dialect != nil }
  var isTracking: Bool { accessTracker != nil }
  func restart() { accessTracker?.restart() }

  #if PROMISE_NO_GATE
    var executor: (any Executor)? { nil }
    func serve(_ environment: PromiseEnvironment) {}
    func beginProcess() {}
    func jobBegan() {}
  #else
    var executor: (any Executor)? { gate.map { GatedExecutor($0) } }
    func serve(_ environment: PromiseEnvironment) { gate?.serve(environment) }
    func beginProcess() { if gate != nil { GateVariable.begin() } }
    func jobBegan() { gate?.began() }
  #endif
}

// MARK: - Promises

extension Instruments {
  func created(
    _ promise: PromiseCore, _ operation: PromiseEvent.Operation,
    of parents: @autoclosure () -> [PromiseID]
  ) {
    overrider?.meet(
      promise,
      PromiseEvent.Creation(
        promise: promise.id, operation: operation, label: promise.label?.text,
        site: promise.site.resolved, parents: parents(), isGuarantee: promise.isGuarantee,
        tag: promise.metadata?.tag?.text))
  }

  @inline(__always)
  func touch(promise number: UInt32) { accessTracker?.touch(promise: number) }

  func settlement(_ settled: Settled, of promise: PromiseCore) -> Settled {
    let settled = dialect.map { promise.converted(settled, as: $0) } ?? settled
    guard let overrider, promise.observed != nil, promise.isOpen else { return settled }
    return overrider.outcome(settled, of: promise)
  }

  func settled(
    _ promise: PromiseCore, _ settled: Settled, description: String?, isOwn: Bool,
    hasHandlers: Bool
  ) {
    #if !PROMISE_NO_GATE
      if let gate, let description { gate.settled(promise, settled.outcome, description) }
    #endif
    if isOwn, !settled.isCancellation { mark(promise) }
    if let dialect, case .rejected(let rejection) = settled {
      dialect.noteRejection(rejection, of: promise, hasHandlers: hasHandlers)
    }
  }

  func reportsSecondResolution(of promise: PromiseCore) -> Bool {
    dialect?.noteSecondResolution(of: promise) ?? true
  }

  func adopt(
    _ inner: PromiseCore, by outer: PromiseCore, at site: CallSite?, isPassingError: Bool
  ) -> Bool? {
    dialect.map { outer.adopt(inner, at: site, isPassingError: isPassingError, as: $0) }
  }

  func unhandled(_ rejection: Rejection) {
    accessTracker?.reportUnhandled(BoundedText.describing(rejection.error))
  }
}

// MARK: - Handlers

extension Instruments {
  func target(of handler: OperationHandler) -> OperationHandler.Target {
    dialect.map { handler.target(as: $0) } ?? handler.target
  }

  func attach(
    _ handler: OperationHandler, to parent: PromiseCore, settling child: PromiseCore,
    on queue: QueueID
  ) -> Bool {
    guard let dialect else { return false }
    parent.attach(handler, settling: child, on: queue, as: dialect)
    return true
  }

  func skip(
    _ child: PromiseCore, _ passed: Settled, from source: PromiseCore?, of parent: PromiseCore,
    reason: PromiseEvent.SkipReason
  ) -> Bool {
    guard let dialect else { return false }
    child.skip(passed, from: source, of: parent, reason: reason, as: dialect)
    return true
  }

  func runInline(_ body: () -> Void) {
    dialect.map { $0.nested(body) } ?? body()
  }

  func finish(
    _ handler: OperationHandler, _ reaction: Reaction, after settled: Settled
  ) -> Bool {
    dialect.map { handler.finishCleanup(reaction, after: settled, as: $0) } ?? false
  }
}

// MARK: - Jobs and timers

extension Instruments {
  func delay(ofJobFor promise: PromiseCore?) -> Int64 {
    shuffle?.delay(of: promise?.shuffleName("job") ?? 0) ?? 0
  }

  func delayStart(by delay: Int64, in environment: PromiseEnvironment) {
    let longest = environment.executor.isOnMain ? Shuffle.longestOnMain : .max
    environment.executor.work(for: min(delay, longest))
  }

  func begins(_ promise: PromiseCore, isHandler: Bool) {
    guard let accessTracker else { return }
    let site = promise.site
    accessTracker.begin(
      promise.label?.text, at: site.line &* 1024 &+ UInt32(site.column))
    if isHandler { mark(promise) }
  }

  func runsCode(accessing declared: DeclaredAccess?) {
    accessTracker?.runsCode(accessing: declared)
  }

  func timer(due: Int64, of promise: PromiseCore) -> (due: Int64, late: Int64) {
    let changed = overrider?.due(due, of: promise) ?? due
    let late = shuffle?.delay(of: promise.shuffleName("timer")) ?? 0
    return (dialect?.due(changed, now: promise.environment.executor.now) ?? changed, late)
  }
}

// MARK: - Fan-ins

extension Instruments {
  func plan(_ plan: FanInPlan, of promise: PromiseCore, inputs count: Int) -> FanInPlan? {
    dialect.map { $0.plan(plan, of: promise, inputs: count) } ?? plan
  }

  func handler(
    _ handler: Handler, of input: PromiseCore, settling promise: PromiseCore?,
    receiving settlement: (@Sendable (Settled) -> Settled)?
  ) -> Handler {
    guard let dialect else { return handler }
    dialect.noteHandler(of: input, settling: promise)
    return PostponedHandler(handler, at: .receivingInput, as: dialect, settlement: settlement)
  }

  func mark(_ promise: PromiseCore?) { accessTracker?.mark(promise?.label?.text) }
}

// MARK: - Other state

extension Instruments {
  func touchContexts() { accessTracker?.touch(.contexts) }
  func touchEverything() { accessTracker?.touchEverything() }
  func leavesSimulation() { accessTracker?.leavesSimulation() }
  func note(_ text: String) { accessTracker?.say(text) }

  func labelAndKind(of queue: DispatchQueue) -> (String, PromiseEvent.QueueKind?)? {
    accessTracker?.labels.labelAndKind(of: queue)
  }
}
