import PromiseEvents
import PromiseGraph
import PromiseInsight

// The gate of a live program: closing and opening it, and what it lets start.
extension State {
  /// Closes the gate, or opens it.
  mutating func toggleGate() {
    guard let run else { return }
    ask(.gate(run.graph.gate.isClosed ? .open : .close))
    followNewest()
  }

  /// Lets the next job start, or the next job of each queue. If there is none and nothing runs, the next timer
  /// fires.
  mutating func letStart(_ order: Effect.GateOrder) {
    guard let run else { return }
    followNewest()
    let graph = run.graph
    guard graph.hasNothingToStart else { return ask(.gate(order)) }
    if !graph.runsJobs, let timer = graph.nextTimer { return letStart(timer) }
    ask(.gate(order))
    notice = language.text("nothing can start now: the next job that arrives will")
  }

  /// Lets the option of that number start, counted from 1.
  mutating func letStart(option number: Int) {
    guard let point = run?.gateChoice else { return }
    guard point.options.indices.contains(number - 1) else {
      notice = language.text("choose 1-\(point.options.count)")
      return
    }
    followNewest()
    letStart(point.options[number - 1])
  }

  private mutating func letStart(_ choice: PromiseEvent.Choice) {
    switch choice {
    case .start(_, let job): ask(.gate(.start(job)))
    case .fire(let timer): ask(.gate(.fire(timer)))
    case .end, .resume: break
    }
  }

  /// Keeps the playhead at the newest event.
  private mutating func followNewest() {
    run?.stop()
    run?.playing = true
    requestTick(after: 0)
  }

  // MARK: - Waits that the gate holds up

  /// Lets start what a wait depends on, until it has ended.
  mutating func letHoldGo() {
    guard let run else { return }
    guard run.isHeldByGate else {
      notice =
        run.gate?.isClosed == true
        ? language.text("F goes to the newest event: the gate is closed there")
        : language.text("the gate is open: it holds nothing")
      return
    }
    guard let hold = run.graph.gateHolds.first else {
      notice = language.text("no thread and no task waits for what the gate holds")
      return
    }
    self.run?.gate?.hold = hold
    self.run?.gate?.letGo = []
    followNewest()
    continueHold(run.graph)
  }

  /// Lets start what else the wait depends on.
  mutating func continueHold(_ graph: Graph) {
    guard let hold = run?.gate?.hold else { return }
    guard graph.goesOn(hold) else {
      run?.gate?.hold = nil
      notice = language.text("the wait for \(graph.plainName(of: hold.promise)) has ended")
      return
    }
    let needed = graph.gateHolds.first { $0.isSame(as: hold) }?.needed ?? []
    for choice in needed where run?.gate?.letGo.insert(choice).inserted == true {
      letStart(choice)
    }
  }
}
