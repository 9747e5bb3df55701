package import PromiseEvents
package import PromiseGraph

/// A wait that cannot end by itself, because the closed gate of the program holds what it depends on.
package struct GateHold: Hashable, Sendable {
  /// Who waits.
  package enum Waiter: Hashable, Sendable {
    /// A thread, which blocks.
    case thread(WaitNode)
    /// Tasks, which do not block a thread.
    case tasks(AwaitNode)
  }

  package var waiter: Waiter
  /// What to let start now so that the wait can end. When it has run, more may be needed.
  package var needed: [PromiseEvent.Choice]

  /// The promise that is waited for.
  package var promise: PromiseID {
    switch waiter {
    case .thread(let wait): wait.promise
    case .tasks(let wait): wait.promise
    }
  }

  /// Returns whether this is a later moment of the same wait.
  package func isSame(as other: GateHold) -> Bool {
    switch (waiter, other.waiter) {
    case (.thread(let one), .thread(let two)):
      one.thread == two.thread && one.began.sequence == two.began.sequence
    case (.tasks(let one), .tasks(let two)): one.promise == two.promise
    case (.thread, .tasks), (.tasks, .thread): false
    }
  }
}

extension Graph {
  /// The waits that the closed gate holds up, those that block a thread first. Empty while it is open.
  package var gateHolds: [GateHold] {
    guard gate.isClosed else { return [] }
    let waiters =
      waits.prefix(Self.mostWaiters).map { GateHold.Waiter.thread($0) }
      + awaits.prefix(Self.mostWaiters).map { GateHold.Waiter.tasks($0) }
    return waiters.compactMap { waiter in
      let hold = GateHold(waiter: waiter, needed: [])
      var walk = HeldWalk(self)
      walk.follow(hold.promise)
      return walk.needed.isEmpty ? nil : GateHold(waiter: waiter, needed: walk.needed)
    }
  }

  /// Whether a wait goes on: whoever waits has not continued.
  package func goesOn(_ hold: GateHold) -> Bool {
    switch hold.waiter {
    case .thread(let wait):
      waitTables.threads[threadNumber(wait.thread)]?.began.sequence == wait.began.sequence
    case .tasks(let wait): waitTables.tasks.contains(wait.promise.rawValue)
    }
  }

  private static var mostWaiters: Int { 16 }
}

/// Follows what a promise waits for down to what the gate holds.
private struct HeldWalk {
  private let graph: Graph
  private(set) var needed: [PromiseEvent.Choice] = []
  private var met: Set<PromiseID> = []
  private var open: [PromiseID] = []

  init(_ graph: Graph) { self.graph = graph }

  mutating func follow(_ promise: PromiseID) {
    add(promise)
    var next = 0
    while next < open.count, next < Self.longest {
      if let obstacle = graph[open[next]].flatMap({ graph.obstacle(of: $0) }) { pass(obstacle) }
      next += 1
    }
  }

  private mutating func pass(_ obstacle: Obstacle) {
    switch obstacle.reason {
    case .queued(let job, let line):
      if let next = graph.startableJob(for: job.id, on: job.queue) {
        need(.start(queue: job.queue, job: next))
      }
      // What blocks the queue may itself wait for what the gate holds.
      if let wait = line.wait { add(wait.promise) }
    case .timer(_, parent: nil), .nextAttempt:
      if let timer = graph.nextTimer { need(timer) }
    default: obstacle.next.forEach { add($0) }
    }
  }

  private mutating func need(_ choice: PromiseEvent.Choice) {
    if !needed.contains(choice) { needed.append(choice) }
  }

  private mutating func add(_ promise: PromiseID) {
    if met.insert(promise).inserted { open.append(promise) }
  }

  private static var longest: Int { 512 }
}

// MARK: - Words

extension GateHold {
  /// Returns what waits for what, and what the gate holds: `main waits for p3 'submit', for which the gate
  /// holds the handler of p2 'fetch'`.
  package func sentence(in graph: Graph, _ language: Language) -> String {
    let other = graph.plainName(of: promise)
    let held = heldName(in: graph, language)
    switch waiter {
    case .thread(let wait):
      let who = graph.waiter(wait, language)
      return language.text("\(who) waits for \(other), and the gate holds \(held)")
    case .tasks(let wait):
      guard let function = wait.function else {
        return language.text("a task awaits \(other), and the gate holds \(held)")
      }
      let task = graph.taskName(of: function, language)
      return language.text("\(task) awaits \(other), and the gate holds \(held)")
    }
  }

  /// Returns the first of what is needed, and how many more there are.
  private func heldName(in graph: Graph, _ language: Language) -> String {
    let names = needed.map { choice in
      switch choice {
      case .start(_, let job): graph.plainName(of: job, language: language)
      case .fire(let timer):
        language.text(
          "the timer of \(graph.timer(timer)?.promise.map(graph.plainName) ?? "\(timer)")")
      case .end(let job), .resume(let job): graph.plainName(of: job, language: language)
      }
    }
    return language.list(names.prefix(1).map { $0 }, more: names.count - 1)
  }
}

extension Graph {
  /// Returns whether the gate holds a job that waits, or one before it; `nil` if it holds neither.
  func hold(on job: JobNode, _ language: Language) -> String? {
    if gate.holds(job.id) { return language.text("the gate holds it") }
    guard gate.isClosed, let first = queue(job.queue, listing: 1)?.waiting.first, gate.holds(first)
    else { return nil }
    let other = plainName(of: first, language: language)
    return language.text("the gate holds \(other), which is first there")
  }
}
