import CoreMetrics
import Dispatch
import Logging
import Measuring
import PromiseKitLite
import PromiseKitLiteLogging
import PromiseKitLiteMetrics

// Measures what LoggingObserver and MetricsObserver take for events that they do not report: those of
// chains in which nothing goes wrong. The metrics go to a backend that does nothing.
//
//    promise-observers [--quick]

let rounds = CommandLine.arguments.contains("--quick") ? 5 : 31

/// The observers by what the table calls them.
let observers: [(name: String, make: @Sendable () -> any PromiseObserver)] = [
  ("`CountingObserver`", { CountingObserver() }),
  ("`LoggingObserver`", { LoggingObserver(logger: Logger(label: "promises")) }),
  ("`MetricsObserver`", { MetricsObserver(factory: NOOPMetricsHandler.instance) }),
]

/// Runs chains of `links` links, each on `dispatcher`, and every fourth with a label.
@Sendable func run(chains: Int, of links: Int, on dispatcher: (any Dispatcher)?) {
  for _ in 0..<chains {
    let (root, seal) = Promise<Int>.pending(label: "root")
    var last = root
    for link in 0..<links {
      last =
        link % 4 == 0
        ? last.map(label: "label \(link % 32)", on: dispatcher) { $0 + 1 }
        : last.map(on: dispatcher) { $0 + 1 }
    }
    let end = DispatchSemaphore(value: 0)
    let finished = last.done(on: dispatcher) { _ in end.signal() }
    seal.fulfill(0)
    end.wait()
    consume(finished)
  }
}

/// Returns the events of these chains.
func events(chains: Int, of links: Int) -> [PromiseEvent] {
  let recorder = RecordingObserver()
  PromiseEnvironment(observers: [recorder]).run { run(chains: chains, of: links, on: nil) }
  return recorder.events
}

/// Returns the nanoseconds that the observer takes for an event.
func time(of observer: any PromiseObserver, for events: [PromiseEvent]) -> Spread {
  var times: [Double] = []
  for round in -2..<rounds {
    let time = Clock.processor.time { for event in events { observer.receive(event) } }
    if round >= 0 { times.append(time / Double(events.count)) }
  }
  return Spread(times)
}

/// Returns the nanoseconds for an event if four threads give the observer events of their own.
func timeOnThreads(of observer: any PromiseObserver, chains: Int, of links: Int) -> Spread {
  // Each thread has promises and jobs with other numbers.
  let given = (0..<4).map { thread in
    events(chains: chains, of: links).map { event -> PromiseEvent in
      var event = event
      event.thread = PromiseEvent.ThreadID(thread + 1)
      event.kind = event.kind.moved(by: thread * 1_000_000 + thread)
      return event
    }
  }
  var times: [Double] = []
  for round in -2..<rounds {
    let time = Clock.wall.time {
      Threads.run(4) { thread in for event in given[thread] { observer.receive(event) } }
    }
    if round >= 0 { times.append(time / Double(given.reduce(0) { $0 + $1.count })) }
  }
  return Spread(times)
}

extension PromiseEvent.Kind {
  /// Returns the kind with higher numbers of promises and jobs.
  func moved(by distance: Int) -> PromiseEvent.Kind {
    func moved(_ promise: PromiseID) -> PromiseID { PromiseID(promise.rawValue + distance) }
    func moved(_ job: PromiseEvent.JobID) -> PromiseEvent.JobID {
      PromiseEvent.JobID(job.rawValue + distance)
    }
    switch self {
    case .created(var creation):
      creation.promise = moved(creation.promise)
      creation.parents = creation.parents.map(moved)
      return .created(creation)
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      return .handlerAttached(
        parent: moved(parent), child: moved(child), ordinal: ordinal, queue: queue)
    case .jobEnqueued(let job, let child, let queue, let label):
      return .jobEnqueued(job: moved(job), child: child.map(moved), queue: queue, label: label)
    case .jobStarted(let job, let child, let queue):
      return .jobStarted(job: moved(job), child: child.map(moved), queue: queue)
    case .jobEnded(let job, let child, let queue, let ending):
      return .jobEnded(job: moved(job), child: child.map(moved), queue: queue, ending: ending)
    case .settled(var settlement):
      settlement.promise = moved(settlement.promise)
      return .settled(settlement)
    case .deallocated(let promise, let state, let waiting):
      return .deallocated(promise: moved(promise), state: state, waiting: waiting.map(moved))
    default: return self
    }
  }
}

/// Returns the nanoseconds for a link of a chain in an environment with this observer, if any.
func timeOfLinks(with observer: (any PromiseObserver)?, values: PromiseTrace.Values) -> Spread {
  let environment = PromiseEnvironment(observers: [])
  if let observer { environment.add(observer, values: values) }
  var times: [Double] = []
  for round in -2..<rounds {
    let time = Clock.processor.time {
      // Without an observer, as in an ordinary program.
      if observer == nil {
        run(chains: 500, of: 40, on: nil)
      } else {
        environment.run { run(chains: 500, of: 40, on: nil) }
      }
    }
    if round >= 0 { times.append(time / (500 * 40)) }
  }
  return Spread(times)
}

let table = Table(["what an observer takes", "nanoseconds", "goal", "reached"])
let loads = [
  ("an event, 40 promises alive", events(chains: 500, of: 40)),
  ("an event, 20,000 promises alive", events(chains: 1, of: 20_000)),
]
for (name, make) in observers {
  for (load, events) in loads {
    let spread = time(of: make(), for: events)
    table.line([
      "\(name): \(load)", TableText.figure(spread), "≤ 100",
      TableText.reached(spread.median <= 100),
    ])
  }
  let spread = timeOnThreads(of: make(), chains: 250, of: 40)
  table.line([
    "\(name): an event, on four threads", TableText.figure(spread), TableText.nothing,
    TableText.nothing,
  ])
}
let chains: [(String, (any PromiseObserver)?, PromiseTrace.Values)] =
  [("no observer", nil, .off)]
  + observers.flatMap {
    [($0.name, $0.make(), .off), ("\($0.name), `values: .on`", $0.make(), .on)]
  }
for (name, observer, values) in chains {
  let spread = timeOfLinks(with: observer, values: values)
  table.line([
    "\(name): a link of a chain run inline", TableText.figure(spread), TableText.nothing,
    TableText.nothing,
  ])
}
