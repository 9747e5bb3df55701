import PromiseKitLite

/// One simulated queue: the waiting jobs, and the workers that run them.
struct WorkerPool {
  let queue: QueueID
  /// A Boolean value that indicates whether the current run has used the queue.
  private(set) var isKnown = false
  /// The end of its line, for the access tracker.
  private(set) var line = AccessTracker.Place.nowhere
  private var width = 1
  /// A Boolean value that indicates whether its jobs ever run.
  private var isDrained = true
  /// Its place among the queues of the event loop; `nil` if it has threads of its own.
  private(set) var rank: Int?
  private var waiting = Deque<Waiting>()
  /// The numbers of the workers that have run a job and are free; the lowest is used first.
  private var free = Heap<Int>()
  /// The thread of each worker that has ever run a job.
  private var threads: [ThreadID] = []

  /// A job in the line.
  struct Waiting {
    var id: JobID
    var job: any Job
  }

  /// Creates a queue that no run has used.
  init(queue: QueueID) { self.queue = queue }

  /// Ends the run that used the queue, but keeps the memory.
  mutating func end() {
    isKnown = false
    waiting.removeAll()
    free.removeAll()
    threads.removeAll(keepingCapacity: true)
  }

  /// Becomes a queue with `width` workers; `first` is the thread of the first worker, if that thread
  /// already exists.
  mutating func begin(
    width: Int, line: AccessTracker.Place, first: ThreadID? = nil, isDrained: Bool = true,
    rank: Int? = nil
  ) {
    self.rank = rank
    self.isDrained = isDrained
    isKnown = true
    self.line = line
    self.width = width
    if let first {
      threads.append(first)
      free.insert(0)
    }
  }

  /// The job that can start now; `nil` if no job waits, no worker is free, or the queue's jobs
  /// never run.
  var ready: JobID? { isDrained && hasFreeWorker ? waiting.first?.id : nil }

  /// A Boolean value that indicates whether a job can start now.
  var isReady: Bool { isDrained && hasFreeWorker && !waiting.isEmpty }

  /// The choice to start it.
  var start: Choice? { ready.map { .start(queue: queue, job: $0) } }

  /// A Boolean value that indicates whether a worker is free.
  var hasFreeWorker: Bool { !free.isEmpty || threads.count < width }

  /// A Boolean value that indicates whether no job waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Appends a job to the line.
  mutating func append(_ job: Waiting) { waiting.append(job) }

  /// Takes the first job and the worker that runs it, which gets a thread of its own the first
  /// time.
  mutating func start(_ numbers: inout ThreadNumbers) -> (job: Waiting, worker: Worker)? {
    guard isReady, let job = waiting.popFirst() else { return nil }
    return (job, occupy(&numbers))
  }

  /// Takes a worker, whether or not a job waits.
  mutating func occupy(_ numbers: inout ThreadNumbers) -> Worker {
    if let number = free.popMin() {
      return Worker(queue: queue, number: number, thread: threads[number])
    }
    let thread = numbers.next()
    threads.append(thread)
    return Worker(queue: queue, number: threads.count - 1, thread: thread)
  }

  /// Marks the worker as free.
  mutating func release(_ worker: Worker) { free.insert(worker.number) }
}

/// A worker of a queue, which runs jobs on a thread of its own.
struct Worker: Sendable {
  var queue: QueueID
  var number: Int
  var thread: ThreadID
}

/// Numbers the simulated threads in the order in which they are first used.
struct ThreadNumbers: Sendable {
  /// The thread of the main program and of the main queue.
  static let main = ThreadID(1)
  private var last = main.rawValue

  /// Returns a new thread.
  mutating func next() -> ThreadID {
    last += 1
    return ThreadID(last)
  }
}
