import PromiseEvents

extension Graph {
  /// Sets a timer.
  mutating func schedule(_ timer: TimerNode, at moment: Moment) {
    let number = timer.id.rawValue
    guard !timerTables.timers.contains(number), timerTables.timers.insert(number, timer) else {
      return
    }
    remember(.timer(timer.id), at: moment)
    let standing = gate.standing(at: moment.time)
    timerTables.timers.update(number) { [step = steps.count] in
      $0.scheduledIn = step
      $0.standing = standing
    }
    if let timer = timerTables.timers[number] { timerTables.pending.insert(PendingTimer(timer)) }
    guard let promise = timer.promise else { return }
    change(promise, at: moment) {
      $0.timer = timer.id
      if $0.state == .unknown { $0.prove(.pending) }
    }
  }

  /// Fires a timer, which begins a turn.
  mutating func fire(_ id: TimerID, _ promise: PromiseID?, at moment: Moment) {
    turn += 1
    beginStep(
      after: timerTables.timers.read(id.rawValue) { $0.scheduledIn } ?? 0, settling: promise,
      at: moment)
    let timer = TimerNode(id: id, promise: promise, due: moment.time, scheduled: moment)
    if !timerTables.timers.contains(id.rawValue) {
      timerTables.timers.insert(id.rawValue, timer)
      remember(.timer(id), at: moment)
    }
    timerTables.timers.update(id.rawValue) { $0.fired = $0.fired ?? moment }
    stopWaiting(for: id)
  }

  /// Cancels a timer.
  mutating func cancel(_ id: TimerID, at moment: Moment) {
    timerTables.timers.update(id.rawValue) { $0.cancelled = $0.cancelled ?? moment }
    stopWaiting(for: id)
  }

  /// Removes a timer from the pending ones, and those before it that were due in a gap.
  private mutating func stopWaiting(for id: TimerID) {
    if let timer = timerTables.timers[id.rawValue] {
      timerTables.pending.remove(PendingTimer(timer))
    }
    while let first = timerTables.pending.first,
      first.due.saturatingPlus(gate.standing(at: time)) <= time,
      let timer = timerTables.timers[first.id.rawValue], timer.scheduled.sequence < gapEnd
    {
      timerTables.pending.remove(first)
    }
  }

  /// Checks for a gap before `event`: whatever may have changed in it is unknown from here on.
  ///
  /// The first event never has a gap before it, whatever its number: an observer that starts late has lost
  /// nothing.
  mutating func noticeGap(before event: PromiseEvent) {
    let before = max(sequence, since)
    var lost =
      isNew && since == 0 ? 0 : max(0, event.sequence.saturatingMinus(before).saturatingMinus(1))
    if case .dropped(let count) = event.kind { lost = max(lost, count) }
    guard lost > 0 else { return }
    dropped = dropped.saturatingPlus(lost)
    gaps += 1
    gapEnd = event.sequence
    counts.forgetOpen()
    unsettled.external = IdentitySet()
    queueTables.neighbors = IdentityTable()
    threadTables.jobs = IdentityTable()
    waitTables.threads = IdentityTable()
    waitTables.tasks = IdentityTable()
  }
}

extension SourceText {
  /// Splits `text` into lines, of which there are at most ``mostLines``.
  package init(file: String, firstLine: Int, text: String) {
    var lines = text.split(
      maxSplits: Self.mostLines, omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).map(String.init)
    if lines.count > Self.mostLines || lines.last?.isEmpty == true { lines.removeLast() }
    self.init(file: file, firstLine: firstLine, lines: lines)
  }

  /// More lines than a source file has: a line of a trace has room for millions of empty ones.
  package static var mostLines: Int { 1 << 16 }
}

/// A timer that has not fired, ordered by when it is due.
struct PendingTimer: Comparable, Sendable {
  /// The time when it is due, on the clock of the timers.
  let due: Int64
  /// The timer; of two timers due at the same time, the one that was set first fires first.
  let id: TimerID

  init(_ timer: TimerNode) {
    due = timer.due == .max ? .max : timer.due.saturatingMinus(timer.standing)
    id = timer.id
  }

  static func < (a: PendingTimer, b: PendingTimer) -> Bool { (a.due, a.id) < (b.due, b.id) }
}
