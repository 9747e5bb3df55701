import Dispatch
import Synchronization

/// What promises run in: the default queues, the clock, and who observes them.
///
/// A promise that begins a chain takes the environment that is current where it is made; every
/// promise, job, timer and event that follows from it uses the same one. In an ordinary program that
/// is ``shared``. A test or a simulation makes its own, and two of them run side by side:
///
/// ```swift
/// let environment = PromiseEnvironment(observers: [RecordingObserver()])
/// environment.run {
///   firstly { login() }.done { show($0) }.catch { alert($0) }
/// }
/// ```
public final class PromiseEnvironment: Sendable {
  package let executor: any Executor
  package let bus: EventBus
  /// Who is told what the steps of a simulated run touch, for an exploration.
  package let witness: Witness?
  /// Who changes a simulated run by hand.
  package let intervener: (any Intervener)?
  /// Who delays jobs and timers; hardly any environment has one.
  package let shuffle: Shuffle?
  /// The name of the inline queue, as soon as it has one.
  private let inline = Atomic<Int>(0)
  private let queues = Mutex(Queues())
  private let declared = Mutex<[String: PromiseEvent.QueueKind]>([:])
  private let state = Mutex(State())
  /// It is the environment of an ordinary program.
  let isShared: Bool
  /// The catch policy, which every catch reads.
  private let catchesAll = Atomic<Bool>(false)

  private struct State {
    var defaults = Defaults.standard
    var logHandler: (@Sendable (LogEvent) -> Void)?
    var warningHandler: (@Sendable (PromiseWarning) -> Void)?
    /// The places that a line on the error stream was about.
    var reported: Set<Report> = []
    var later: [Told] = []
  }

  /// The names of the queues in the events.
  private struct Queues {
    var byLabel: [String: QueueID] = [:]
    /// What was found out about each queue, in the order of their numbers.
    var known: [KnownQueue] = []
    /// The few that were asked for first, by the object: to ask one for its label makes a string.
    var objects: [(queue: DispatchQueue, id: QueueID)] = []

    /// The name of `queue`, if it is one of the few.
    func id(of queue: DispatchQueue) -> QueueID? {
      for known in objects where known.queue === queue { return known.id }
      return nil
    }

    /// Keeps the name of `queue`, if there is room.
    mutating func remember(_ queue: DispatchQueue?, as id: QueueID) {
      guard let queue, objects.count < 8, self.id(of: queue) == nil else { return }
      objects.append((queue, id))
    }
  }

  /// A queue that has a name in the events.
  private struct KnownQueue {
    let label: String
    let kind: PromiseEvent.QueueKind
    let assumed: Bool

    /// What tells of it.
    func declared(as id: QueueID) -> PromiseEvent.Kind {
      .queueDeclared(queue: id, label: label, kind: kind, assumed: assumed)
    }
  }

  /// The queues of handlers that name none; none means inline. Main, unless it is set.
  ///
  /// ```swift
  /// let environment = PromiseEnvironment(observers: [])
  /// var defaults = PromiseEnvironment.Defaults()
  /// defaults.map = .global()
  /// environment.defaults = defaults
  /// ```
  public struct Defaults: Sendable {
    /// For then, map, compactMap, recover and tap.
    public var map: (any Dispatcher)? = .main
    /// For done, get, catch, ensure and finally.
    public var `return`: (any Dispatcher)? = .main
    /// For `on: .background`. Dispatch's global queue, unless it is set; JPromise calls it the default
    /// queue of `j_thenAsync`.
    public var background: (any Dispatcher)? = .global()
    /// Main twice, and the global queue.
    public init() {}
    /// The same, made once.
    fileprivate static let standard = Defaults()
  }

  /// Something that is told about a promise at the end of the turn.
  private struct Told: Sendable {
    let promise: PromiseID
    let tell: @Sendable () -> Void
  }

  package init(
    executor: any Executor, observers: [any PromiseObserver], witness: Witness? = nil,
    intervener: (any Intervener)? = nil, shuffle: Shuffle? = nil
  ) {
    self.executor = executor
    self.shuffle = shuffle
    self.witness = witness
    self.intervener = intervener
    bus = EventBus(observers: observers)
    isShared = false
    Activity.begin()
  }

  /// The shared one: nobody has to look it up, so that it does not count as activity.
  private init() {
    executor = DispatchExecutor()
    bus = EventBus(observers: [])
    witness = nil
    intervener = nil
    shuffle = .ofProcess
    isShared = true
  }

  /// An environment on Dispatch's queues and clock whose events go to `observers`.
  public convenience init(observers: [any PromiseObserver]) {
    self.init(executor: DispatchExecutor(), observers: observers, shuffle: .ofProcess)
  }

  deinit { if !isShared { Activity.end() } }

  /// The environment of an ordinary program.
  public static let shared = PromiseEnvironment()

  /// The environment of the task or job that is running; ``shared`` elsewhere.
  public static var current: PromiseEnvironment { Context.current?.environment ?? .shared }

  /// Runs `body` with this environment as the current one.
  ///
  /// - Parameter body: Runs at once, on the calling thread.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func run<R>(_ body: () throws -> R) rethrows -> R {
    try bind(queue: nil, cancellation: Context.current?.cancellation, body)
  }

  /// The default queues. A change holds for links that are made later.
  public var defaults: Defaults {
    get { state.withLock { $0.defaults } }
    set {
      witness?.touchEverything()
      change { state in
        defer { state.defaults = newValue }
        return state.defaults
      }
    }
  }

  /// Which errors a catch or a recover takes that names no policy. A change holds for links that are
  /// made later.
  public var catchPolicy: CatchPolicy {
    get { catchesAll.load(ordering: .relaxed) ? .allErrors : .allErrorsExceptCancellation }
    set {
      witness?.touchEverything()
      catchesAll.store(newValue == .allErrors, ordering: .relaxed)
    }
  }

  /// Says of which kind the queue named `label` is: Dispatch tells it of main and the global queues
  /// alone, and any other is assumed to be serial.
  public func declare(queue label: String, kind: PromiseEvent.QueueKind) {
    witness?.touchEverything()
    declared.withLock { $0[label] = kind }
  }
}

// MARK: - Inside

extension PromiseEnvironment {
  /// Runs `body` as a job of `queue` runs.
  package func bind<R>(
    queue: QueueID?, job: JobID? = nil, _ body: () throws -> R
  ) rethrows -> R {
    try bind(queue: queue, job: job, cancellation: nil, body)
  }

  /// Runs `body` as a job of `queue` runs whose chain `cancellation` cancels.
  func bind<R>(
    queue: QueueID?, job: JobID? = nil, cancellation: CancelContext?, _ body: () throws -> R
  ) rethrows -> R {
    try Context.$bound.withValue(
      Context(environment: self, queue: queue, job: job, cancellation: cancellation),
      operation: body)
  }

  /// Runs `body` as a part of the running job, outside any context that cancels that.
  func bindAgain<R>(_ body: () throws -> R) rethrows -> R {
    guard let context = Context.current, context.environment === self else {
      return try bind(queue: nil, body)
    }
    return context.cancellation == nil
      ? try body() : try bind(queue: context.queue, job: context.job, body)
  }

  /// Puts a closure on a queue; `nil` runs it at once.
  func dispatch(_ body: @escaping @Sendable () -> Void, on dispatcher: (any Dispatcher)?) {
    guard let dispatcher else {
      witness?.runsCode(touching: nil)
      return body()
    }
    let job = Job(id: nil) { [witness] in
      witness?.runsCode(touching: dispatcher.declaredTouching)
      body()
      return {}
    }
    executor.enqueue(job, on: dispatcher, queue: nil, in: self)
  }

  /// The queue's name in the events, told at first sight.
  package func queue(of dispatcher: (any Dispatcher)?) -> QueueID {
    guard let dispatcher else { return inlineQueue }
    return queue(of: dispatcher)
  }

  /// The name of what runs inline.
  var inlineQueue: QueueID {
    let known = inline.load(ordering: .relaxed)
    if known != 0 { return QueueID(known) }
    let id = queue(of: ImmediateDispatcher() as any Dispatcher)
    inline.store(id.rawValue, ordering: .relaxed)
    return id
  }

  func queue(of dispatcher: any Dispatcher) -> QueueID {
    let object = dispatcher as? DispatchQueue
    if let object, let known = queues.withLock({ $0.id(of: object) }) { return known }
    let label = witness?.labels.label(of: dispatcher) ?? QueueName.shown(dispatcher.label)
    let known = queues.withLock { queues -> QueueID? in
      guard let id = queues.byLabel[label] else { return nil }
      queues.remember(object, as: id)
      return id
    }
    if let known { return known }
    let own = declared.withLock { $0.isEmpty ? nil : $0[label] } ?? dispatcher.kind
    let (kind, assumed) = executor.kind(ofQueue: label, declared: own)
    let (id, event) = queues.withLock { queues -> (QueueID, PromiseEvent?) in
      if let id = queues.byLabel[label] { return (id, nil) }
      let id = QueueID(queues.byLabel.count + 1)
      let new = KnownQueue(label: label, kind: kind, assumed: assumed)
      queues.byLabel[label] = id
      queues.known.append(new)
      queues.remember(object, as: id)
      guard bus.isObserved else { return (id, nil) }
      return (id, self.event(new.declared(as: id)))
    }
    if let event { bus.post(event) }
    return id
  }

  /// Tells of the queues that have names already, to a recording that begins.
  func declareKnownQueues() {
    let events = queues.withLock { queues in
      queues.known.enumerated().map { event($1.declared(as: QueueID($0 + 1))) }
    }
    for event in events { bus.post(event) }
  }

  /// Calls `tell`, which tells that `promise` is gone: now, or in a simulation at the end of the turn.
  func tellEnd(of promise: PromiseID, _ tell: @escaping @Sendable () -> Void) {
    guard executor.tellsDeallocationsLater else { return tell() }
    state.withLock { $0.later.append(Told(promise: promise, tell: tell)) }
  }

  /// Tells of the promises that were freed during the turn, in the order of their names, as a part of
  /// what ran on `queue`.
  package func tellFreed(on queue: QueueID? = nil) {
    let later = state.withLock { state -> [Told] in
      guard !state.later.isEmpty else { return [] }
      defer { state.later = [] }
      return state.later
    }
    guard !later.isEmpty else { return }
    bind(queue: queue) {
      for told in later.sorted(by: { $0.promise < $1.promise }) { told.tell() }
    }
  }
}

// MARK: - Reports

extension PromiseEnvironment {
  /// What a line on the error stream is about, so that it is written once.
  fileprivate struct Report: Hashable {
    var kind: String
    var site: SourceSite
  }

  /// Receives PromiseKit's log events; see ``PMKConfiguration/logHandler``.
  public var logHandler: @Sendable (LogEvent) -> Void {
    get {
      let own = state.withLock { $0.logHandler }
      return own ?? { PromiseEnvironment.current.write($0) }
    }
    set {
      witness?.touchEverything()
      change { state in
        defer { state.logHandler = newValue }
        return state.logHandler
      }
    }
  }

  /// Receives probable mistakes with their places; see ``PMKConfiguration/warningHandler``.
  public var warningHandler: @Sendable (PromiseWarning) -> Void {
    get {
      let own = state.withLock { $0.warningHandler }
      return own ?? { PromiseEnvironment.current.write($0) }
    }
    set {
      witness?.touchEverything()
      change { state in
        defer { state.warningHandler = newValue }
        return state.warningHandler
      }
    }
  }

  /// A promise that is freed while pending is reported: to a handler of the program's, or to the error
  /// stream if there is no observer.
  var reportsLoss: Bool {
    !bus.hasObservers || state.withLock { $0.logHandler != nil || $0.warningHandler != nil }
  }

  /// Reports an error that was cauterized. Never under a lock.
  func log(_ event: LogEvent) {
    let handler = state.withLock { $0.logHandler }
    if let witness, handler != nil { witness.runsCode(touching: nil) }
    guard handler != nil || !bus.hasObservers else { return }
    ThreadState.current.report {
      bind(queue: runningQueue) { logHandler(event) }
    } nested: {
      write(event)
    }
  }

  /// Reports a warning to the handlers that the program has set, both if it has set both; if it has set
  /// none, to the error stream. Never under a lock.
  func warn(_ warning: PromiseWarning) {
    let event = warning.logEvent
    let (log, warn) = state.withLock { state in
      (event == nil ? nil : state.logHandler, state.warningHandler)
    }
    let hasHandler = log != nil || warn != nil
    if let witness, hasHandler { witness.runsCode(touching: nil) }
    guard hasHandler || !bus.hasObservers else { return }
    ThreadState.current.report {
      bind(queue: runningQueue) {
        if let event, let log { ThreadState.current.reporting(warning) { log(event) } }
        warn?(warning)
        if !hasHandler { write(warning) }
      }
    } nested: {
      write(warning)
    }
  }

  /// What the default log handler does. If the event comes from a warning, its place is in the line.
  private func write(_ event: LogEvent) {
    if let warning = ThreadState.current.reported, warning.kind == event.kind {
      return write(warning)
    }
    write(event.sentence, place: nil, kind: event.kind)
  }

  private func write(_ warning: PromiseWarning) {
    write("\(warning)", place: warning.place, kind: warning.kind)
  }

  /// Writes a line to the error stream, once for each kind and place, for so many places at most.
  private func write(_ text: String, place: PromiseWarning.Place?, kind: String) {
    // An observer is told of it; and where there is one, the terminal may be a picture.
    guard !bus.hasObservers, witness == nil else { return }
    let isNew = state.withLock { state in
      guard let site = place?.site else { return true }
      guard state.reported.count < 1000 else { return false }
      return state.reported.insert(Report(kind: kind, site: site)).inserted
    }
    if isNew { ErrorStream.write("PromiseKitLite: \(text)\n") }
  }

  /// Sets a value; the old one, which may be the last reference to something of the program's, is freed
  /// after unlocking.
  private func change<Value: Sendable>(_ swap: (inout State) -> Value) {
    let old = state.withLock { swap(&$0) }
    withExtendedLifetime(old) {}
  }
}
