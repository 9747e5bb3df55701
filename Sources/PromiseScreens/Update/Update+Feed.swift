import PromiseEvents
import PromiseGraph

extension State {
  /// Takes in more events, and continues the movement that waited for them.
  mutating func receive(_ events: [PromiseEvent]) {
    guard run != nil else { return }
    // In place, so that a long recording is not copied.
    run?.awaiting = false
    run?.record(events)
    leaveWhatIsGone()
    defer { refreshSearch() }
    guard let run, run.real else { return followOn() }
    if run.playing, run.isLive { self.run?.move(to: run.history.last) }
  }

  /// Takes in the end of the run: no more events follow.
  mutating func finish() {
    progress = nil
    guard run != nil else { return }
    run?.awaiting = false
    run?.end()
    guard run?.real == true else { return followOn() }
    if run?.playing == true { endPlaying() }
  }

  /// Moves the playhead to the first event that is kept, if the one it stood on was dropped to save memory.
  private mutating func leaveWhatIsGone() {
    guard let run, run.playhead < run.history.base else { return }
    self.run?.move(to: run.history.base)
    if !(run.playing && run.isLive) {
      notice = language.text(
        "events up to \(run.history.base) were dropped to save memory: the run now starts there")
    }
  }

  /// Moves the playhead; jobs past the newest event are run first.
  mutating func move(_ movement: Movement) {
    guard var run else { return }
    defer { self.run = run }
    switch run.goal(of: movement) {
    case .position(let position):
      run.pending = nil
      run.move(to: position)
      if run.finished, movement == .end { notice = movement.absence(language) }
    case .none:
      run.pending = nil
      notice = movement.absence(language)
    case .beyond where run.finished || run.real:
      run.pending = nil
      notice =
        run.finished
        ? run.history.isEmpty
          ? language.text("nothing has run yet") : movement.absence(language)
        : language.text("no newer event yet: the program runs at its own pace")
      if movement.reachesEnd { run.move(to: run.history.last) }
    case .beyond:
      run.pending = movement
      if movement.reachesEnd { run.move(to: run.history.last) }
      guard !run.awaiting else { return }
      run.awaiting = true
      ask(.runNextJob)
    }
  }

  private mutating func followOn() {
    continueMovement()
    catchUp()
  }

  /// Continues the movement that waited for events.
  private mutating func continueMovement() {
    guard let movement = run?.pending else { return }
    move(movement)
    guard run?.playing == true, run?.pending == nil else { return }
    if run?.finished == true, run?.playhead == run?.history.last {
      endPlaying()
      return
    }
    requestTick(after: run?.interval ?? 0)
  }

  /// Advances playback by one event.
  mutating func tick(_ now: Int64) {
    self.now = now
    if continueTour() { return }
    guard let run, run.playing, !run.isLive, now >= nextTick ?? .max else { return }
    nextTick = nil
    move(.event)
    if run.finished, self.run?.playhead == run.history.last {
      endPlaying()
    } else if run.choosing, self.run?.choicePoint?.event == run.playhead + 2 {
      self.run?.stop()
    } else if self.run?.pending == nil {
      requestTick(after: run.interval)
    }
  }

  /// Requests a tick `delay` nanoseconds after the last one.
  mutating func requestTick(after delay: Int64) {
    guard let run, run.playing, !run.isLive else { return }
    nextTick = now + delay
    ask(.tick(at: now + delay))
  }

  private mutating func endPlaying() {
    guard var run else { return }
    run.playing = false
    run.move(to: run.history.last)
    self.run = run
    notice = language.text("end of the run")
  }
}

extension Movement {
  /// While its goal is not reached, the playhead stays on the newest event.
  fileprivate var reachesEnd: Bool {
    switch self {
    case .position, .time, .end: true
    case .event, .turn, .eventOf, .choice, .settlement: false
    }
  }
}
