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
    defer { if prompt?.kind == .search { refreshSearch() } }
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
}
