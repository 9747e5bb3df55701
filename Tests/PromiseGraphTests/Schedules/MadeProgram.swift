import PromiseKitLite

@testable import PromiseGraph
@testable import PromiseInsight

/// A made-up program whose jobs enqueue each other. It runs in any order that its queues allow.
struct MadeProgram {
  /// A job, or a timer if it has no queue.
  struct Work {
    var name: String
    /// The number of its serial queue.
    var queue: Int?
    /// The jobs and timers that it enqueues, in order.
    var enqueues: [Int] = []
  }

  var works: [Work]
  /// What the main program enqueues.
  var roots: [Int]

  /// Returns the events of a run in which what is named first starts first, as far as the queues allow.
  ///
  /// - Parameter most: How many start before the program ends.
  func run(_ wanted: [JobSchedule.Step] = [], most: Int = .max) -> [PromiseEvent] {
    var run = MadeRun(works)
    for root in roots { run.enqueue(root) }
    var wanted = wanted.filter { !$0.isLater }[...]
    for _ in 0..<min(works.count, most) {
      guard let next = run.next(wanted.first) else { break }
      if let step = wanted.first, run.step(of: next).isSame(as: step) { wanted.removeFirst() }
      run.perform(next)
    }
    return run.stream.events
  }

  /// Searches for the smallest change; `fails` judges the names in the order in which they started.
  func search(
    from start: [String], guides: [[String]] = [], times: Int = 3, runs: Int = 300,
    fails: ([String]) -> Bool
  ) -> ScheduleSearch {
    let base = RunStarts(run(steps(start)))
    var search = ScheduleSearch(
      from: base, fails: fails(base.steps.names), guides: guides.map { RunStarts(run(steps($0))) },
      times: times)
    while search.runs < runs, let schedule = search.next() {
      let steps = RunStarts(run(schedule.steps)).steps
      search.add(.init(fails: fails(steps.names), steps: steps), of: schedule)
    }
    return search
  }

  /// Returns the starts with these names.
  func steps(_ names: [String]) -> [JobSchedule.Step] {
    names.map { name in
      JobSchedule.Step(
        .init(
          label: name, site: nil, isTimer: works.first { $0.name == name }?.queue == nil),
        occurrence: 0)
    }
  }
}

extension [JobSchedule.Step] {
  /// The labels.
  var names: [String] { map { $0.name.label ?? "?" } }
}

/// A run of a made-up program.
private struct MadeRun {
  let works: [MadeProgram.Work]
  var stream = EventStream()
  /// What is enqueued, with its number in the events.
  private var waiting: [(work: Int, number: Int)] = []
  private var numbers = 0

  init(_ works: [MadeProgram.Work]) {
    self.works = works
    for queue in Set(works.compactMap(\.queue)).sorted() {
      stream.declare(QueueID(queue), "queue \(queue)")
    }
  }

  func step(of place: Int) -> JobSchedule.Step {
    let work = works[waiting[place].work]
    return JobSchedule.Step(
      .init(label: work.name, site: nil, isTimer: work.queue == nil), occurrence: 0)
  }

  mutating func enqueue(_ work: Int) {
    numbers += 1
    let promise = PromiseID(work + 1)
    stream.create(promise, .pending, works[work].name)
    if let queue = works[work].queue {
      waiting.append((work, stream.enqueue(promise, on: QueueID(queue)).rawValue))
    } else {
      stream.post(.timerScheduled(timer: TimerID(numbers), promise: promise, due: 0))
      waiting.append((work, numbers))
    }
  }

  /// Returns what starts next: what is wanted if its queue allows that, or else the first that can.
  func next(_ wanted: JobSchedule.Step?) -> Int? {
    let possible = waiting.indices.filter { place in
      let queue = works[waiting[place].work].queue
      return queue == nil || waiting.firstIndex { works[$0.work].queue == queue } == place
    }
    return possible.first { place in wanted.map { step(of: place).isSame(as: $0) } ?? false }
      ?? possible.first
  }

  mutating func perform(_ place: Int) {
    let (work, number) = waiting.remove(at: place)
    let promise = PromiseID(work + 1)
    stream.time += 1
    stream.thread = ThreadID(works[work].queue.map { $0 + 1 } ?? 100)
    if let queue = works[work].queue {
      stream.start(JobID(number), promise, on: QueueID(queue))
    } else {
      stream.post(.timerFired(timer: TimerID(number), promise: promise))
    }
    for effect in works[work].enqueues { enqueue(effect) }
    if let queue = works[work].queue {
      stream.end(JobID(number), promise, on: QueueID(queue))
    }
    stream.thread = 1
  }
}
