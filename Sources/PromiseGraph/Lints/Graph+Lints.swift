import PromiseEvents

/// Questions that several lints ask.
extension Graph {
  /// Returns a part of a promise as recorded, not adjusted for lost events. O(1)
  func read<Part>(_ promise: PromiseID?, _ part: (PromiseNode) -> Part) -> Part? {
    promise.flatMap { promiseTable.read($0.rawValue, part) }
  }

  /// Returns the promise that the handler of `promise` is attached to. O(1)
  func parent(of promise: PromiseID?) -> PromiseID? { read(promise) { $0.parent } ?? nil }

  /// Returns whether anything reads a promise: a handler, a fan-in, or a promise locked in to it. O(1)
  func isRead(_ promise: PromiseID) -> Bool {
    read(promise) { !$0.children.isEmpty || !$0.adoptedBy.isEmpty } ?? false
  }

  /// Returns whether a promise was freed as soon as it settled: only its chain kept it. O(log steps)
  func isFreedAtOnce(_ promise: PromiseID) -> Bool {
    guard let moments = read(promise, { ($0.settled, $0.freed) }), let settled = moments.0,
      let freed = moments.1
    else { return false }
    if step(at: settled.sequence) == step(at: freed.sequence) { return true }
    // On real queues the steps of several threads are interleaved.
    return settled.thread == freed.thread && lastStep(on: freed.thread) <= settled.sequence
  }

  /// Returns the number of the event with which the newest step of a thread began; 0 if it had none. O(1)
  func lastStep(on thread: ThreadID?) -> Int {
    threadTables.steps[threadNumber(thread)].flatMap { step($0) }?.sequence ?? 0
  }

  /// Returns the label of a queue, for a sentence.
  func queueName(_ queue: QueueID?, _ language: Language) -> String {
    queue.map(queueLabel) ?? language.text("no queue")
  }
}

// Whether two jobs could have run in the other order at the same virtual instant.
extension Graph {
  /// Returns the step of `earlier` that the schedule could have put after that of `later`; `nil` if something
  /// orders them: the time, their places in a queue, or a cause.
  func couldSwap(_ earlier: JobNode, _ later: JobNode) -> StepNode? {
    let shareLine = earlier.queue == later.queue && queueKind(later.queue) != .immediate
    let moments =
      shareLine ? (earlier.enqueued, later.enqueued) : (earlier.started, later.started)
    let places =
      shareLine
      ? (earlier.enqueuedIn, later.enqueuedIn) : (earlier.startedIn, later.startedIn)
    guard let early = moments.0, let late = moments.1, early.time == late.time,
      places.0 > 0 || places.1 > 0, places.0 < places.1
    else { return nil }
    var walk = CauseWalk(to: places.0)
    walk.add(step: places.1)
    if let child = later.child { walk.add(parent(of: child)) }
    guard walk.isMet(in: self) == false else { return nil }
    return step(max(places.0, 1))
  }
}

/// Walks from a step back through everything that had to happen before it, for some hundreds of steps.
private struct CauseWalk {
  private let target: Int
  private var steps: [Int] = []
  private var promises: [PromiseID] = []
  private var metSteps: Set<Int> = []
  private var metPromises: Set<PromiseID> = []

  /// Creates a walk that looks for the step `target`.
  init(to target: Int) { self.target = target }

  /// Adds a step that had to happen.
  mutating func add(step: Int) {
    if step >= target, metSteps.insert(step).inserted { steps.append(step) }
  }

  /// Adds a promise that had to settle.
  mutating func add(_ promise: PromiseID?) {
    if let promise, metPromises.insert(promise).inserted { promises.append(promise) }
  }

  /// Returns whether the target had to happen; `nil` if finding out takes too long.
  mutating func isMet(in graph: Graph) -> Bool? {
    while metSteps.count + metPromises.count < 512 {
      if let number = steps.popLast() {
        if number == target { return true }
        guard let step = graph.step(number) else { continue }
        add(step: step.cause)
        add(graph.parent(of: step.promise))
      } else if let promise = promises.popLast() {
        visit(promise, in: graph)
      } else {
        return false
      }
    }
    return nil
  }

  private mutating func visit(_ promise: PromiseID, in graph: Graph) {
    guard let node = graph[promise], let settled = node.settled else { return }
    let number = graph.step(at: settled.sequence)
    guard number >= target else { return }
    add(step: number)
    add(node.parent)
    add(node.adopted)
    add(node.settlement?.from)
    guard node.creation.operation == .all || node.creation.operation == .allSettled else { return }
    for input in node.inputs.prefix(64) { add(input.promise) }
  }
}
