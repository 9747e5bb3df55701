import PromiseEvents

/// The calls of the lines whose handlers have effects, for ``OlderAnswerWins``: which of them are under way,
/// and in which order their handlers ran.
struct LineWatch: Equatable, Sendable {
  private var lines = IdentityTable<Line>()

  /// The calls of one line.
  private struct Line: Hashable, Sendable {
    /// The newest calls, in order.
    var calls: [Call] = []
    /// Whether its calls have nothing to do with each other: they are made in a loop, or run in any order.
    var isIndependent = false
  }

  /// A handler that was attached in one call of the code around it.
  struct Call: Hashable, Sendable {
    var promise: PromiseID
    var made: Moment
    /// The job that made it, the chain and the line of that job's handler, and the step.
    var job: JobID?
    var makerChain: PromiseID?
    var makerLine: Int
    var step: Int
    /// When its handler ran, and whether that of a newer call had run by then.
    var ran: Moment?
    var isLate = false
    /// The newer call whose result it may have overwritten, and when the handler of that ran.
    var newer: PromiseID?
    var newerRan: Moment?
    /// Whether its handler made a promise or posted a note.
    var hasActed = false

    /// The nanoseconds from the call to its handler; `nil` if that has not run.
    var duration: Int64? { ran.map { $0.time.saturatingMinus(made.time) } }
  }
}

extension LineWatch {
  /// Remembers that a handler with effects was attached.
  mutating func noteCall(_ child: PromiseID, at moment: Moment, in graph: Graph) {
    guard let parts = graph.read(child, { ($0.line, $0.createdIn, $0.creation.operation) }),
      parts.0 > 0, parts.2 == .done || parts.2 == .get
    else { return }
    let maker = graph.maker(of: child)
    let call = Call(
      promise: child, made: moment, job: parts.1,
      makerChain: maker.map { graph.root(of: $0) },
      makerLine: graph.read(maker) { $0.line } ?? 0, step: graph.steps.count)
    lines.insert(parts.0, Line())
    lines.update(parts.0) { line in
      guard !line.isIndependent else { return }
      if let last = line.calls.last, Self.isLoop(last, call) {
        line = Line(isIndependent: true)
        return
      }
      line.calls.append(call)
      if line.calls.count > Self.mostCalls { line.calls.removeFirst() }
    }
  }

  /// Remembers that a handler runs.
  mutating func noteRun(of child: PromiseID, at moment: Moment, in graph: Graph) {
    guard let number = graph.read(child, { $0.line }), lines.contains(number) else { return }
    let newer = overwritten(by: child, at: moment.time, in: graph)
    let isFirst = newer != nil && !isBehindLate(child, in: graph)
    lines.update(number) { line in
      guard let place = line.calls.firstIndex(where: { $0.promise == child }) else { return }
      line.calls[place].ran = moment
      let call = line.calls[place]
      guard line.calls[(place + 1)...].contains(where: { $0.ran != nil && $0.isLike(call, graph) })
      else { return }
      line.calls[place].isLate = true
      if isFirst {
        (line.calls[place].newer, line.calls[place].newerRan) = (newer?.promise, newer?.ran)
      }
      if newer == nil { line = Line(isIndependent: true) }
    }
  }

  /// Remembers that the handler that runs on a thread made a promise or posted a note.
  mutating func noteAct(on thread: ThreadID?, in graph: Graph) {
    guard let job = graph.innermostJob(on: thread),
      let child = graph.jobTable.read(job.rawValue, { $0.child }) ?? nil,
      let number = graph.read(child, { $0.line }), lines.contains(number)
    else { return }
    lines.update(number) { line in
      if let place = line.calls.lastIndex(where: { $0.promise == child }) {
        line.calls[place].hasActed = true
      }
    }
  }

  /// Returns the call whose handler has ended if it overwrote the result of a newer one. One that did nothing
  /// that can be seen, although the newer one did, has dropped its answer.
  func overwriting(_ child: PromiseID, in graph: Graph) -> Call? {
    guard let number = graph.read(child, { $0.line }),
      let calls = lines.read(
        number, { line in line.calls.contains { $0.newer != nil } ? line.calls : nil }) ?? nil,
      let call = calls.first(where: { $0.promise == child }), let newer = call.newer
    else { return nil }
    let isDropped = !call.hasActed && calls.contains { $0.promise == newer && $0.hasActed }
    return isDropped ? nil : call
  }

  /// Forgets a call whose handler will not run.
  mutating func forget(_ child: PromiseID, in graph: Graph) {
    guard let number = graph.read(child, { $0.line }) else { return }
    lines.update(number) { $0.calls.removeAll { $0.promise == child && $0.ran == nil } }
  }

  /// Returns the newer call whose result a handler that runs at `time` overwrites; `nil` if there is none, or if
  /// the calls of its line are independent.
  private func overwritten(by child: PromiseID, at time: Int64, in graph: Graph) -> Call? {
    guard let number = graph.read(child, { $0.line }), let line = lines[number],
      let place = line.calls.firstIndex(where: { $0.promise == child }),
      line.calls[(place + 1)...].contains(where: { $0.ran != nil })
    else { return nil }
    let call = line.calls[place]
    let others = line.calls.filter { $0.promise != child && $0.isLike(call, graph) }
    let newer = others.filter { $0.made.sequence > call.made.sequence && $0.ran != nil }
    guard let last = newer.max(by: { $0.runSequence < $1.runSequence }),
      time.saturatingMinus(last.ran?.time ?? .max) >= Self.shortest,
      last.made.time.saturatingMinus(call.made.time) >= Self.shortest,
      graph.way(to: child) == graph.way(to: last.promise)
    else { return nil }
    // Apart from this call, they come one at a time, or at least in order.
    let late = others.count { $0.isLate }
    guard late * 4 <= others.count else { return nil }
    let all = line.calls.filter { $0.promise == child || $0.isLike(call, graph) }
    if Self.singles(among: all, except: child) * 2 >= others.count { return last }
    let durations = others.compactMap(\.duration).sorted()
    let typical = durations.isEmpty ? .max : durations[durations.count / 2]
    let isSlow = time.saturatingMinus(call.made.time) > typical.saturatingTimes(5) / 2
    let isAlone = typical <= Self.typicalPause(between: all).saturatingTimes(3)
    return late == 0 && newer.count > 1 && durations.count > 2 && isSlow && isAlone ? last : nil
  }

  /// Returns whether an earlier link of the same chain was late already.
  private func isBehindLate(_ child: PromiseID, in graph: Graph) -> Bool {
    var next = child
    for _ in 0..<8 {
      guard let parent = graph.parent(of: next) else { return false }
      let line = graph.read(parent) { $0.line } ?? 0
      if lines.read(line, { $0.calls.contains { $0.promise == parent && $0.isLate } }) == true {
        return true
      }
      next = parent
    }
    return false
  }

  /// Returns the time that usually passes between two calls.
  private static func typicalPause(between calls: [Call]) -> Int64 {
    let pauses = zip(calls, calls.dropFirst())
      .map { $1.made.time.saturatingMinus($0.made.time) }.sorted()
    return pauses.isEmpty ? 0 : pauses[pauses.count / 2]
  }

  /// Returns how many calls, apart from one, took less time than there was between two calls.
  private static func singles(among calls: [Call], except child: PromiseID) -> Int {
    calls.indices.count { place in
      guard calls[place].promise != child, let duration = calls[place].duration else {
        return false
      }
      let next = place + 1 < calls.count ? place + 1 : place
      guard next > 0 else { return false }
      let pause = calls[next].made.time.saturatingMinus(calls[next - 1].made.time)
      return duration <= pause
    }
  }

  /// Whether two calls are made in one loop: by one job, or without a pause.
  private static func isLoop(_ one: Call, _ other: Call) -> Bool {
    if let job = one.job { return other.job == job }
    return other.job == nil && one.step == other.step
      && other.made.time.saturatingMinus(one.made.time) < 2_000_000
  }

  /// Calls that are less than a millisecond apart are made, or end, at the same time.
  private static var shortest: Int64 { 1_000_000 }
  /// How many calls of a line are kept.
  private static var mostCalls: Int { 32 }
}

extension LineWatch.Call {
  fileprivate var runSequence: Int { ran?.sequence ?? 0 }

  /// Returns whether two calls may be meant for the same thing: the same code made them, with the same label
  /// and tag, on different promises.
  fileprivate func isLike(_ other: Self, _ graph: Graph) -> Bool {
    guard makerLine == other.makerLine, makerChain == nil || makerChain != other.makerChain,
      let one = graph.read(promise, { ($0.creation.label, $0.creation.tag, $0.parent) }),
      let two = graph.read(other.promise, { ($0.creation.label, $0.creation.tag, $0.parent) })
    else { return false }
    return one.0 == two.0 && one.1 == two.1 && one.2 != two.2
  }
}
