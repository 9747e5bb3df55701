package import PromiseEvents

/// Inputs that keep running after their fan-in has settled.
///
/// **Why.** A race is won, or one input of an `all` has failed: the outcomes of the other inputs
/// are ignored, but their work still costs time and has effects. (Rule 8)
///
/// **Reported** when an input that was pending when the fan-in settled settles after all, or is
/// pending at the end of the run, once for each fan-in. Not reported if only timers keep running, or
/// promises made of timers alone, nor if the inputs are cancelled, by then or together with the
/// fan-in, nor for an input that is pending at the end if no job or timer of it is left: nothing runs
/// as far as the events show. What a timeout gives up on, be it the operator or a race that a
/// timer's error wins, is reported at the end of the run, unless it was cancelled, something
/// else reads it, or one of its handlers ran later: that is `runs-after-timeout`.
///
/// **Fix.** Create the inputs in a context and cancel it at the end of the chain, unless their
/// effects are wanted. The links of the chain belong to the context as well: those after the
/// cancellation do not run.
///
/// ```swift
/// // wrong: the slower place keeps running
/// let slower = fetch(page, from: far).get { _ in print("far has sent it too") }
/// race(fetch(page, from: near), slower).done { print($0.lines) }.cauterize()
/// // Prints "["near"]"
/// // Prints "far has sent it too"
/// // right
/// let both = CancelContext()
/// both.run {
///   race(
///     fetch(page, from: near),
///     fetch(page, from: far).get { _ in print("far has sent it too") })
/// }
/// .done { print($0.lines) }
/// .catch { print($0) }
/// .finally { both.cancel() }
/// // Prints "["near"]"
/// ```
package enum LoserKeepsRunning: Lint {
  package static let id = "loser-keeps-running"
  package static let severity = Severity.advice
  package static let summary = "inputs keep running although their fan-in has settled"
  package static let fix = "cancel them when it settles, unless their effects are wanted"
  package static let inJavaScript: ProgramWords? = ProgramWords(
    fix: "abort them with an AbortSignal when it settles, unless their effects are wanted")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.settled, .inputIgnored]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .inputIgnored(let fanIn, _, _, let outcome) = event.kind, outcome != .cancelled,
      let finding = memory.losers[fanIn]
    else { return nil }
    return goingOn(finding, Moment(event), in: graph)
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let fanIn = finding.promise { memory.losers[fanIn] = nil }
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    guard case .settled(let settlement) = event.kind, settlement.outcome != .cancelled,
      memory.losers.count < mostFanIns, !memory.work.hasGivenUp(settlement.promise),
      let inputs = graph.promiseTable.read(
        settlement.promise.rawValue,
        { $0.settled?.sequence == event.sequence ? $0.inputs : [] }),
      !inputs.isEmpty
    else { return }
    var finding = Finding(Moment(event), promise: settlement.promise)
    finding.cause = event.sequence
    var work = false
    for input in inputs where input.outcome == nil && input.promise != settlement.from {
      guard graph.goesOn(input.promise) else { continue }
      work = work || graph.timerRoot(of: input.promise) == nil
      finding.add(input.promise)
    }
    if work { memory.losers[settlement.promise] = finding }
  }

  package static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] {
    let moment = Moment(sequence: graph.sequence, time: graph.time)
    let losers = memory.losers.values.sorted { $0.moment.sequence < $1.moment.sequence }
      .filter { finding in finding.others.contains { graph.hasWork($0) } }
      .compactMap { goingOn($0, moment, in: graph) }
    return losers + timeouts(atEnd: graph, knowing: memory)
  }

  /// Returns what was found when the fan-in settled, at a later moment; `nil` if the inputs were cancelled, apart
  /// from timers.
  private static func goingOn(
    _ finding: Finding, _ moment: Moment, in graph: Graph
  ) -> Finding? {
    let isRace = graph.read(finding.promise) { $0.creation.operation } == .race
    let isCancelled = finding.others.allSatisfy {
      let outcome = graph.read($0) { $0.settlement?.outcome } ?? nil
      return graph.timerRoot(of: $0) != nil || graph.wasCancelled($0)
        || isRace && outcome == .rejected && graph.isTimerError($0)
    }
    guard !isCancelled else { return nil }
    var finding = finding
    finding.moment = moment
    return finding
  }

  /// Returns what timeouts gave up on, if it kept running without an effect.
  private static func timeouts(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] {
    memory.work.givenUp.filter { !$0.hadEffect && !$0.isWanted }.compactMap { given in
      let isCancelled = given.losers.contains {
        graph.read($0) { $0.settlement?.outcome == .cancelled } ?? false
      }
      guard !isCancelled else { return nil }
      var finding = Finding(given.moment, promise: given.timeout)
      for loser in given.losers { finding.add(loser) }
      finding.text = "timeout"
      return finding
    }
  }

  private static var mostFanIns: Int { 1024 }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard let promise = finding.promise else { return "" }
    let (name, list) = (finding.name(in: graph), finding.list(in: graph, language))
    guard finding.text == nil else {
      return language.text(
        "\(list) kept running, although the timeout in \(name) had given up on it")
    }
    let isOne = finding.otherCount == 1
    guard let winner = graph[promise]?.settlement?.from else {
      return isOne
        ? language.text("\(list) keeps running, although \(name) is settled")
        : language.text("\(list) keep running, although \(name) is settled")
    }
    return isOne
      ? language.text("\(list) keeps running, although \(name) was settled by \(winner)")
      : language.text("\(list) keep running, although \(name) was settled by \(winner)")
  }
}

extension Graph {
  /// Returns whether a promise was cancelled, or rejected by the abort of an AbortSignal.
  func wasCancelled(_ promise: PromiseID) -> Bool {
    guard let settlement = read(promise, { $0.settlement }) ?? nil else { return false }
    return settlement.outcome == .cancelled
      || programLanguage != .swift && settlement.outcome == .rejected
        && settlement.description.hasPrefix("AbortError")
  }

  /// Returns whether a job or a timer is left of a pending promise, or of what it waits for. O(1): only the first
  /// few are inspected.
  func hasWork(_ promise: PromiseID) -> Bool {
    var open = [promise]
    var met = Set(open)
    while let next = open.popLast(), met.count < 64 {
      guard let node = self[next], node.isDeclared, !node.isFinal else { continue }
      if let job = node.job.flatMap({ job($0) }), job.ended == nil { return true }
      if let timer = node.timer.flatMap({ timer($0) }), timer.fired == nil, timer.cancelled == nil {
        return true
      }
      let sources =
        Array(node.creation.parents.prefix(16))
        + [node.adopted, node.awaiting?.promise].compactMap { $0 }
        + node.inputs.prefix(16).map(\.promise)
      open += sources.filter { met.insert($0).inserted }
    }
    return false
  }

  /// Returns whether a promise may still settle, as far as that is known.
  func goesOn(_ promise: PromiseID) -> Bool {
    read(promise) { [gaps] in
      $0.isDeclared && !$0.isFinal && $0.state != .unknown && $0.gaps == gaps
    } ?? false
  }

  /// Returns the timer that a promise comes from, through a few links at most; `nil` if it comes from
  /// anything else. O(1)
  func timerRoot(of promise: PromiseID) -> PromiseID? {
    var next = promise
    for _ in 0..<8 {
      guard let creation = read(next, { $0.creation }) else { return nil }
      if creation.operation == .after { return next }
      // A promise that a handler returns counts as work.
      guard creation.parents.count == 1, !creation.operation.isFanIn,
        creation.operation != .then, creation.operation != .thenResolving,
        read(next, { $0.adopted == nil }) == true
      else { return nil }
      next = creation.parents[0]
    }
    return nil
  }
}
