import Dispatch

/// What an environment does in addition to running jobs and posting events.
///
/// The environment of an ordinary program has no hooks: each question costs it one branch, and only
/// if the environment is observed. A simulation, an exploration, a gate, and shuffled delays have
/// them. They are instruments above Core, which Core does not know: it calls these functions at the
/// moment that each of them describes, on the thread on which that happens, and with no lock held.
protocol Hooks: AnyObject, Sendable {
  /// The executor of the process's own environment; `nil` for Dispatch's queues and clock.
  var executor: (any Executor)? { get }
  /// Whether promises have names even without an observer.
  var namesPromises: Bool { get }
  /// Whether what the run does is tracked, with or without an observer.
  var isTracking: Bool { get }

  /// The environment that asks the hooks was created.
  func serve(_ environment: PromiseEnvironment)
  /// The first promise of the process is about to be created.
  func beginProcess()
  /// The environment becomes that of another run.
  func restart()

  // MARK: Promises

  /// `promise`, which is observed, was created, and has a name.
  func created(
    _ promise: PromiseCore, _ operation: PromiseEvent.Operation,
    of parents: @autoclosure () -> [PromiseID])
  /// The state of the promise with this number is about to be read or changed.
  func touch(promise number: UInt32)
  /// Returns the settlement of `promise` when its body, resolver, or handler settles it with
  /// `settled`.
  func settlement(_ settled: Settled, of promise: PromiseCore) -> Settled
  /// `promise` was settled, and its handlers are not notified yet. If it is observed, `description`
  /// is the text of the value or the error. `isOwn` is whether the settlement is new or adopted,
  /// rather than passed on from its parent.
  func settled(
    _ promise: PromiseCore, _ settled: Settled, description: String?, isOwn: Bool,
    hasHandlers: Bool)
  /// Returns whether to report a second resolution of `promise`.
  func reportsSecondResolution(of promise: PromiseCore) -> Bool
  /// Locks `outer` in to `inner`. Returns whether it was pending; `nil` if Core is to do that.
  func adopt(
    _ inner: PromiseCore, by outer: PromiseCore, at site: CallSite?, isPassingError: Bool
  ) -> Bool?
  /// No handler handled `rejection`, which is about to be reported.
  func unhandled(_ rejection: Rejection)

  // MARK: Handlers

  /// Returns where `handler` runs.
  func target(of handler: OperationHandler) -> OperationHandler.Target
  /// Attaches `handler`, which settles `child` and runs on `queue`, to `parent`. Returns `false` if
  /// Core is to do that.
  func attach(
    _ handler: OperationHandler, to parent: PromiseCore, settling child: PromiseCore,
    on queue: QueueID
  ) -> Bool
  /// Passes the settlement `passed` of `parent` on to `child`, whose handler is skipped. Returns
  /// `false` if Core is to do that.
  func skip(
    _ child: PromiseCore, _ passed: Settled, from source: PromiseCore?, of parent: PromiseCore,
    reason: PromiseEvent.SkipReason
  ) -> Bool
  /// Runs `body`, which runs an inline handler.
  func runInline(_ body: () -> Void)
  /// Applies the reaction of `handler`, which read `settled`. Returns `false` if Core is to do that.
  func finish(_ handler: OperationHandler, _ reaction: Reaction, after settled: Settled) -> Bool

  // MARK: Jobs and timers

  /// Returns by how many nanoseconds the start of a job that settles `promise` is delayed.
  func delay(ofJobFor promise: PromiseCore?) -> Int64
  /// Delays the running job by as much.
  func delayStart(by delay: Int64, in environment: PromiseEnvironment)
  /// The start of a job that was enqueued was posted.
  func jobBegan()
  /// The handler, if `isHandler`, or other work that settles `promise` starts.
  func begins(_ promise: PromiseCore, isHandler: Bool)
  /// Code of the program starts, whose accesses are `declared`.
  func runsCode(accessing declared: DeclaredAccess?)
  /// Returns when a timer of `promise` fires that is to fire at `due`, and by how many nanoseconds
  /// it is late.
  func timer(due: Int64, of promise: PromiseCore) -> (due: Int64, late: Int64)

  // MARK: Fan-ins

  /// Returns when and with what a fan-in of `count` inputs settles; `nil` if it never does.
  func plan(_ plan: FanInPlan, of promise: PromiseCore, inputs count: Int) -> FanInPlan?
  /// Returns the handler by which the fan-in `promise` waits for `input`, instead of `handler`.
  /// `settlement` converts what it receives.
  func handler(
    _ handler: Handler, of input: PromiseCore, settling promise: PromiseCore?,
    receiving settlement: (@Sendable (Settled) -> Settled)?
  ) -> Handler
  /// `promise` is about to settle as its input did.
  func mark(_ promise: PromiseCore?)

  // MARK: Other state

  /// The cancel contexts are read or changed.
  func touchContexts()
  /// Something on which everything depends is changed.
  func touchEverything()
  /// Work starts that does not run on a queue of the library.
  func leavesSimulation()
  /// The program adds a note.
  func note(_ text: String)
  /// Returns the label under which a queue is shown and its kind; `nil` if Core is to look.
  func labelAndKind(of queue: DispatchQueue) -> (String, PromiseEvent.QueueKind?)?
}

/// The hooks of the environments that Core makes itself. They come from Instruments, above Core, because Swift runs no
/// code before the first promise that could hand them over.
protocol HookSource {
  /// The hooks of the environment of an ordinary program.
  static var hooksOfProcess: (any Hooks)? { get }
  /// The hooks of an environment that an ordinary program creates.
  static var hooksOfOtherEnvironments: (any Hooks)? { get }
}
