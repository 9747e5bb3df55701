import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// Moves the playhead; jobs past the newest event are run first.
  mutating func move(_ movement: Movement) {
    guard var run else { return }
    defer { self.run = run }
    switch run.goal(of: movement) {
    case .position(let position):
      run.pending = nil
      run.move(to: position, time: movement.time)
      run.wentToEnd = run.finished && movement == .end
      if run.wentToEnd { notice = movement.absence(language) }
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
      run.wentToEnd = run.finished && movement == .end
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
