import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// Advances playback to the time `now`.
  mutating func tick(_ now: Int64) {
    self.now = now
    if continueTour() { return }
    guard let run, run.playing, now >= nextTick ?? .max else { return }
    nextTick = nil
    if run.isLive { return tickLive() }
    if run.playback == nil {
      let playback = Playback(run, language)
      self.run?.playback = playback
    }
    if run.gate?.stops == nil {
      let stops = run.stops()
      self.run?.gate?.stops = stops
    }
    self.run?.playback?.tick(now)
    guard let place = self.run?.playback?.place else { return playEvent() }
    let choice = run.choosing ? run.nextChoice(after: run.playhead + 1).map { $0 - 1 } : nil
    if stopAtBreakpoint(upTo: min(place.event, choice ?? .max)) { return }
    if let choice, choice < place.event || choice == run.playhead {
      // The user decides before the choice is made.
      self.run?.stop()
      return move(.position(choice))
    }
    move(.instant(place.event, time: place.time))
    goOnPlaying()
  }

  /// Pauses where the next breakpoint stops, if that is after the playhead and at `last` or before it. Returns
  /// whether it is.
  private mutating func stopAtBreakpoint(upTo last: Int) -> Bool {
    guard let run, let stops = run.gate?.stops else { return false }
    let next = stops.partitionPoint { $0.position <= run.playhead }
    guard next < stops.count, stops[next].position <= last else { return false }
    let position = stops[next].position
    let reasons = stops[next...].prefix { $0.position == position }.map(\.reason)
    self.run?.stop()
    for reason in reasons { self.run?.gate?.count(reason) }
    move(.position(position))
    notice = language.text("stopped at \(sanitized(reasons.joined(separator: "; ")))")
    return true
  }

  /// Whether something is in front of the run that playback waits for.
  var holdsPlayback: Bool { layers.contains { Mode.holdingPlayback.contains($0.mode) } }

  /// Pauses playback when something comes in front of the run, and goes on when it is closed, unless the run was
  /// paused or moved meanwhile.
  mutating func holdPlayback(_ heldBefore: Bool) {
    guard let run, !run.isLive, heldBefore != holdsPlayback else { return }
    if !heldBefore {
      if run.playing { self.run?.hold() }
    } else if run.goesOn {
      self.run?.goesOn = false
      self.run?.playing = true
      requestTick(after: 0)
    }
  }

  /// Plays one event of a run whose rest is not known.
  private mutating func playEvent() {
    move(.event)
    if let run, run.choosing, run.choicePoint?.event == run.playhead + 1 { self.run?.stop() }
    goOnPlaying()
  }

  /// Shows what belongs to the place that playback has reached, and requests the next tick.
  mutating func goOnPlaying() {
    guard let run, run.playing, run.pending == nil, !run.isLive else { return }
    let isAtEnd = run.finished && run.playhead == run.history.last
    guard let place = run.playback?.place else {
      return isAtEnd ? endPlaying() : requestTick(after: run.interval)
    }
    let flow = isCalm ? nil : place.flow
    self.run?.flow = flow
    self.run?.caption = run.playback?.caption
    if let next = place.untilNext {
      let delay = max(run.paced(next), isCalm ? Self.calmFrame : Self.shortestFrame)
      let now = now
      self.run?.playback?.wait(from: now, delay: delay, speed: run.speed)
      requestTick(after: delay)
    } else if isAtEnd {
      endPlaying()
    } else {
      // The prediction ends before the run does.
      self.run?.playback = nil
      playEvent()
    }
  }

  /// Lets the clock of a live run go on while nothing happens but that jobs run and wait.
  private mutating func tickLive() {
    guard let run, run.isActive else { return }
    let arrival = run.arrivedAt ?? now
    self.run?.arrivedAt = arrival
    let time = run.graph.time.saturatingPlus(now - arrival)
    self.run?.setClock(time)
    requestTick(after: isCalm ? Self.calmFrame : Self.liveFrame)
  }

  /// Stops at the end of the run.
  mutating func endPlaying() {
    guard var run else { return }
    let caption = run.playback?.caption ?? run.caption
    run.playing = false
    run.playback = nil
    run.move(to: run.history.last)
    run.caption = caption
    self.run = run
    arriveAtEnd()
    // The card says what the notice would.
    if self.run?.endCard == nil { notice = language.text("end of the run") }
  }

  /// The time between two frames of a live run in which nothing happens, and of a calm picture.
  private static let liveFrame: Int64 = 100_000_000
  private static let calmFrame: Int64 = 500_000_000
  /// The shortest time between two frames: 30 a second.
  private static let shortestFrame: Int64 = 33_000_000
}
