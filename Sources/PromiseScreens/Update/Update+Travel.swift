import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// Performs an action that moves the playhead or changes the speed.
  mutating func travel(_ action: Action) {
    switch action {
    case .start where mode == .picker, .end where mode == .picker: return pickEnd(action)
    case .toggleRunning: return run?.controlsGate == true ? toggleGate() : toggleRunning()
    case .stepForward where run?.isHeldByGate == true,
      .nextChoice where run?.isHeldByGate == true:
      return letStart(.step)
    case .turnForward where run?.isHeldByGate == true: return letStart(.turn)
    case .follow:
      if run?.isLive == true, run?.playing == true {
        notice =
          language.text("already following the newest event")
      }
      return play(from: run?.history.last)
    case .faster, .slower:
      let step = action == .faster ? 1 : -1
      return run?.focus == .time ? zoomTime(by: step) : changeSpeed(by: step)
    case .mark:
      toggleBookmark()
      return
    default:
      if run?.isStepping == true {
        run?.waiting.append(action)
        return
      }
      run?.stop()
      return jump(action)
    }
  }

  /// Performs the actions that were requested while a step waited, until a step waits again.
  mutating func catchUp() {
    while let run, run.pending == nil, !run.waiting.isEmpty {
      self.run?.waiting.removeFirst()
      jump(run.waiting[0])
    }
  }

  private mutating func jump(_ action: Action) {
    guard let run else { return }
    let (last, _) = run.total
    let tenth = max(1, (last - run.history.base) / 10)
    switch action {
    case .stepForward: return move(.event)
    case .turnForward: return move(.turn)
    case .nextOfPromise: if let subject = run.subject { move(.eventOf(subject)) }
    case .nextSettlement: return move(.settlement)
    case .nextChoice: return move(run.gate == nil ? .choice : .event)
    case .previousChoice where run.gate != nil: return jump(.stepBack)
    case .previousChoice:
      goBack(
        to: run.previousChoice(before: run.playhead + 1).map { $0 - 1 },
        absence: language.text("no earlier choice"))
    case .nextError: return goToLandmark(.error)
    case .nextDecision: return goToLandmark(.decision)
    case .nextWait: return goToLandmark(.wait)
    case .ownSettlement: return goToSettlement()
    case .end: return run.isLive ? play(from: run.history.last) : move(.end)
    case .scrubForward: return move(.position(min(last, run.playhead + tenth)))
    // Between two events, the last one is the first step back.
    case .stepBack where run.isBetweenEvents: self.run?.move(to: run.playhead)
    case .stepBack: goBack(to: run.history.previousPosition(before: run.playhead))
    case .turnBack: goBack(to: run.history.previousTurn(before: run.playhead) ?? run.history.base)
    case .previousOfPromise:
      let before = run.subject.flatMap {
        run.history.previousEvent(of: $0, before: run.playhead)
      }
      goBack(
        to: before,
        absence: language.text("no earlier event of \(run.subject?.description ?? "--")"))
    case .previousSettlement:
      goBack(
        to: run.history.previousSettlement(
          before: run.playhead + (run.isBetweenEvents ? 1 : 0)),
        absence: language.text("no earlier settlement"))
    case .scrubBack: goBack(to: run.playhead - tenth)
    case .start: self.run?.move(to: run.history.base)
    case .nextMark:
      let marks = run.bookmarks.sorted()
      goToMark(marks.first { $0 > run.playhead } ?? marks.first, of: marks)
    case .previousMark:
      let marks = run.bookmarks.sorted()
      goToMark(marks.last { $0 < run.playhead } ?? marks.last, of: marks)
    default: break
    }
  }

  private mutating func goToMark(_ mark: Int?, of marks: [Int]) {
    guard let mark, let place = marks.firstIndex(of: mark) else { return }
    run?.move(to: mark)
    notice = language.text("bookmark \(place + 1) of \(marks.count), at event \(mark)")
  }

  private mutating func goBack(to position: Int?, absence: String? = nil) {
    guard let run, let position, run.playhead > run.history.base else {
      notice = absence ?? run?.history.startText(language)
      return
    }
    self.run?.move(to: position)
  }

  private mutating func toggleRunning() {
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

  /// Plays from `position`, or from the playhead.
  private mutating func play(from position: Int?) {
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

  private mutating func toggleBookmark() {
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
