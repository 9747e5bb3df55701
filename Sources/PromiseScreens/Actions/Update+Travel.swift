import PromiseEvents
import PromiseGraph
import PromiseInsight

// Actions that move the playhead or change the speed.
extension Action {
  static let toggleRunning = Action("toggle-running", "run or pause") {
    if $0.run?.controlsGate == true { $0.toggleGate() } else { $0.toggleRunning() }
  }
  static let follow = Action("follow") { state in
    if state.run?.isLive == true, state.run?.playing == true {
      state.notice = state.language.text("already following the newest event")
    }
    state.play(from: state.run?.history.last)
  }
  static let faster = Action("faster", "faster") { $0.accelerate(by: 1) }
  static let slower = Action("slower", "slower") { $0.accelerate(by: -1) }
  static let mark = Action("mark", "bookmark") { $0.toggleBookmark() }

  static let stepForward = jump("step-forward", "next event", held: .step) { state, _ in
    state.move(.event)
  }
  static let stepBack = jump("step-back", "previous event") { $0.stepBack($1) }
  static let turnForward = jump("turn-forward", "next turn", held: .turn) { state, _ in
    state.move(.turn)
  }
  static let turnBack = jump("turn-back", "previous turn") { state, run in
    state.goBack(to: run.history.previousTurn(before: run.playhead) ?? run.history.base)
  }
  static let nextOfPromise = jump("next-of-promise", "next event of the promise") { state, run in
    if let subject = run.subject { state.move(.eventOf(subject)) }
  }
  static let previousOfPromise = jump("previous-of-promise", "previous event of the promise") {
    state, run in
    let name = run.subject?.description ?? "--"
    state.goBack(
      to: run.subject.flatMap { run.history.previousEvent(of: $0, before: run.playhead) },
      absence: state.language.text("no earlier event of \(name)"))
  }
  static let nextSettlement = jump("next-settlement", "next settlement") { state, _ in
    state.move(.settlement)
  }
  static let previousSettlement = jump("previous-settlement", "previous settlement") {
    state, run in
    let here = run.playhead + (run.isBetweenEvents ? 1 : 0)
    state.goBack(
      to: run.history.previousSettlement(before: here),
      absence: state.language.text("no earlier settlement"))
  }
  static let nextChoice = jump("next-choice", nil, held: .step) { state, run in
    state.move(run.isTraced ? .event : .choice)
  }
  static let previousChoice = jump("previous-choice", nil) { state, run in
    if run.isTraced { return state.stepBack(run) }
    state.goBack(
      to: run.previousChoice(before: run.playhead + 1).map { $0 - 1 },
      absence: state.language.text("no earlier choice"))
  }
  static let scrubForward = jump("scrub-forward", "10 % forward") { state, run in
    state.move(.position(min(run.total.last, run.playhead + run.tenth)))
  }
  static let scrubBack = jump("scrub-back", "10 % back") { state, run in
    state.goBack(to: run.playhead - run.tenth)
  }
  static let start = jump("start", "start of the run") { $0.run?.move(to: $1.history.base) }
  static let end = jump("end", "end of the run") { state, run in
    if run.isLive { state.play(from: run.history.last) } else { state.move(.end) }
  }
  static let nextMark = jump("next-mark", "next bookmark") { state, run in
    let marks = run.bookmarks.sorted()
    state.goToMark(marks.first { $0 > run.playhead } ?? marks.first, of: marks)
  }
  static let previousMark = jump("previous-mark", "previous bookmark") { state, run in
    let marks = run.bookmarks.sorted()
    state.goToMark(marks.last { $0 < run.playhead } ?? marks.last, of: marks)
  }

  /// Returns an action that moves the playhead of the run; while the gate of a program holds it, the action asks the
  /// gate for `order` instead.
  static func jump(
    _ name: String, _ title: String? = "", held order: Effect.GateOrder? = nil,
    _ move: @escaping @Sendable (inout State, Run) -> Void
  ) -> Action {
    Action(name, title) { state in
      if let order, state.run?.isHeldByGate == true { return state.letStart(order) }
      if state.run?.isStepping == true {
        state.run?.waiting.append { state in if let run = state.run { move(&state, run) } }
        return
      }
      state.run?.stop()
      if let run = state.run { move(&state, run) }
    }
  }
}

extension Run {
  /// A tenth of the known events.
  fileprivate var tenth: Int { max(1, (total.last - history.base) / 10) }
}

extension State {
  /// Performs the jumps that were requested while a step waited, until a step waits again.
  mutating func catchUp() {
    while let run, run.pending == nil, !run.waiting.isEmpty {
      self.run?.waiting.removeFirst()
      run.waiting[0](&self)
    }
  }

  fileprivate mutating func stepBack(_ run: Run) {
    // Between two events, the last one is the first step back.
    if run.isBetweenEvents { return self.run?.move(to: run.playhead) ?? () }
    goBack(to: run.history.previousPosition(before: run.playhead))
  }

  fileprivate mutating func accelerate(by step: Int) {
    if run?.focus == .time { return zoomTime(by: step) }
    if !unfoldBox(by: step) { changeSpeed(by: step) }
  }

  fileprivate mutating func goToMark(_ mark: Int?, of marks: [Int]) {
    guard let mark, let place = marks.firstIndex(of: mark) else { return }
    run?.move(to: mark)
    notice = language.text("bookmark \(place + 1) of \(marks.count), at event \(mark)")
  }

  fileprivate mutating func goBack(to position: Int?, absence: String? = nil) {
    guard let run, let position, run.playhead > run.history.base else {
      notice = absence ?? run?.history.startText(language)
      return
    }
    self.run?.move(to: position)
  }

  fileprivate mutating func toggleRunning() {
    guard let run else { return }
    if run.playing {
      self.run?.stop()
      return
    }
    if run.finished, run.playhead == run.history.last {
      guard !run.history.isEmpty else {
        notice = language.text("nothing has run yet")
        return
      }
      return playAgain()
    }
    play(from: run.isLive ? run.history.last : nil)
  }

  /// Plays the run from its start.
  fileprivate mutating func playAgain() {
    guard let base = run?.history.base else { return }
    run?.move(to: base)
    run?.playing = true
    requestTick(after: 0)
  }

  /// Plays from `position`, or from the playhead.
  fileprivate mutating func play(from position: Int?) {
    run?.stop()
    run?.playing = true
    if let position {
      run?.move(to: position)
      // Bring the newest printed line into view, too.
      run?.scrolls[.output] = nil
    }
    requestTick(after: 0)
  }

  private mutating func changeSpeed(by power: Int) {
    guard let run else { return }
    self.run?.speed = min(Run.speeds.upperBound, max(Run.speeds.lowerBound, run.speed + power))
    if let run = self.run, run.isAtEnd {
      notice = language.text("\(run.speedText): g goes to the start")
    }
    if run.pending == nil { requestTick(after: 0) }
  }

  /// Shows half as much time around the playhead, or twice as much.
  private mutating func zoomTime(by step: Int) {
    guard let run else { return }
    self.run?.timeZoom = min(max(0, run.timeZoom + step), Run.mostZoom)
  }

  fileprivate mutating func toggleBookmark() {
    guard let playhead = run?.playhead else { return }
    if run?.bookmarks.remove(playhead) != nil {
      notice = language.text("bookmark removed at event \(playhead)")
    } else {
      run?.bookmarks.insert(playhead)
      notice = language.text("bookmark set at event \(playhead)")
    }
  }
}

extension State {
  /// Goes to the place that `text` names.
  mutating func go(to text: String) {
    guard let place = GoTo(text), let run else { return }
    self.run?.stop()
    switch place {
    case .event(let number): go(toEvent: number)
    case .events(let number): go(toEvent: run.playhead.saturatingPlus(number))
    case .time(let time):
      go(toTime: time)
    case .promise(let promise): select(promise)
    case .name(let name):
      guard let promise = run.promise(named: name) else {
        notice = language.text("no promise is called \(name)")
        return
      }
      select(promise)
    }
  }

  /// Goes to a time, or to the nearest one in the run.
  mutating func go(toTime time: Int64) {
    guard let run else { return }
    let end = max(run.prediction?.endTime ?? .min, run.history.endTime)
    if time > end, run.finished || run.prediction != nil {
      notice = language.text("the run ends at \(milliseconds(end)) ms")
    } else if time < run.startTime {
      notice = language.text("the run starts at \(milliseconds(run.startTime)) ms")
    }
    // With a prediction, only the jobs up to that time are run.
    move(
      run.prediction.map { .instant($0.position(atTime: time), time: time) } ?? .time(time))
  }

  private mutating func go(toEvent number: Int) {
    guard let run else { return }
    let target = max(run.history.base, number)
    if target > number, run.history.base > 0 {
      notice = language.text(
        "the run starts at event \(run.history.base): older events were dropped to save memory")
    }
    if let last = run.prediction?.last, target > last, target > run.history.last {
      notice = language.text("the run has \(last) events")
      return
    }
    move(.position(target))
  }

  /// Selects `promise`; goes to its creation if that is ahead of the playhead.
  private mutating func select(_ promise: PromiseID) {
    guard let run else { return }
    if run.graph[promise] == nil {
      let creation =
        run.history.nextEvent(of: promise, after: run.playhead)
        ?? run.prediction?.nextEvent(of: promise, after: run.playhead)
      guard let creation else {
        notice = language.text("there is no \(promise)")
        return
      }
      self.run?.trail.append(run.selection)
      self.run?.selection = promise
      return move(.position(creation))
    }
    self.run?.trail.append(run.selection)
    self.run?.selection = promise
  }
}

extension History {
  /// Returns why the playhead cannot go further back.
  fileprivate func startText(_ language: Language) -> String {
    if evicted > 0 { return language.text("events up to \(base) were dropped to save memory") }
    return since > 0
      ? language.text("joined at event \(since): nothing before it was recorded")
      : language.text("start of the run")
  }
}
