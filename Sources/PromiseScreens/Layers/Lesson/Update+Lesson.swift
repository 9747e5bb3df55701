import PromiseCourse
import PromiseEvents
import PromiseGraph
import PromiseInsight

extension Run {
  /// The lesson, if it is open.
  package internal(set) var lesson: LessonPanel? {
    get { panels[LessonPanel.self] }
    set { panels[LessonPanel.self] = newValue }
  }
}

extension LessonPanel {
  func obstacle(to key: Key, _ row: Binding, _ state: State) -> String? { state.course.closeLesson }

  func back(_ state: inout State) { state.closeLesson() }

  func move(by rows: Int, isPage: Bool, _ state: inout State) {
    let scroll = scrolled(scroll, by: rows, state)
    state.run?.lesson?.scroll = scroll
  }

}

extension State {
  /// Opens the lesson of the demo, or closes it.
  mutating func toggleLesson() {
    guard let run else { return }
    guard run.lesson == nil else {
      closeLesson()
      return
    }
    guard let lesson = run.demo.lesson else {
      notice = course.noLesson
      return
    }
    self.run?.why = nil
    self.run?.zoomed = false
    let whole = complete(lesson, run.demo.script)
    self.run?.lesson = LessonPanel(whole)
    self.run?.lesson?.place = run.lessonPlace
  }

  /// Returns the lesson with a page for what node prints, if the demo is shown in JavaScript.
  private func complete(_ lesson: Lesson, _ script: DemoScript?) -> Lesson {
    script.map { lesson.adding(course.section(of: $0)) } ?? lesson
  }

  /// Shows what node has printed, on the open page too.
  mutating func show(_ script: DemoScript, of demo: String) {
    guard let run, run.demo.name == demo, run.demo.script != nil else { return }
    self.run?.demo.script = script
    guard let lesson = run.demo.lesson else { return }
    let whole = complete(lesson, script)
    self.run?.lesson?.lesson = whole
  }

  /// Closes the lesson; it reopens at the same page.
  mutating func closeLesson() {
    guard let place = run?.lesson?.place else { return }
    run?.lessonPlace = place
    run?.lesson = nil
  }

  /// Makes the next opened demo show its lesson.
  package mutating func openLesson() { opensLesson = true }

  /// Updates the panel from the events known so far.
  mutating func refreshLesson() {
    guard let run, var panel = run.lesson else { return }
    panel.refresh(run)
    self.run?.lesson = panel
  }

  /// Opens another page; the playhead moves to the event of its step, and the run runs up to it.
  fileprivate mutating func turnPage(by pages: Int) {
    guard var panel = run?.lesson else { return }
    let place = panel.place + pages
    guard panel.pages.indices.contains(place) else {
      notice = pages > 0 ? course.lastPage : course.firstPage
      return
    }
    panel.place = place
    panel.showsAnswer = false
    panel.scroll = 0
    run?.lesson = panel
    goToStep(panel)
  }

  private mutating func goToStep(_ panel: LessonPanel) {
    run?.stop()
    guard let shown = panel.step?.shown else {
      if panel.page == .introduction, let base = run?.history.base { run?.move(to: base) }
      return
    }
    run?.selection = nil
    guard let event = shown.event else {
      notice = course.noMoment
      return
    }
    move(.position(event))
    showSubject(of: event)
  }

  /// Where there is room for a single pane, shows the one that the step speaks about.
  private mutating func showSubject(of event: Int) {
    guard wholeLayout.places.count == 1, let run else { return }
    let history = run.prediction ?? run.history
    self.run?.focus = history[event]?.kind.isAboutQueue == true ? .queues : .chain
  }

  fileprivate mutating func showAnswer() {
    guard let panel = run?.lesson else { return }
    guard panel.step?.step.answer != nil else {
      notice = course.noQuestion
      return
    }
    run?.lesson?.showsAnswer.toggle()
    let sheet = run?.lesson?.sheet(self)
    let scroll = sheet?.scroll(showing: LessonPanel.question, from: panel.scroll)
    run?.lesson?.scroll = scroll ?? panel.scroll
  }
}

extension PromiseEvent.Kind {
  /// Whether the event is about a queue: what waits and what runs there.
  fileprivate var isAboutQueue: Bool {
    name == .jobEnqueued || name == .jobStarted
  }
}

extension Action {
  static let lesson = Action("lesson") { $0.toggleLesson() }
  static let nextPage = Action("next-page") { $0.turnPage(by: 1) }
  static let previousPage = Action("previous-page") { $0.turnPage(by: -1) }
  static let ask = Action("ask") { $0.showAnswer() }
}

extension KeyTable {
  static let lesson: [Binding] = [
    Binding(
      [(" ", .nextPage), ("n", .nextPage), ("N", .previousPage), ("b", .previousPage)], .course,
      in: [.lesson], "next, back",
      "in the lesson: next, previous step; the playhead moves to its event"),
    Binding(
      [("a", .ask)], .course, in: [.lesson], "answer",
      "in the lesson: show or hide the answer"),
    Binding([(.escape, .back)], .course, in: [.lesson], "close", "in the lesson: close it"),
    Binding(arrows, .course, in: [.lesson], "scroll", "in the lesson: scroll the page"),
  ]
}
