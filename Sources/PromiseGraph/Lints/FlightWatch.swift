import PromiseEvents

/// The work of each line that handlers start, for ``OverlappingRuns``: which runs of it overlap, and whether
/// once would have been enough.
struct FlightWatch: Equatable, Sendable {
  /// The newest runs of each line.
  private var lines = IdentityTable<Line>()
  /// The overlapping runs of repairs, by the line whose failure they repair.
  private var repairs = IdentityTable<Pair>()
  /// The overlapping runs that the handlers of a line started, by that line.
  private var tries = IdentityTable<Pair>()
  /// The lines of the work that each running job has started.
  private var started: [JobID: Set<Int>] = [:]

  private struct Line: Hashable, Sendable {
    var runs: [Run] = []
    /// Whether one job started several runs, or it is needed again.
    var isLoop = false
    /// Whether handlers that repair nothing started runs that overlap.
    var isOrdinary = false
    var isRepeated = false
  }

  /// One run of the work of a line.
  struct Run: Hashable, Sendable {
    var promise: PromiseID
    var began: Moment
    /// The job whose handler started it, the line of that handler, and the error that the handler handled.
    var job: JobID
    var makerLine: Int
    var error: String?
    /// The line of the work that had failed.
    var failedLine: Int
    /// What the handler settles: it waits for the work and for what follows in the chain that it returned.
    var handler: PromiseID
  }

  /// Two runs that overlap, and what is known about their need.
  struct Pair: Hashable, Sendable {
    var first: Run
    var second: Run
    var line: Int
    /// How many runs of the handler did not need the work any more, after it was done.
    var spared = 0
    /// The lines of all work that the handler of the second run started.
    var lines: Set<Int> = []
    /// Whether both runs brought the same text.
    var isSame = false
  }
}

extension FlightWatch {
  /// Remembers work that a handler starts.
  mutating func noteCreation(
    _ creation: PromiseEvent.Creation, at moment: Moment, in graph: Graph
  ) {
    guard let run = run(creation, moment, graph),
      let number = graph.read(creation.promise, { $0.line }), number > 0
    else { return }
    if started.count >= Self.mostJobs { started.removeAll() }
    started[run.job, default: []].insert(number)
    lines.insert(number, Line())
    var other: Run?
    var isOrdinary = false
    var isRepeated = false
    lines.update(number) { line in
      line.isLoop = line.isLoop || line.runs.contains { $0.job == run.job }
      line.isOrdinary =
        line.isOrdinary
        || run.error == nil && line.runs.contains { $0.error == nil && graph.goesOn($0.promise) }
      isOrdinary = line.isOrdinary
      isRepeated = line.isRepeated
      if !line.isLoop {
        other = line.runs.last { $0.makerLine == run.makerLine && $0.goesOn(graph) }
      }
      line.runs.append(run)
      if line.runs.count > Self.mostRuns { line.runs.removeFirst() }
    }
    guard let other else { return }
    let pair = Pair(first: other, second: run, line: number)
    if !isOrdinary, run.error == other.error, run.failedLine == other.failedLine,
      run.failedLine > 0, run.failedLine != number, graph.goesOn(other.promise)
    {
      repairs.insert(run.failedLine, pair)
    } else if run.error == nil, !isRepeated {
      tries.insert(run.makerLine, pair)
    }
  }

  /// Returns the two overlapping repairs after one of which `creation` tries again what had failed.
  func repaired(by creation: PromiseEvent.Creation, in graph: Graph) -> Pair? {
    guard let line = graph.read(creation.promise, { $0.line }), let pair = repairs[line],
      isSingle(pair), let handler = graph.maker(of: creation.promise),
      graph.follows(handler, pair.first.promise) || graph.follows(handler, pair.second.promise)
    else { return nil }
    return pair
  }

  /// Returns the two overlapping runs that `job` shows to be one too many, as it ends.
  func spared(by job: JobID, of child: PromiseID, in graph: Graph) -> Pair? {
    guard let line = graph.read(child, { $0.line }), let pair = tries[line], isSingle(pair),
      pair.spared + 1 >= Self.fewestSpared, isSpared(pair, by: job, graph)
    else { return nil }
    return pair
  }

  /// Remembers that the later of two overlapping runs brought the same as the earlier one did.
  mutating func noteResult(_ settlement: PromiseEvent.Settlement, in graph: Graph) {
    guard settlement.outcome == .fulfilled, settlement.description.count(where: \.isLetter) > 3,
      let maker = graph.maker(of: settlement.promise),
      let line = graph.read(maker, { $0.line }), let pair = tries[line], isSingle(pair),
      pair.second.promise == settlement.promise,
      let first = graph.read(pair.first.promise, { $0.settlement }) ?? nil,
      first.outcome == .fulfilled, first.description == settlement.description
    else { return }
    tries.update(line) { $0.isSame = true }
  }

  /// Returns the overlapping runs that brought the same, if the work was not needed again until the end.
  func repeated() -> [Pair] {
    tries.numbers.compactMap { tries[$0] }.filter { $0.isSame && isSingle($0) }
  }

  /// Remembers that a job ended, whose handler may have started the work or not.
  mutating func noteEnd(of job: JobID, of child: PromiseID, in graph: Graph) {
    defer { started[job] = nil }
    guard let line = graph.read(child, { $0.line }), let pair = tries[line] else { return }
    let isFirst = job == pair.first.job || job == pair.second.job
    if isSpared(pair, by: job, graph) {
      tries.update(line) { $0.spared += 1 }
    } else if isFirst {
      tries.update(line) { $0.lines.formUnion(started[job] ?? []) }
    } else {
      // It is needed again after it was done, or it is not always needed: that is no work for once.
      let isDone = pair.first.end(graph) != nil
      guard isDone == hasStarted(pair.line, job) else { return }
      tries.remove(line)
      lines.update(pair.line) { $0.isRepeated = true }
    }
  }

  /// Forgets two runs that were reported.
  mutating func forget(_ pair: Pair) {
    repairs.remove(pair.first.failedLine)
    tries.remove(pair.first.makerLine)
    lines.update(pair.line) { $0.isLoop = true }
  }

  /// Returns whether a job did not start the work of the pair, which was done when it started, nor other work
  /// instead.
  private func isSpared(_ pair: Pair, by job: JobID, _ graph: Graph) -> Bool {
    guard !hasStarted(pair.line, job), pair.lines.isSuperset(of: started[job] ?? []),
      let done = pair.first.end(graph),
      let started = graph.jobTable.read(job.rawValue, { $0.started }) ?? nil
    else { return false }
    return started.sequence > done.sequence
  }

  private func hasStarted(_ line: Int, _ job: JobID) -> Bool {
    lines.read(line) { $0.runs.contains { $0.job == job } } ?? false
  }

  private func isSingle(_ pair: Pair) -> Bool { lines.read(pair.line) { !$0.isLoop } ?? false }

  /// Returns what a handler that starts work makes known of it; `nil` if it is no work, or no handler.
  private func run(
    _ creation: PromiseEvent.Creation, _ moment: Moment, _ graph: Graph
  ) -> Run? {
    guard creation.operation.isWork,
      let job = graph.read(creation.promise, { $0.createdIn }) ?? nil,
      let handler = graph.maker(of: creation.promise),
      let link = graph.read(handler, { ($0.line, $0.creation.operation, $0.parent) }), link.0 > 0,
      let parent = link.2
    else { return nil }
    var run = Run(
      promise: creation.promise, began: moment, job: job, makerLine: link.0, failedLine: 0,
      handler: handler)
    guard link.1 == .recover || link.1 == .catch,
      let settlement = graph.read(parent, { $0.settlement }) ?? nil,
      settlement.outcome == .rejected
    else { return run }
    run.error = String(settlement.description.prefix { $0 != "(" && $0 != ":" })
    run.failedLine = graph.read(settlement.origin ?? parent) { $0.line } ?? 0
    return run
  }

  private static var mostRuns: Int { 8 }
  private static var mostJobs: Int { 64 }
  private static var fewestSpared: Int { 4 }
}

extension FlightWatch.Run {
  /// Returns when the work was done, with what follows it in the chain that the handler returned.
  fileprivate func end(_ graph: Graph) -> Moment? {
    guard let done = graph.read(promise, { $0.settled }) ?? nil else { return nil }
    guard isReturned(graph) else { return done }
    return graph.read(handler) { $0.settled } ?? nil
  }

  /// Returns whether the work, or what follows it in the chain that the handler returned, goes on.
  fileprivate func goesOn(_ graph: Graph) -> Bool {
    graph.goesOn(promise) || isReturned(graph) && graph.goesOn(handler)
  }

  /// Returns whether the handler returned a chain that begins with the work.
  private func isReturned(_ graph: Graph) -> Bool {
    guard let inner = graph.read(handler, { $0.adopted }) ?? nil else { return false }
    return graph.chainRoot(of: inner) == promise
  }
}
