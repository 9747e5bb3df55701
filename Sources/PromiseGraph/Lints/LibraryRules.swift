import PromiseEvents

/// The rules of another library by which orders are compared: what a warning needs of a dialect.
///
/// A rule that is not known of the library is that of PromiseKitLite, so that nothing is reported about it.
package struct LibraryRules: Hashable, Sendable {
  /// The library's name as readers see it: `PromiseKit`.
  package var title: String
  /// Whether what follows from a handler runs before the handlers that were attached after it.
  package var isDepthFirst = false
  /// Whether a promise that waits for another one can only settle as that one does.
  package var locksIn = true
  /// Whether a handler runs inside the call that settles or attaches.
  package var runsInside = false
  /// How many jobs a skipped link, an adoption, and an input of a fan-in take before what follows is queued.
  package var skipJobs = 0
  package var adoptionJobs = 0
  package var inputJobs = 0

  package init(title: String) { self.title = title }

  /// PromiseKit 8, whose names this library has.
  package static let promiseKit: LibraryRules = {
    var rules = LibraryRules(title: "PromiseKit")
    rules.isDepthFirst = true
    rules.locksIn = false
    return rules
  }()

  /// Whether something takes a job that takes none here.
  var hasDelays: Bool { skipJobs > 0 || adoptionJobs > 0 || inputJobs > 0 }
}

/// How many jobs lie between the start of some work and each handler, by the rules of another library.
///
/// Jobs that follow from one step, all of them on one queue, run in the order of these numbers: a job enqueues
/// those with the next number.
struct OrderLevels: Equatable, Sendable {
  /// The place of a job.
  struct Level: Hashable, Sendable {
    /// The step that began the work.
    var root: Int
    /// The number of jobs since then.
    var depth: Int
    var queue: QueueID
  }

  /// A handler, and its place.
  private struct Place: Hashable, Sendable {
    var level: Level
    var child: PromiseID
  }

  /// The places of the jobs that have not started.
  private var waiting: [JobID: Level] = [:]
  /// The place of the job that started last on each thread, with its step.
  private var running: [Int: (step: Int, level: Level)] = [:]
  /// For each queue, the handler with the most jobs before it among those that follow from the newest work.
  private var last: [QueueID: Place] = [:]

  static func == (a: OrderLevels, b: OrderLevels) -> Bool {
    a.waiting == b.waiting && a.last == b.last
      && a.running.mapValues(\.level) == b.running.mapValues(\.level)
  }

  /// Returns the place of a job that settles `child`, which code on `thread` is enqueuing on `queue`.
  func level(
    of child: PromiseID, on queue: QueueID, thread: ThreadID?, in graph: Graph,
    _ rules: LibraryRules
  ) -> Level {
    let step = graph.currentStep(on: thread)
    let extra = graph.jobs(before: child, on: thread, by: rules)
    guard let running = running[graph.threadNumber(thread)], running.step == step,
      running.level.queue == queue
    else { return Level(root: step, depth: extra, queue: queue) }
    return Level(root: running.level.root, depth: running.level.depth + 1 + extra, queue: queue)
  }

  /// Returns a handler that is ahead here, but behind a job at `level` by the rules of the other library.
  func overtaken(by level: Level) -> PromiseID? {
    guard let last = last[level.queue], last.level.root == level.root,
      last.level.depth > level.depth
    else { return nil }
    return last.child
  }

  /// Adds a job that is enqueued.
  mutating func add(_ job: JobID, settling child: PromiseID, at level: Level) {
    waiting[job] = level
    let isBehind = last[level.queue].map {
      $0.level.root == level.root && $0.level.depth >= level.depth
    }
    if isBehind != true { last[level.queue] = Place(level: level, child: child) }
  }

  /// Notes that a job starts on `thread`.
  mutating func start(_ job: JobID, on thread: ThreadID?, in graph: Graph) {
    guard let level = waiting.removeValue(forKey: job) else { return }
    running[graph.threadNumber(thread)] = (graph.currentStep(on: thread), level)
  }
}

extension Graph {
  /// The number of the step that runs on `thread`; 0 before the first.
  fileprivate func currentStep(on thread: ThreadID?) -> Int {
    threadTables.steps.read(threadNumber(thread)) { $0 } ?? 0
  }

  /// Returns how many jobs another library takes between what this step has done so far and the moment at which
  /// it enqueues the handler that settles `child`, where this library takes none.
  fileprivate func jobs(
    before child: PromiseID, on thread: ThreadID?, by rules: LibraryRules
  ) -> Int {
    let begin = step(currentStep(on: thread))?.sequence ?? 0
    let isNew = { (moment: Moment?) in
      moment.map { $0.sequence >= begin && $0.thread == thread } ?? false
    }
    var count = 0
    var next = parent(of: child)
    for _ in 0..<Self.mostLinks {
      guard let promise = next, isNew(read(promise) { $0.settled } ?? nil) else { break }
      if read(promise, { $0.skipped }) ?? nil != nil {
        count += rules.skipJobs
        next = parent(of: promise)
      } else if let inner = read(promise, { $0.adopted }) ?? nil {
        // One job attaches the outer promise, and one settles it. The first has run if that was earlier.
        let isAttached = !isNew(read(promise) { $0.adoptedAt } ?? nil)
        count += isAttached ? rules.adoptionJobs / 2 : rules.adoptionJobs
        next = inner
      } else if read(promise, { $0.creation.operation.isFanIn }) == true {
        count += rules.inputJobs
        next = read(promise) { $0.settlement?.from } ?? nil
      } else {
        break
      }
    }
    return count
  }

  private static var mostLinks: Int { 32 }
}
