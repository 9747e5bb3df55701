import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

extension Run {
  /// The queue that the queues pane is asked about: that of the selected job, if it waits or runs, or else one
  /// on which jobs wait.
  fileprivate var askedQueue: QueueID? {
    let job = subject.flatMap { graph[$0]?.job }.flatMap { graph.job($0) }
    if let job, job.ended == nil { return job.queue }
    return graph.blockedQueue ?? job?.queue ?? graph.queues(listing: 0).first?.id
  }
}

extension State {
  /// Opens or closes the panel that explains a promise.
  ///
  /// In the warnings pane that is the promise of the selected warning; in the queues pane, the panel explains
  /// the queue of the selected job.
  mutating func toggleWhy() {
    guard let run else { return }
    guard run.why == nil else {
      self.run?.why = nil
      return
    }
    // At the end of a run, it is the last promise of the main chain.
    if run.selection == nil, let card = front as? EndCard { self.run?.selection = card.subject }
    if run.focus == .queues, let queue = run.askedQueue { return explain(queue) }
    if run.focus == .warnings,
      let promise = run.context(glyphs, language).chosenCulprit?.warning.promise
    {
      self.run?.trail.append(run.selection)
      self.run?.selection = promise
    }
    guard let subject = self.run?.subject else {
      notice = Requirement.promise.obstacle(in: self)
      return
    }
    // The panel stays with this promise when the playhead moves.
    self.run?.selection = subject
    self.run?.why = WhyPanel()
  }

  /// Opens the panel that explains a queue.
  mutating func explain(_ queue: QueueID) {
    run?.why = WhyPanel(of: queue)
  }

  /// Notes that the selected promise went wrong, so that the warnings that touch what led to it come first; if it is noted
  /// already, no longer.
  mutating func toggleWrong() {
    guard let run, let subject = run.subject else { return }
    // The same key takes it back, wherever the playhead is then.
    self.run?.selection = subject
    if run.symptom?.promises == [subject] {
      self.run?.tellFirst(of: nil)
      notice = language.text("\(subject) is no longer what went wrong")
      return
    }
    let name = run.known.plainName(of: subject)
    self.run?.tellFirst(of: Symptom(name, about: [subject], in: run.known))
    self.run?.culprit = nil
    focus(.warnings)
    notice = language.text("\(subject) went wrong: what led to it comes first in the warnings")
  }

  /// Marks the selected promise, so that its order relative to another one can be explained.
  mutating func toggleMarked() {
    guard let subject = run?.subject else { return }
    if run?.marked == subject {
      run?.marked = nil
      notice = language.text("\(subject) is no longer marked")
    } else {
      run?.marked = subject
      notice =
        language.text("\(subject) is marked: w on another promise explains the order of the two")
    }
  }

  /// Updates the panel for the playhead and the selection; requests other schedules if it needs them.
  mutating func refreshWhy() {
    guard var run, var panel = run.why else { return }
    guard panel.queue != nil || run.subject != nil else {
      self.run?.why = nil
      return
    }
    var subject = WhyPanel.Subject(
      promise: panel.queue == nil ? run.subject : nil, queue: panel.queue,
      marked: panel.queue == nil ? run.marked : nil, playhead: run.playhead, clock: run.clock)
    subject.answer = panel.request.flatMap { run.orders[$0] ?? nil }
    panel.refresh(subject, run, language)
    // The request may have changed to one whose answer is known.
    subject.answer = panel.request.flatMap { run.orders[$0] ?? nil }
    panel.refresh(subject, run, language)
    run.why = panel
    self.run = run
    guard let request = panel.request, run.orders[request] == nil else { return }
    self.run?.orders[request] = .some(nil)
    ask(.findOrder(demo: run.demo.name, request))
  }

  /// Takes in whether another schedule has the other order.
  mutating func found(_ request: OrderRequest, _ answer: OrderAnswer) {
    run?.orders[request] = .some(answer)
  }
}

extension Run {
  /// The panel that explains a promise, if it is open.
  package internal(set) var why: WhyPanel? {
    get { panels[WhyPanel.self] }
    set { panels[WhyPanel.self] = newValue }
  }
}

extension WhyPanel {
  func copied(_ state: State) -> String? { text }

  func back(_ state: inout State) {
    state.run?.why = nil
    // The comparison selected the promise to explain it.
    if state.comparing != nil { state.run?.selection = nil }
  }

  func move(by rows: Int, isPage: Bool, _ state: inout State) {
    state.run?.why?.selected = min(max(0, selected + rows), max(0, explanation.lines.count - 1))
  }

  func take(_ item: Int, _ state: inout State) { state.run?.why?.selected = item }

}

extension State {
  /// Follows the selected row: to its promise and event, or into its schedule.
  fileprivate mutating func followWhy() {
    guard let run, let panel = run.why, panel.explanation.lines.indices.contains(panel.selected)
    else { return }
    let line = panel.explanation.lines[panel.selected]
    if panel.selected == panel.scheduleLine { return openOrder(panel, run) }
    guard line.promise != nil || line.event != nil else {
      notice = language.text("this line has no promise or event to go to")
      return
    }
    let isHere =
      (line.promise ?? panel.subject?.promise) == panel.subject?.promise
      && (line.event ?? run.playhead) == run.playhead
    guard !isHere else {
      notice = language.text("you are already there")
      return
    }
    self.run?.stop()
    let origin = place(in: run)
    self.run?.why?.trail.append(origin)
    if let promise = line.promise { self.run?.selection = promise }
    if let event = line.event { self.run?.move(to: event) }
  }

  /// Returns to the place where the last row was followed.
  fileprivate mutating func returnFromWhy() {
    guard let run, let place = run.why?.trail.last else {
      notice = language.text("nothing to return to: Enter follows a row")
      return
    }
    self.run?.stop()
    self.run?.why?.trail.removeLast()
    self.run?.selection = place.selection
    self.run?.marked = place.marked
    if let schedule = place.schedule {
      arrival = Arrival(place: .event(place.playhead), like: self.run)
      return ask(.open(demo: run.demo.name, by: schedule, to: .event(place.playhead)))
    }
    self.run?.move(to: place.playhead)
  }

  private func place(in run: Run, leaving schedule: Schedule? = nil) -> WhyPanel.Place {
    WhyPanel.Place(
      selection: run.selection, marked: run.marked, playhead: run.playhead, schedule: schedule)
  }

  /// Opens the schedule in which the two handlers run in the other order.
  private mutating func openOrder(_ panel: WhyPanel, _ run: Run) {
    guard case .found(let token, let event, let first, let second) = panel.subject?.answer else {
      return
    }
    self.run?.stop()
    var like = run
    like.why?.trail.append(place(in: run, leaving: run.token?.schedule))
    like.selection = first
    like.marked = second
    arrival = Arrival(place: .event(event), like: like)
    ask(.open(demo: run.demo.name, by: token.schedule, to: .event(event)))
  }
}

extension Action {
  static let marked = Action("marked", "mark a promise") { $0.toggleMarked() }
  static let why = Action("why") { $0.toggleWhy() }
  static let wrong = Action("wrong", "say what went wrong") { $0.toggleWrong() }
  static let followReason = Action("follow-reason") { $0.followWhy() }
  static let returnFromReason = Action("return-from-reason") { $0.returnFromWhy() }
}

extension KeyTable {
  static let why: [Binding] = [
    Binding(
      [(.enter, .followReason)], .why, in: [.why], "follow",
      "in the explanation: go to the promise and event of the row, or open its schedule"),
    Binding(
      [(.backspace, .returnFromReason)], .why, in: [.why], "return",
      "in the explanation: go back to where you followed the last row"),
    Binding(arrows, .why, in: [.why], "rows", "in the explanation: previous, next row"),
    Binding([(.escape, .back)], .why, in: [.why], "close", "in the explanation: close it"),
  ]
}
