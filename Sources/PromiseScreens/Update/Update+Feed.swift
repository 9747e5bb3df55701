import PromiseEvents
import PromiseGraph
import PromiseInsight

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
    guard run.playing, run.isLive else { return }
    self.run?.move(to: run.history.last)
    self.run?.arrivedAt = nil
    if self.run?.isActive == true { requestTick(after: 0) }
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
      run.move(to: position, time: movement.time)
      if run.finished, movement == .end { notice = movement.absence(language) }
    case .none:
      run.pending = nil
      notice = movement.absence(language)
    case .beyond where run.finished || run.real:
      run.pending = nil
      let caption = run.caption
      if movement.reachesEnd { run.move(to: run.history.last) }
      // Playback ends by itself, and says so.
      guard !(run.playing && run.finished) else {
        run.caption = caption
        break
      }
      notice =
        run.finished
        ? run.history.isEmpty
          ? language.text("nothing has run yet") : movement.absence(language)
        : language.text("no newer event yet: the program runs at its own pace")
    case .beyond:
      run.pending = movement
      let caption = run.caption
      if movement.reachesEnd { run.move(to: run.history.last) }
      // Playback says what it says until it has arrived.
      if run.playing { run.caption = caption }
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
    goOnPlaying()
  }

  /// Requests a tick `delay` nanoseconds after the last one.
  mutating func requestTick(after delay: Int64) {
    guard let run, run.playing, !run.isLive || run.isActive else { return }
    nextTick = now + delay
    ask(.tick(at: now + delay))
  }
}

extension Movement {
  /// While its goal is not reached, the playhead stays on the newest event.
  fileprivate var reachesEnd: Bool {
    switch self {
    case .position, .time, .instant, .end: true
    case .event, .turn, .eventOf, .choice, .settlement: false
    }
  }
}
