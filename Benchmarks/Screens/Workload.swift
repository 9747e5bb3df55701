import PromiseKitLite

/// A synthetic, deterministic run of about 1,000,000 events with 100,000 promises.
///
/// Promises settle in a different order from the one in which they were created, so a keyframe of
/// the history shares less with the previous one than in an ordered run.
enum Workload: String, CaseIterable {
  /// Chains from a single place in the source.
  case oneSite = "one-site"
  /// As many chains from 1,000 places.
  case manySites = "many-sites"
  /// One `all` over 100,000 promises.
  case all = "all"

  var title: String {
    switch self {
    case .oneSite: "chains of one place"
    case .manySites: "chains of 1,000 places"
    case .all: "one all over 100,000"
    }
  }

  /// Posts the events of the given number of chains from one place, of which a few thousand are in
  /// progress at a time.
  static func postEndless(chains: Int, to receiver: (PromiseEvent) -> Void) {
    withoutActuallyEscaping(receiver) { receiver in
      var stream = Stream(receiver)
      stream.chains(chains, sites: 1, underWay: 5_000)
    }
  }

  /// Posts its events, one after the other; `scale` divides their number.
  func post(scale: Int = 1, to receiver: (PromiseEvent) -> Void) {
    withoutActuallyEscaping(receiver) { receiver in
      var stream = Stream(receiver)
      switch self {
      case .oneSite: stream.chains(50_000 / scale, sites: 1)
      case .manySites: stream.chains(50_000 / scale, sites: 1_000 / scale)
      case .all: stream.fanIn(100_000 / scale)
      }
    }
  }
}

/// Generates events.
private struct Stream {
  private let receiver: (PromiseEvent) -> Void
  private var sequence = 0
  private var jobs = 0
  private var time: Int64 = 0
  private var thread: ThreadID? = 1
  private var queue: QueueID?
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ receiver: @escaping (PromiseEvent) -> Void) { self.receiver = receiver }

  private mutating func post(_ kind: PromiseEvent.Kind) {
    time += 1_000
    sequence += 1
    receiver(
      PromiseEvent(sequence: sequence, time: time, thread: thread, queue: queue, kind: kind))
  }

  private mutating func random(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }

  private mutating func declareQueues() {
    post(.threadNamed(thread: 1, name: "main"))
    for (id, label) in [(1, "main"), (2, "net"), (3, "work")] as [(QueueID, String)] {
      post(.queueDeclared(queue: id, label: label, kind: .serial, assumed: false))
    }
  }

  /// Generates chains of a body that a timer resolves and one link, most of them in progress at the
  /// same time.
  mutating func chains(_ count: Int, sites: Int, underWay: Int? = nil) {
    declareQueues()
    // A tenth of the chains, or `underWay`, are in progress at any time; their timers fire in a
    // different order from the one in which they were set.
    let most = underWay ?? max(1, count / 10)
    var open: [(due: Int64, chain: Int)] = []
    for chain in 0..<count {
      let due = Int64(chain + random(below: 2 * most)) * 20_000
      begin(chain, site: chain % sites, due: due)
      var place = open.endIndex
      while place > 0, open[place - 1].due < due { place -= 1 }
      open.insert((due, chain), at: place)
      if open.count > most { finish(open.removeLast().chain) }
    }
    while let last = open.popLast() { finish(last.chain) }
  }

  private mutating func begin(_ chain: Int, site: Int, due: Int64) {
    let root = PromiseID(2 * chain + 1)
    let link = PromiseID(2 * chain + 2)
    let place = SourceSite(file: "Program/Sources/Orders.swift", line: 10 + 2 * site, column: 8)
    post(
      .created(
        .init(promise: root, operation: .body, label: "order \(chain) of \(site)", site: place)))
    jobs += 1
    let job = JobID(jobs)
    post(.jobEnqueued(job: job, child: root, queue: 2, label: nil))
    queue = 2
    post(.jobStarted(job: job, child: root, queue: 2))
    post(.bodyStarted(promise: root))
    post(.timerScheduled(timer: TimerID(chain + 1), promise: root, due: due))
    post(.bodyEnded(promise: root, threw: false))
    post(.jobEnded(job: job, child: root, queue: 2, ending: .returned))
    queue = nil
    let below = SourceSite(file: place.file, line: place.line + 1, column: 8)
    post(
      .created(.init(promise: link, operation: .then, label: "ship", site: below, parents: [root])))
    post(.handlerAttached(parent: root, child: link, ordinal: 1, queue: 3))
  }

  private mutating func finish(_ chain: Int) {
    let root = PromiseID(2 * chain + 1)
    let link = PromiseID(2 * chain + 2)
    thread = 2
    post(.timerFired(timer: TimerID(chain + 1), promise: root))
    let fails = chain % 10 == 9
    post(
      .settled(
        .init(
          promise: root, outcome: fails ? .rejected : .fulfilled,
          description: "order \(chain), 3 items, 12.50", origin: fails ? root : nil)))
    if fails {
      post(.handlerSkipped(parent: root, child: link, reason: .errorPassesValueHandler))
    } else {
      jobs += 1
      let job = JobID(jobs)
      post(.jobEnqueued(job: job, child: link, queue: 3, label: nil))
      thread = 3
      queue = 3
      post(.jobStarted(job: job, child: link, queue: 3))
      post(.note("order \(chain) is packed"))
      post(.jobEnded(job: job, child: link, queue: 3, ending: .returned))
    }
    post(
      .settled(
        .init(
          promise: link, outcome: fails ? .rejected : .fulfilled,
          description: "receipt for order \(chain)", origin: fails ? root : nil,
          from: fails ? root : nil)))
    if fails { post(.errorHandled(promise: root, by: link)) }
    queue = nil
    post(.choiceMade(chosen: chain % 2, options: [.fire(timer: 1), .fire(timer: 2)]))
    post(.cancelRequested(context: chain))
    post(.deallocated(promise: root, state: .settled, waiting: []))
    post(.deallocated(promise: link, state: .settled, waiting: []))
    thread = 1
  }

  /// Generates promises that a timer resolves, and one that waits for all of them.
  mutating func fanIn(_ count: Int) {
    declareQueues()
    let place = SourceSite(file: "Program/Sources/Orders.swift", line: 12, column: 8)
    var order = Array(0..<count)
    for place in order.indices { order.swapAt(place, random(below: count)) }
    for input in 0..<count {
      let id = PromiseID(input + 1)
      let due = Int64(count * 5_000 + order[input] * 5_000)
      post(
        .created(
          .init(promise: id, operation: .body, label: "order \(input) of 1", site: place)))
      post(.bodyStarted(promise: id))
      post(.timerScheduled(timer: TimerID(input + 1), promise: id, due: due))
      post(.bodyEnded(promise: id, threw: false))
    }
    let all = PromiseID(count + 1)
    post(
      .created(
        .init(
          promise: all, operation: .all, label: "orders",
          site: SourceSite(file: place.file, line: 20, column: 8),
          parents: (0..<count).map { PromiseID($0 + 1) })))
    var inputs = order
    for input in order.indices { inputs[order[input]] = input }
    thread = 2
    for input in inputs {
      let id = PromiseID(input + 1)
      post(.timerFired(timer: TimerID(input + 1), promise: id))
      post(
        .settled(
          .init(promise: id, outcome: .fulfilled, description: "order \(input), 3 items, 12.50")))
      post(.inputSettled(fanIn: all, index: input, input: id, outcome: .fulfilled))
      post(.note("order \(input) is there"))
      post(.deallocated(promise: id, state: .settled, waiting: []))
    }
    post(.settled(.init(promise: all, outcome: .fulfilled, description: "100000 orders")))
  }
}
