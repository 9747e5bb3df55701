import PromiseEvents
import PromiseGraph

/// A beat without its caption and duration: what happens, and at which events.
struct BeatSketch {
  /// What happens.
  enum Content {
    /// The program creates promises, and no handler has run.
    case build(promises: Int)
    /// Time passes until the next event.
    case wait(Activity)
    /// A handler or a body runs.
    case run(Running)
    /// Promises settle the same way, each because of the one before it.
    case settle([PromiseID], PromiseEvent.Settlement)
    /// A fan-in settles.
    case decide(PromiseEvent.Settlement)
    /// Links are skipped.
    case skip([PromiseID])
    /// The program prints something: a job that has printed before, or code outside a handler.
    case note(String, by: JobID?)
    /// A promise adopts another one.
    case adopt(PromiseID, PromiseID)
    /// Another event, as its narration.
    case event(Narration)
    /// A warning arises.
    case warning(Warning)
    /// Several of these, which are only counted.
    case several(Tally)
    /// The run has ended, with so many promises in each state.
    case end(StateCounts)
  }

  /// Whether it is a beat for a warning.
  var isWarning: Bool { if case .warning = content { true } else { false } }

  /// What goes on while time passes.
  struct Activity {
    /// The jobs that run, each with its queue.
    var running: [(job: JobID, queue: QueueID)] = []
    /// The jobs that wait for a running one, each with its queue.
    var waiting: [(job: JobID, queue: QueueID)] = []
    /// How many jobs run and wait, even if not all of them are listed.
    var runningCount = 0
    var waitingCount = 0
    /// The promise of the timer that fires next, and how many timers are set.
    var timer: PromiseID?
    var timerCount = 0
    /// Whether the same job runs as in the time before.
    var isStill = false
    /// What reads the promise that the only running job or, if none runs, the timer settles.
    var readers = Readers()

    /// Collects what goes on in the state `graph`.
    init(_ graph: Graph) {
      for queue in graph.queues(listing: Self.mostListed, first: Self.mostQueues) {
        running += queue.running.map { ($0, queue.id) }
        waiting += queue.waiting.map { ($0, queue.id) }
        runningCount += queue.runningCount
        waitingCount += queue.waitingCount
      }
      timer = graph.pendingTimers.first { _ in true }?.promise
      timerCount = graph.pendingTimers.reduce(0) { count, _ in count + 1 }
      let awaited = runningCount == 0 ? timer : running.first.flatMap { graph.job($0.job)?.child }
      if runningCount < 2, let awaited { readers = graph.readers(of: awaited) }
    }

    /// The most jobs of a queue, readers and queues that are examined.
    private static let mostListed = 4
    private static let mostQueues = 100
  }

  /// What follows at the same instant from the promise that a beat settles.
  enum Effect {
    /// A handler is enqueued, or runs inline: its promise, its queue, how many jobs are there already, and the
    /// one that it has to wait for.
    case enqueued(PromiseID, QueueID, ahead: Int, behind: JobID?, isSerial: Bool)
    /// A fan-in counts it, and waits for so many others of so many.
    case counted(PromiseID, by: PromiseID, open: Int, of: Int)
    /// A fan-in that has settled already ignores it.
    case ignored(by: PromiseID)
  }

  /// A job that runs, and what it does at the instant at which it starts.
  struct Running {
    var job: JobID
    var promise: PromiseID?
    var queue: QueueID
    var isInline: Bool
    /// How many jobs of the promise have started, with this one.
    var time: Int
    /// Whether it ends at that instant.
    var hasEnded = false
    var ending: PromiseEvent.JobEnding?
    /// What it prints first.
    var note: String?
    /// The promise that it returns.
    var adopted: PromiseID?
    /// How its promise settles.
    var settlement: PromiseEvent.Settlement?
  }

  /// How many jobs have run to their end, and how many promises have settled.
  struct Tally {
    var runs = 0
    var settled = 0
    /// How many of the settled promises were rejected.
    var rejected = 0
    /// The first promises whose handlers ran or that settled.
    var promises: [PromiseID] = []

    static func - (later: Tally, earlier: Tally) -> Tally {
      Tally(
        runs: later.runs - earlier.runs, settled: later.settled - earlier.settled,
        rejected: later.rejected - earlier.rejected)
    }
  }

  var content: Content
  /// The numbers of the events at which the playhead stands, first and last.
  var events: ClosedRange<Int>
  var times: ClosedRange<Int64>
  /// The events that move an outcome along an edge.
  var flows: [Int] = []
  /// What follows from the promise that settles.
  var effects: [Effect] = []
  /// The promise that settles, the last of several, and what reads it then.
  var outcome: (promise: PromiseID, readers: Readers)?

  /// The promise that settles, the last if there are several.
  var settled: PromiseID? {
    switch content {
    case .run(let running): running.settlement?.promise
    case .settle(let promises, _), .skip(let promises): promises.last
    case .decide(let settlement): settlement.promise
    case .build, .wait, .adopt, .note, .event, .warning, .several, .end: nil
    }
  }

  /// The first promises that it is about.
  var promises: [PromiseID] {
    switch content {
    case .run(let running): [running.promise].compactMap { $0 }
    case .settle(let promises, _), .skip(let promises): promises
    case .decide(let settlement): [settlement.promise]
    case .several(let tally): tally.promises
    case .adopt(let outer, _): [outer]
    case .build, .wait, .note, .event, .warning, .end: []
    }
  }

  var kind: Beat.Kind {
    switch content {
    case .build: .build
    case .wait: .wait
    case .decide: .decide
    case .end: .end
    case .several: times.lowerBound < times.upperBound ? .wait : .step
    case .run, .settle, .adopt, .skip, .note, .event, .warning: .step
    }
  }
}

/// What has adopted a promise or is attached to it, and has not settled.
struct Readers {
  /// The first of them, and how many there are.
  var first: [PromiseID] = []
  var count = 0
  /// Whether there are others, which have settled.
  var hasSettled = false
}

extension Graph {
  /// Returns what reads a promise. O(readers)
  func readers(of promise: PromiseID) -> Readers {
    var readers = Readers()
    guard let node = self[promise] else { return readers }
    for list in [node.adoptedBy, node.children] {
      for reader in list {
        guard self[reader]?.isFinal != true else {
          readers.hasSettled = true
          continue
        }
        readers.count += 1
        if readers.first.count < 4 { readers.first.append(reader) }
      }
    }
    return readers
  }
}
