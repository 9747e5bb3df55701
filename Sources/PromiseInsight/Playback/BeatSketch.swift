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
    /// The program prints something outside a handler.
    case note(String)
    /// Another event, as the sentence of its narration.
    case event(String)
    /// Several of these, which are only counted.
    case several(Tally)
    /// The run has ended, with so many promises in each state.
    case end(StateCounts)
  }

  /// What goes on while time passes.
  struct Activity {
    /// The jobs that run, each with its queue.
    var running: [(job: String, queue: String)] = []
    /// The jobs that wait for a running one.
    var waiting: [String] = []
    /// How many jobs run and wait, even if not all of them are listed.
    var runningCount = 0
    var waitingCount = 0
    /// The promise of the timer that fires next.
    var timer: String?

    /// Collects what goes on in the state `graph`.
    init(_ graph: Graph) {
      for queue in graph.queues(listing: Self.mostListed, first: Self.mostQueues) {
        running += queue.running.map { (graph.shortName(of: $0), graph.queueName(queue.id)) }
        waiting += queue.waiting.map { graph.shortName(of: $0) }
        runningCount += queue.runningCount
        waitingCount += queue.waitingCount
      }
      let next = graph.pendingTimers.first { _ in true }
      timer = next?.promise.map { graph.shortName(of: $0) }
    }

    /// The most jobs of a queue, and queues, that are examined.
    private static let mostListed = 4
    private static let mostQueues = 100
  }

  /// A job that runs, and what it does at the instant at which it starts.
  struct Running {
    var job: JobID
    var promise: PromiseID?
    var name: String
    var queue: String
    var isInline: Bool
    /// Whether it ends at that instant.
    var hasEnded = false
    var ending: PromiseEvent.JobEnding?
    /// What it prints.
    var notes: [String] = []
    /// The promise that it returns.
    var adopted: String?
    /// How its promise settles.
    var settlement: PromiseEvent.Settlement?
  }

  /// How many jobs have run to their end, and how many promises have settled.
  struct Tally {
    var runs = 0
    var settled = 0
    /// How many of the settled promises were rejected.
    var rejected = 0

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

  var kind: Beat.Kind {
    switch content {
    case .build: .build
    case .wait: .wait
    case .decide: .decide
    case .end: .end
    case .several: times.lowerBound < times.upperBound ? .wait : .step
    case .run, .settle, .skip, .note, .event: .step
    }
  }
}
