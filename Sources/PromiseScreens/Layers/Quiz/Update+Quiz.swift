import PromiseCourse
import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// The quiz, in front of what is open.
  package internal(set) var quiz: QuizState? {
    get { workspaces[QuizState.self] }
    set { workspaces[QuizState.self] = newValue }
  }

  /// Starts a quiz on these demos, in front of what is open.
  package mutating func startQuiz(_ demos: [String]) -> [Effect] { asking { $0.askAbout(demos) } }

  private mutating func askAbout(_ demos: [String]) {
    beginQuiz(demos)
    askNextDemo()
  }

  private mutating func beginQuiz(_ demos: [String]) {
    quiz = QuizState(demos: demos)
    overlays.removeAll()
  }

  /// Starts a quiz on the open or selected demo.
  mutating func quizPicked() {
    if let run, watching != nil { return askAboutRecorded(run) }
    if run?.demo.library != nil {
      notice = language.text(
        "for the quiz, open the run by PromiseKitLite's rules: O, then Enter")
      return
    }
    if let run, !run.isAsWritten {
      let isBeneath = unchanged != nil || exploring != nil
      notice =
        isBeneath
        ? language.text("the quiz is about the original run: press Esc to return to it first")
        : language.text("the quiz is about the original run, and this one is changed")
      return
    }
    if let run { return askAbout([run.demo.name]) }
    if let pickedName { askAbout([pickedName]) }
  }

  /// Starts a quiz on a run that cannot be repeated: the wrong answers come from the run itself.
  private mutating func askAboutRecorded(_ run: Run) {
    guard run.finished else {
      notice = course.onlyAtTheEnd
      return
    }
    let events = Array(run.history.events)
    let questions = QuizMaker(QuizRun(events), others: [], name: run.demo.name).questions()
    beginQuiz([run.demo.name])
    quizPrepared(QuizSheet(demo: run.demo.name, events: events, questions: questions))
  }

  /// Leaves the quiz and returns to what was open before.
  mutating func leaveQuiz() {
    quiz = nil
    if !score.records.isEmpty {
      notice =
        "\(course.quiz)\(course.colon)\(course.score) \(course.part(score.right, of: score.records.count))"
    }
    ask(.endQuiz)
  }

  /// Takes in the questions about a demo.
  mutating func quizPrepared(_ sheet: QuizSheet) {
    guard quiz?.stage == .preparing, quiz?.demo == sheet.demo else { return }
    guard !sheet.questions.isEmpty else {
      if quiz?.demos.count == 1 { notice = course.noQuestion(about: sheet.demo) }
      quiz?.place += 1
      return askNextDemo()
    }
    quiz?.sheet = sheet
    quiz?.index = 0
    quiz?.right = 0
    openQuestion()
  }

  /// Requests the questions about the next demo; ends the quiz if there is none.
  private mutating func askNextDemo() {
    quiz?.sheet = nil
    quiz?.run = nil
    quiz?.scroll = 0
    guard let quiz, quiz.place < quiz.demos.count else {
      self.quiz?.stage = .over
      return
    }
    self.quiz?.stage = .preparing
    ask(.prepareQuiz(demo: quiz.demo))
  }

  /// Opens a question, with the run up to the event before it.
  private mutating func openQuestion() {
    guard let quiz, let sheet = quiz.sheet, let question = quiz.question else { return }
    let entry =
      demos.first { $0.name == sheet.demo } ?? RunDescriptor(name: sheet.demo, teaches: "")
    var run = Run(demo: entry, real: false, prediction: [])
    run.record(sheet.events.filter { $0.sequence <= question.event })
    run.move(to: question.event)
    run.stop()
    if let subject = question.subject { run.selection = run.promise(named: subject) }
    self.quiz?.run = run
    self.quiz?.stage = .asking
    self.quiz?.hasAsked = true
    self.quiz?.focus = nil
    self.quiz?.pane = .source
    self.quiz?.scroll = 0
    self.quiz?.reasons = []
    ask(.askedQuestion)
  }

  /// Takes an answer: adds the rest of the run, and moves the playhead to the event that decides it.
  mutating func answer(_ choice: Int) {
    guard let quiz, quiz.stage == .asking, let sheet = quiz.sheet, let question = quiz.question
    else {
      sayNothingIsOpen()
      return
    }
    guard question.choices.indices.contains(choice) else {
      notice = course.choose(upTo: question.choices.count)
      return
    }
    let record = QuizRecord(
      question, of: sheet.demo, chosen: choice, in: course, arrow: glyphs.arrow)
    score.add(record)
    self.quiz?.stage = .answered(choice)
    self.quiz?.scroll = 0
    self.quiz?.pane = .chain
    self.quiz?.run?.record(sheet.events.filter { $0.sequence > question.event })
    self.quiz?.run?.end()
    if let history = self.quiz?.run?.history {
      let reasons = QuizReason.all(of: question, in: history, language: language)
      self.quiz?.reasons = reasons
    }
    self.quiz?.reason = question.begin(for: choice)
    // Stay at the top of the page, which has the verdict.
    goToReason()
    ask(.answeredQuestion(record))
    self.quiz?.right += record.isRight ? 1 : 0
    keepResult()
  }

  /// Opens the next question; leaves the quiz from the summary.
  fileprivate mutating func nextQuestion() {
    guard let quiz else { return }
    switch quiz.stage {
    case .preparing: notice = course.preparing(quiz.demo)
    case .asking: notice = course.choose(upTo: quiz.question?.choices.count ?? 0)
    case .answered: goOn()
    case .over: leaveQuiz()
    }
  }

  fileprivate mutating func skipQuestion() {
    guard quiz?.stage == .asking else {
      sayNothingIsOpen()
      return
    }
    goOn()
  }

  /// Explains why there is no question to answer.
  private mutating func sayNothingIsOpen() {
    guard let quiz else { return }
    switch quiz.stage {
    case .preparing: notice = course.preparing(quiz.demo)
    case .asking, .answered: notice = course.isAnswered
    case .over: notice = course.isOver
    }
  }

  private mutating func goOn() {
    quiz?.index += 1
    if quiz?.question != nil { return openQuestion() }
    quiz?.place += 1
    askNextDemo()
  }
}

extension State {
  /// The score and what to review, in lines, for after the screens are closed; `nil` if no question was
  /// answered.
  package var quizSummary: String? {
    guard !score.records.isEmpty else { return nil }
    return "\(course.quiz)\(course.colon)" + course.summary(of: score).joined(separator: "\n")
  }
}

extension State {
  /// Moves by `step` among the events that decide the question.
  mutating func goToReason(by step: Int) {
    guard let quiz, case .answered = quiz.stage else {
      notice =
        quiz?.stage == .over
        ? course.isOver : course.choose(upTo: quiz?.question?.choices.count ?? 0)
      return
    }
    let next = quiz.reason + step
    guard quiz.reasons.indices.contains(next) else {
      notice = step > 0 ? course.lastReason : course.firstReason
      return
    }
    self.quiz?.reason = next
    goToReason()
    let sheet = self.quiz?.sheet(self)
    self.quiz?.scroll = sheet?.scroll(showing: next, from: quiz.scroll) ?? quiz.scroll
  }

  /// Moves the playhead to the event of the selected reason.
  mutating func goToReason() {
    guard let quiz, quiz.reasons.indices.contains(quiz.reason) else { return }
    let reason = quiz.reasons[quiz.reason]
    self.quiz?.run?.move(to: reason.event)
    self.quiz?.run?.selection = reason.promise
  }
}

// MARK: - Keys and the mouse

extension QuizState {
  func back(_ state: inout State) { state.leaveQuiz() }

  /// The order in which Tab moves the focus: the question (`nil`), then the panes beside it.
  private static let ring: [PaneKind?] = [nil, .source, .chain, .queues, .events, .time]

  /// Moves the focus to the next or previous pane, and shows it.
  func look(_ step: Int, _ state: inout State) {
    let index = Self.ring.firstIndex(of: focus) ?? 0
    let next = Self.ring[(index + step + Self.ring.count) % Self.ring.count]
    state.quiz?.focus = next
    if let next { state.quiz?.pane = next }
  }

  /// Scrolls the question, or the focused pane.
  func move(by rows: Int, isPage: Bool, _ state: inout State) {
    guard let focus, let inside = QuizLayout(self, state).pane?.inside else {
      let scroll = scrolled(scroll, by: rows, state)
      state.quiz?.scroll = scroll
      return
    }
    let (glyphs, language) = (state.glyphs, state.language)
    state.quiz?.run?.scroll(focus, by: rows, in: inside, glyphs, language)
  }

  func pageRows(_ state: State) -> Int {
    let layout = QuizLayout(self, state)
    return max(1, ((focus == nil ? layout.sheet : layout.pane)?.inside.height ?? 2) - 1)
  }

  /// Focuses what a click hits: the question, or the pane beside it.
  func press(x: Int, y: Int, _ state: inout State) {
    if let hit = part(at: x, y, state) { state.quiz?.focus = hit }
    pressSheet(x: x, y: y, &state)
  }

  func take(_ item: Int, _ state: inout State) { if stage == .asking { state.answer(item) } }

  /// Scrolls what is under the mouse.
  func wheel(by rows: Int, x: Int, y: Int, _ state: inout State) {
    guard let hit = part(at: x, y, state) else { return }
    var hovered = self
    hovered.focus = hit
    hovered.move(by: rows, isPage: false, &state)
  }

  /// Returns the pane in a cell, or an inner `nil` for the question; the outer `nil` outside both.
  private func part(at x: Int, _ y: Int, _ state: State) -> PaneKind?? {
    let layout = QuizLayout(self, state)
    if layout.pane?.contains(x, y) == true { return .some(pane) }
    return layout.sheet?.contains(x, y) == true ? .some(nil) : nil
  }
}

extension Action {
  static let quiz = Action("quiz") { $0.quizPicked() }
  static func answer(_ number: Int) -> Action {
    Action("answer-\(number)", nil) { $0.answer(number - 1) }
  }
  static let nextQuestion = Action("next-question") { $0.nextQuestion() }
  static let skipQuestion = Action("skip-question") { $0.skipQuestion() }
  static let nextReason = Action("next-reason") { $0.goToReason(by: 1) }
  static let previousReason = Action("previous-reason") { $0.goToReason(by: -1) }
}

extension State {
  /// Keeps the result of the quiz about the current demo, if it is better than before.
  mutating func keepResult() {
    guard let quiz, let questions = quiz.sheet?.questions.count, watching == nil,
      courseProgress.take(
        CourseProgress.Result(right: quiz.right, of: questions), of: quiz.demo)
    else { return }
    ask(.keepProgress(courseProgress))
  }
}
