import PromiseEvents

/// What is remembered for several lints: work that a timeout gave up on, threads that wait, and which handler
/// used which resolver.
struct WorkWatch: Equatable, Sendable {
  /// The newest timeouts that gave up on work, in order.
  private(set) var givenUp: [GivenUp] = []
  /// The promises that are part of such work.
  private var marks = IdentityTable<Mark>()
  /// The threads that wait, by ``Graph/threadNumber(_:)``, and the wait that ended last.
  private(set) var waits: [Int: Wait] = [:]
  private(set) var endedWait: Wait?
  /// The last time in which a wait blocked a queue, by queue, if it was reported.
  var blocks: [QueueID: Wait] = [:]
  /// The newest uses of resolvers, in order, and the handler that settled each promise by its resolver.
  private(set) var handOvers: [HandOver] = []
  private var settlers = IdentityTable<PromiseID>()

  /// A promise that a timeout gave up on, as ``GivenUp/timeout`` names it.
  struct Mark: Hashable, Sendable {
    var timeout: PromiseID
    var moment: Moment
    /// Whether it reads the work beside the timeout, and is not what the timeout waited for.
    var isBeside = false
  }

  /// A timeout that gave up on work.
  struct GivenUp: Hashable, Sendable {
    /// The promise that the timeout rejected, and when.
    var timeout: PromiseID
    var moment: Moment
    /// The first of the promises that it no longer waits for, and how many there are.
    var losers: [PromiseID]
    var loserCount: Int
    /// The queues in which a job of the work was waiting at that moment.
    var stuckOn: [QueueID]
    /// Whether the program reads the work beside the timeout as well.
    var isWanted = false
    /// Whether a handler of the work ran later.
    var hadEffect = false
  }

  /// A thread that waits or has waited for a promise inside a job.
  struct Wait: Hashable, Sendable {
    var node: WaitNode
    var ended: Moment?
    /// Whether another lint has reported it.
    var isReported = false
  }

  /// A promise that was settled by its resolver.
  struct HandOver: Hashable, Sendable {
    var promise: PromiseID
    /// The line that created the promise.
    var line: Int
    /// The promise whose handler used the resolver; `nil` if it was none.
    var handler: PromiseID?
    /// Whether the code that created the promise settled it immediately.
    var isImmediate = false
  }
}

extension WorkWatch {
  /// Processes the next event, before the lints inspect it.
  mutating func watch(_ event: PromiseEvent, in graph: Graph) {
    if case .settled(let settlement) = event.kind {
      if settlement.from == nil { noteSettler(of: settlement.promise, event.thread, graph) }
      if settlement.outcome == .rejected { noteTimeout(settlement, Moment(event), graph) }
    } else if case .adopted(let outer, let inner) = event.kind {
      if let mark = marks[outer.rawValue], !mark.isBeside { spread(mark, from: inner, graph) }
    } else if case .jobStarted(_, let child?, _) = event.kind {
      if let parent = graph.parent(of: child), let mark = marks[parent.rawValue], mark.isBeside {
        marks.insert(child.rawValue, mark)
      }
    } else if case .waitBegan = event.kind {
      let number = graph.threadNumber(event.thread)
      waits[number] = graph.waitTables.threads[number].map { Wait(node: $0) }
    } else if case .waitEnded = event.kind {
      endedWait = waits.removeValue(forKey: graph.threadNumber(event.thread))
      endedWait?.ended = Moment(event)
    } else if case .deallocated(let promise, _, _) = event.kind {
      marks.remove(promise.rawValue)
      settlers.remove(promise.rawValue)
    }
  }

  /// Returns the timeout that gave up on what a promise is part of.
  func mark(of promise: PromiseID) -> Mark? { marks[promise.rawValue] }

  /// Returns whether a timeout that gave up rejected a promise with its last event.
  func hasGivenUp(_ promise: PromiseID) -> Bool { givenUp.last?.timeout == promise }

  /// Returns the promise whose handler settled another one by its resolver.
  func settler(of promise: PromiseID) -> PromiseID? { settlers[promise.rawValue] }

  /// Returns whether a handler of the work that a timeout gave up on was reported.
  func hadEffect(_ timeout: PromiseID) -> Bool {
    givenUp.last { $0.timeout == timeout }?.hadEffect ?? true
  }

  /// Records that a handler of the work ran after the timeout.
  mutating func noteEffect(after timeout: PromiseID) {
    if let place = givenUp.lastIndex(where: { $0.timeout == timeout }) {
      givenUp[place].hadEffect = true
    }
  }

  /// Records that the wait of a thread was reported.
  mutating func noteReport(ofWaitOn thread: Int) { waits[thread]?.isReported = true }

  /// Returns how long a queue was blocked by a reported wait between two times, in nanoseconds.
  func blockedTime(of queue: QueueID, from start: Int64, to end: Int64) -> Int64 {
    guard let block = blocks[queue], let ended = block.ended else { return 0 }
    return max(0, min(end, ended.time).saturatingMinus(max(start, block.node.began.time)))
  }
}

// Resolvers.
extension WorkWatch {
  /// Remembers which handler used the resolver of a promise.
  private mutating func noteSettler(
    of promise: PromiseID, _ thread: ThreadID?, _ graph: Graph
  ) {
    let parts = graph.read(promise) {
      ($0.creation.operation, $0.createdIn, $0.line, $0.created.thread)
    }
    guard let (operation, maker, line, makersThread) = parts,
      operation.isCallback
    else { return }
    let job = graph.innermostJob(on: thread)
    let handler = job.flatMap { graph.jobTable.read($0.rawValue) { $0.child } ?? nil }
    let isImmediate = job == maker && thread == makersThread
    if let handler, handler != promise, !isImmediate { settlers.insert(promise.rawValue, handler) }
    handOvers.append(
      HandOver(promise: promise, line: line, handler: handler, isImmediate: isImmediate))
    if handOvers.count > Self.mostKept { handOvers.removeFirst() }
  }

  private static var mostKept: Int { 512 }
}

// Timeouts.
extension WorkWatch {
  /// Remembers the work that a timeout gives up on, if the promise was rejected by one.
  private mutating func noteTimeout(
    _ settlement: PromiseEvent.Settlement, _ moment: Moment, _ graph: Graph
  ) {
    let losers = graph.losers(ofTimeout: settlement, at: moment)
    guard !losers.isEmpty else { return }
    var given = GivenUp(
      timeout: settlement.promise, moment: moment, losers: Array(losers.prefix(4)),
      loserCount: losers.count, stuckOn: [])
    let mark = Mark(timeout: settlement.promise, moment: moment)
    for loser in losers.prefix(Self.mostLosers) {
      if noteBeside(loser, mark, graph) { given.isWanted = true }
      for queue in spread(mark, from: loser, graph) where !given.stuckOn.contains(queue) {
        given.stuckOn.append(queue)
      }
    }
    givenUp.append(given)
    if givenUp.count > Self.mostKept { givenUp.removeFirst() }
  }

  /// Marks what reads the work beside the timeout, if the same code attached it. Returns whether anything does.
  private mutating func noteBeside(
    _ loser: PromiseID, _ mark: Mark, _ graph: Graph
  ) -> Bool {
    var isRead = false
    let others = graph.read(loser) { Array($0.children.prefix(Self.mostReaders)) } ?? []
    for other in others where other != mark.timeout && graph.goesOn(other) {
      isRead = true
      guard graph.read(other, { !$0.creation.operation.isFanIn }) == true,
        graph.isSameCode(other, mark.timeout)
      else { continue }
      var beside = mark
      beside.isBeside = true
      marks.insert(other.rawValue, beside)
    }
    return isRead
  }

  /// Marks a promise and the pending ones that it comes from, as long as nothing else waits for them. Returns
  /// the queues in which a job of them is waiting.
  @discardableResult
  private mutating func spread(
    _ mark: Mark, from promise: PromiseID, _ graph: Graph
  ) -> [QueueID] {
    var queues: [QueueID] = []
    var open = [promise]
    var met: Set<PromiseID> = [promise, mark.timeout]
    while let next = open.popLast(), met.count < Self.mostWork {
      guard graph.goesOn(next), graph.waitsOnly(for: next, met, mark.timeout),
        let node = graph[next]
      else { continue }
      marks.insert(next.rawValue, mark)
      if let job = node.job.flatMap({ graph.job($0) }), job.isWaiting { queues.append(job.queue) }
      let sources =
        [node.parent, node.adopted].compactMap { $0 } + node.inputs.prefix(64).map(\.promise)
      for source in sources where met.insert(source).inserted { open.append(source) }
    }
    return queues
  }

  private static var mostWork: Int { 128 }
  private static var mostLosers: Int { 16 }
  fileprivate static var mostReaders: Int { 16 }
}

extension Graph {
  /// Returns what a timeout gives up on: the parent of a `timeout` whose timer has fired, or the other inputs of
  /// a race that a timer's error has won. Empty if something else rejected the promise.
  fileprivate func losers(
    ofTimeout settlement: PromiseEvent.Settlement, at moment: Moment
  ) -> [PromiseID] {
    guard let node = self[settlement.promise], node.settled?.sequence == moment.sequence else {
      return []
    }
    switch (node.creation.operation, settlement.from) {
    case (.timeout, nil):
      guard node.timer.flatMap({ timer($0) })?.fired != nil, let work = node.parent,
        goesOn(work), timerRoot(of: work) == nil
      else { return [] }
      return [work]
    case (.race, let winner?):
      guard isTimerError(winner) else { return [] }
      return node.inputs.lazy.filter { $0.outcome == nil }.map(\.promise)
        .filter { $0 != winner && goesOn($0) && timerRoot(of: $0) == nil }
    default: return []
    }
  }

  /// Returns whether a promise that was rejected was rejected by a handler of a timer.
  func isTimerError(_ promise: PromiseID) -> Bool {
    var next = promise
    for _ in 0..<8 {
      guard let node = self[next] else { return false }
      if node.creation.operation == .after { return next != promise }
      if let inner = node.adopted, read(inner, { $0.creation.operation }) != .error { return false }
      guard node.creation.parents.count == 1, !node.creation.operation.isFanIn else { return false }
      next = node.creation.parents[0]
    }
    return false
  }

  /// Returns whether one job, or the main program, created both promises in one file.
  fileprivate func isSameCode(_ one: PromiseID, _ other: PromiseID) -> Bool {
    let places = [one, other].compactMap { promise in
      read(promise) { ($0.createdIn, $0.created.thread, $0.creation.site?.file) }
    }
    return places.count == 2 && places[0] == places[1]
  }

  /// Returns whether nothing waits for a promise but what was met, or what the code that made the timeout
  /// attached as well.
  fileprivate func waitsOnly(
    for promise: PromiseID, _ met: Set<PromiseID>, _ timeout: PromiseID
  ) -> Bool {
    let readers = read(promise) {
      $0.children.count + $0.adoptedBy.count > WorkWatch.mostReaders
        ? nil : Array($0.children) + Array($0.adoptedBy)
    }
    guard let readers = readers ?? nil else { return false }
    return readers.allSatisfy { reader in
      if met.contains(reader) || !goesOn(reader) { return true }
      let isLimit = read(reader) { $0.creation.operation == .timeout } ?? false
      return !isLimit && isSameCode(reader, timeout)
    }
  }
}
