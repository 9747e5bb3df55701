import PromiseEvents
import PromiseGraph

extension State {
  /// Does what a key says that moves the playhead or changes the pace.
  mutating func travel(_ action: Action) {
    switch action {
    case .toggleRunning: return toggleRunning()
    case .follow:
      if run?.isLive == true, run?.playing == true { notice = "the newest event is followed" }
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

  /// Does what was asked for while a step waited, as far as no step waits again.
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
    case .nextChoice: return move(.choice)
    case .previousChoice:
      goBack(
        to: run.previousChoice(before: run.playhead + 1).map { $0 - 1 },
        absence: "no earlier choice")
    case .end: return run.isLive ? play(from: run.history.last) : move(.end)
    case .scrubForward: return move(.position(min(last, run.playhead + tenth)))
    case .stepBack: goBack(to: run.history.previousPosition(before: run.playhead))
    case .turnBack: goBack(to: run.history.previousTurn(before: run.playhead) ?? run.history.base)
    case .previousOfPromise:
      let before = run.subject.flatMap {
        run.history.previousEvent(of: $0, before: run.playhead)
      }
      goBack(to: before, absence: "no earlier event of \(run.subject?.description ?? "it")")
    case .previousSettlement:
      goBack(
        to: run.history.previousSettlement(before: run.playhead), absence: "no earlier settlement")
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
    notice = "bookmark \(place + 1) of \(marks.count), at event \(mark)"
  }

  private mutating func goBack(to position: Int?, absence: String? = nil) {
    guard let run, let position, run.playhead > run.history.base else {
      notice = absence ?? run?.history.startWords
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
      notice =
        run.history.isEmpty ? "nothing has run yet" : "end of the run; g goes to its start"
      return
    }
    play(from: run.isLive ? run.history.last : nil)
  }

  /// Plays from `position`, or from where the playhead stands.
  private mutating func play(from position: Int?) {
    run?.stop()
    run?.playing = true
    if let position {
      run?.move(to: position)
      // The newest line that was printed comes into view, too.
      run?.scrolls[.output] = nil
    }
    requestTick(after: 0)
  }

  private mutating func changeSpeed(by power: Int) {
    guard let run else { return }
    self.run?.speed = min(Run.speeds.upperBound, max(Run.speeds.lowerBound, run.speed + power))
    if let run = self.run, run.isAtEnd { notice = "\(run.speedWords): g goes to the start" }
    if run.pending == nil { requestTick(after: self.run?.interval ?? 0) }
  }

  /// Shows half as much of the time around the playhead, or twice as much.
  private mutating func zoomTime(by step: Int) {
    guard let run else { return }
    self.run?.timeZoom = min(max(0, run.timeZoom + step), Run.mostZoom)
  }

  private mutating func toggleBookmark() {
    guard let playhead = run?.playhead else { return }
    if run?.bookmarks.remove(playhead) != nil {
      notice = "bookmark at event \(playhead) taken away"
    } else {
      run?.bookmarks.insert(playhead)
      notice = "bookmark at event \(playhead)"
    }
  }
}

extension State {
  /// Goes where `text` says.
  mutating func go(to text: String) {
    guard let place = GoTo(text), let run else { return }
    self.run?.stop()
    switch place {
    case .event(let number): go(toEvent: number)
    case .events(let number): go(toEvent: run.playhead.saturatingPlus(number))
    case .time(let time):
      // With a look-ahead no job more is run than is needed.
      move(run.prediction.map { .position($0.position(atTime: time)) } ?? .time(time))
    case .promise(let promise): select(promise)
    case .name(let name):
      guard let promise = run.promise(named: name) else {
        notice = "no promise is called \(name)"
        return
      }
      select(promise)
    }
  }

  private mutating func go(toEvent number: Int) {
    guard let run else { return }
    let target = max(run.history.base, number)
    if target > number, run.history.base > 0 {
      notice = "the run begins at event \(run.history.base): older ones are given up"
    }
    if let last = run.prediction?.last, target > last, target > run.history.last {
      notice = "the run has \(last) events"
      return
    }
    move(.position(target))
  }

  /// Selects `promise`, at its creation where that lies ahead of the playhead.
  private mutating func select(_ promise: PromiseID) {
    guard let run else { return }
    if run.graph[promise] == nil {
      let creation =
        run.history.nextEvent(of: promise, after: run.playhead)
        ?? run.prediction?.nextEvent(of: promise, after: run.playhead)
      guard let creation else {
        notice = "there is no \(promise)"
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
  /// What is said where nothing lies further back.
  fileprivate var startWords: String {
    if evicted > 0 { return "start of what is kept: the events up to \(base) are given up" }
    return since > 0
      ? "joined at event \(since): nothing before it was recorded" : "start of the run"
  }
}
