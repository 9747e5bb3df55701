import PromiseEvents
import PromiseGraph
import PromiseInsight

extension Action {
  static let nextError = jump("next-error") { state, _ in state.goToLandmark(.error) }
  static let nextDecision = jump("next-decision") { state, _ in state.goToLandmark(.decision) }
  static let nextWait = jump("next-wait") { state, _ in state.goToLandmark(.wait) }
  static let ownSettlement = jump("own-settlement", "settlement of the promise") { state, _ in
    state.goToSettlement()
  }
  static let blocked = Action("blocked", "blocked queue") { $0.explainBlockedQueue() }
}

extension State {
  /// Goes to the next error, decision or wait, and selects its promise; wraps around.
  mutating func goToLandmark(_ kind: Landmarks.Kind) {
    guard let run else { return }
    let all = run.landmarks(kind)
    guard !all.isEmpty else {
      notice = kind.absence(isOver: run.finished || run.prediction != nil, language)
      return
    }
    let next = all.firstIndex { $0 > run.playhead }
    let place = next ?? 0
    let promise = run.event(all[place])?.kind.landmarkPromise
    if run.selection != promise { self.run?.trail.append(run.selection) }
    self.run?.selection = promise
    if run.why?.queue != nil { self.run?.why = WhyPanel() }
    move(.position(all[place]))
    center()
    let text = kind.text(place + 1, of: all.count, language)
    notice = next == nil ? language.text("\(text), wrapped around") : text
  }

  /// Goes to the settlement of the selected promise.
  mutating func goToSettlement() {
    guard let run, let subject = run.subject else { return }
    self.run?.selection = subject
    let node = run.graph[subject] ?? run.known[subject]
    guard let settled = node?.settled ?? run.known[subject]?.settled else {
      notice =
        run.finished || run.prediction != nil
        ? language.text("\(subject) never settles in this run")
        : language.text("\(subject) has not settled so far")
      return
    }
    guard settled.sequence != run.playhead else {
      notice = language.text("this is the event that settles \(subject)")
      return
    }
    move(.position(settled.sequence))
  }

  /// Explains a queue on which jobs wait; if there is none now, goes to the next wait first.
  mutating func explainBlockedQueue() {
    guard let run else { return }
    if let panel = run.why, let queue = panel.queue, queue == run.graph.blockedQueue {
      self.run?.why = nil
      return
    }
    if let queue = run.graph.blockedQueue { return explain(queue) }
    let (waits, known) = (run.landmarks(.wait), run.known)
    let places = waits.lazy.compactMap { number in
      run.event(number).flatMap { run.wait(endedBy: $0, known) }
    }
    guard let next = places.first(where: { $0.event > run.playhead }) ?? places.first else {
      notice = Landmarks.Kind.wait.absence(
        isOver: run.finished || run.prediction != nil, language)
      return
    }
    self.run?.stop()
    move(.position(next.event))
    explain(next.queue)
    if next.event <= run.playhead { notice = language.text("wrapped around") }
  }
}

extension Run {
  /// Returns the known event of a number.
  func event(_ number: Int) -> PromiseEvent? { history[number] ?? prediction?[number] }

  /// Returns the numbers of the known events of a kind, including predicted ones.
  func landmarks(_ kind: Landmarks.Kind) -> [Int] {
    let known = past.landmarks.events(kind)
    guard total.predicted, let ahead else { return known }
    return known + ahead.landmarks.events(kind).filter { $0 > history.last }
  }

  /// Returns the queue of the job that `event` starts, and the event that enqueued the job.
  fileprivate func wait(
    endedBy event: PromiseEvent, _ known: Graph
  ) -> (queue: QueueID, event: Int)? {
    guard case .jobStarted(let id, _, let queue) = event.kind,
      let enqueued = known.job(id)?.enqueued ?? graph.job(id)?.enqueued
    else { return nil }
    return (queue, enqueued.sequence)
  }
}

extension PromiseEvent.Kind {
  /// The promise of an error, a decision or a wait.
  fileprivate var landmarkPromise: PromiseID? {
    if case .jobStarted(_, let child, _) = self { return child }
    return promises.first
  }
}

extension Landmarks.Kind {
  /// `error 1 of 3`
  fileprivate func text(_ place: Int, of count: Int, _ language: Language) -> String {
    let (place, count) = (grouped(place), grouped(count))
    return switch self {
    case .error: language.text("error \(place) of \(count)")
    case .decision: language.text("decision \(place) of \(count)")
    case .wait: language.text("wait \(place) of \(count)")
    }
  }

  /// Returns that there is none, in the whole run or so far.
  fileprivate func absence(isOver: Bool, _ language: Language) -> String {
    switch self {
    case .error:
      isOver ? language.text("no error in this run") : language.text("no error so far")
    case .decision:
      isOver
        ? language.text("no fan-in is decided in this run")
        : language.text("no fan-in has been decided so far")
    case .wait:
      isOver
        ? language.text("no job waits in a queue in this run")
        : language.text("no job has waited in a queue so far")
    }
  }
}
