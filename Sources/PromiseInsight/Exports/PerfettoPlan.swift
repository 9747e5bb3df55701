import PromiseEvents
import PromiseGraph

/// What a trace for Perfetto shows of a run, and which event follows from which. This is found before anything
/// is written, because an arrow must be named where it begins. O(events)
struct PerfettoPlan {
  /// The numbers of the first and the last event of the range.
  let range: ClosedRange<Int>
  /// The promises that are alive in the range, and the jobs that run in it.
  private(set) var promises: Set<PromiseID> = []
  private(set) var jobs: Set<JobID> = []
  /// The arrows that begin where a promise settles, and those that begin where a job starts.
  private(set) var arrowsOfPromise: [PromiseID: [UInt64]] = [:]
  private(set) var arrowsOfJob: [JobID: [UInt64]] = [:]
  /// The arrows that end at an event, by its number.
  private(set) var arrowsTo: [Int: [UInt64]] = [:]
  /// The chain of each promise, by its first promise that is shown.
  private var chains: [PromiseID: PromiseID] = [:]
  /// How many promises are in a chain.
  private(set) var chainCounts: [PromiseID: Int] = [:]

  init(_ events: [PromiseEvent], range: ClosedRange<Int>) {
    self.range = range
    let events = events.prefix { $0.sequence <= range.upperBound }
    choose(events)
    connect(events)
  }

  /// Returns the first promise of the chain that `promise` belongs to.
  func chain(of promise: PromiseID) -> PromiseID {
    var root = promise
    while let next = chains[root], next != root { root = next }
    return root
  }

  /// Chooses what is shown.
  private mutating func choose(_ events: ArraySlice<PromiseEvent>) {
    var over: Set<PromiseID> = []
    var overJobs: Set<JobID> = []
    for event in events.reversed() {
      let isInside = event.sequence >= range.lowerBound
      switch event.kind {
      case .created(let creation):
        if isInside || !over.contains(creation.promise) { promises.insert(creation.promise) }
      case .settled(let settlement):
        if isInside { promises.insert(settlement.promise) } else { over.insert(settlement.promise) }
      case .deallocated(let promise, let state, _):
        if state != .settled, !isInside { over.insert(promise) }
      case .jobStarted(let job, _, _):
        if isInside || !overJobs.contains(job) { jobs.insert(job) }
      case .jobEnded(let job, _, _, _):
        if isInside { jobs.insert(job) } else { overJobs.insert(job) }
      default: break
      }
    }
    // A promise that settles in the range had not ended before it; one that was never declared is left out.
    var declared: Set<PromiseID> = []
    var started: Set<JobID> = []
    for event in events {
      if case .created(let creation) = event.kind { declared.insert(creation.promise) }
      if case .jobStarted(let job, _, _) = event.kind { started.insert(job) }
    }
    promises.formIntersection(declared)
    jobs.formIntersection(started)
  }

  /// Finds the arrows and the chains.
  private mutating func connect(_ events: ArraySlice<PromiseEvent>) {
    var settled: Set<PromiseID> = []
    var parents: [PromiseID: PromiseID] = [:]
    var adopted: [PromiseID: PromiseID] = [:]
    var running: [PromiseID: JobID] = [:]
    func isShown(_ promise: PromiseID) -> Bool {
      promises.contains(promise) && settled.contains(promise)
    }
    for event in events {
      switch event.kind {
      case .created(let creation):
        for parent in creation.parents { join(creation.promise, parent) }
      case .inputAdded(let fanIn, _, let input): join(fanIn, input)
      case .handlerAttached(let parent, let child, _, _): parents[child] = parent
      case .adopted(let outer, let inner):
        adopted[outer] = inner
        join(outer, inner)
      case .jobStarted(let job, let child, _):
        guard let child, jobs.contains(job) else { continue }
        running[child] = job
        if let parent = parents[child], isShown(parent) { connect(parent, to: event) }
      case .handlerSkipped(let parent, let child, _):
        if isShown(parent), promises.contains(child) { connect(parent, to: event) }
      case .inputSettled(let fanIn, _, let input, _), .inputIgnored(let fanIn, _, let input, _):
        if isShown(input), promises.contains(fanIn) { connect(input, to: event) }
      case .settled(let settlement):
        let promise = settlement.promise
        guard promises.contains(promise), settled.insert(promise).inserted else { continue }
        if let inner = adopted[promise], isShown(inner) { connect(inner, to: event) }
        if let job = running[promise] {
          let arrow = UInt64(bitPattern: Int64(event.sequence)) | 1 << 62
          arrowsOfJob[job, default: []].append(arrow)
          arrowsTo[event.sequence, default: []].append(arrow)
        }
      default: break
      }
    }
    for promise in promises { chainCounts[chain(of: promise), default: 0] += 1 }
  }

  private mutating func connect(_ promise: PromiseID, to event: PromiseEvent) {
    let arrow = UInt64(bitPattern: Int64(event.sequence))
    arrowsOfPromise[promise, default: []].append(arrow)
    arrowsTo[event.sequence, default: []].append(arrow)
  }

  /// Joins two promises: the chain of both is that of the older one.
  private mutating func join(_ a: PromiseID, _ b: PromiseID) {
    guard promises.contains(a), promises.contains(b) else { return }
    let (first, second) = (chain(of: a), chain(of: b))
    guard first != second else { return }
    chains[max(first, second)] = min(first, second)
    // Shortens the paths, so that long chains stay fast.
    for promise in [a, b] { chains[promise] = min(first, second) }
    chains[min(first, second)] = nil
  }
}
