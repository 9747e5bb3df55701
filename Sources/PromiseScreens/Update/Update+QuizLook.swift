import PromiseCourse
import PromiseGraph
import PromiseKitLite

extension State {
  /// Goes to another one of the events that decide the question.
  mutating func goToReason(by step: Int) {
    guard let quiz, case .answered = quiz.stage else {
      notice =
        quiz?.stage == .over
        ? words.isOver : words.choose(upTo: quiz?.question?.choices.count ?? 0)
      return
    }
    let next = quiz.reason + step
    guard quiz.reasons.indices.contains(next) else {
      notice = step > 0 ? words.lastReason : words.firstReason
      return
    }
    self.quiz?.reason = next
    goToReason()
    let scroll = QuizView.scroll(showing: next, self)
    self.quiz?.scroll = scroll
  }

  /// Puts the playhead where the reason is that is selected.
  mutating func goToReason() {
    guard let quiz, quiz.reasons.indices.contains(quiz.reason) else { return }
    let reason = quiz.reasons[quiz.reason]
    self.quiz?.run?.move(to: reason.event)
    self.quiz?.run?.selection = reason.promise
  }

  // MARK: - Looking

  /// The question, and then each of these panes beside it, has the arrow keys in turn.
  private static let ring: [PaneKind?] = [nil, .source, .chain, .queues, .events, .time]

  /// Changes what the arrow keys scroll, and which pane is seen.
  mutating func lookInQuiz(_ action: Action) {
    guard let quiz else { return }
    let ring = Self.ring
    let index = ring.firstIndex(of: quiz.focus) ?? 0
    let step = action == .nextPane ? 1 : ring.count - 1
    let next = ring[(index + step) % ring.count]
    self.quiz?.focus = next
    if let next { self.quiz?.pane = next }
  }

  /// Scrolls the question, or the pane that has the keys.
  mutating func arrowInQuiz(_ rows: Int) {
    guard let quiz else { return }
    let layout = quizLayout
    guard let pane = quiz.focus, let inside = layout.pane?.inside, let run = quiz.run else {
      let last = QuizView.lastScroll(self)
      self.quiz?.scroll = min(max(0, quiz.scroll + rows), last)
      return
    }
    let content = run.content(of: pane, inside, glyphs)
    let scroll = run.scrolls[pane] ?? Scroll()
    self.quiz?.run?.scrolls[pane] = scroll.settled(
      on: content, height: inside.height, movedBy: rows)
  }

  /// The rows that a page key passes.
  var quizPageRows: Int {
    let layout = quizLayout
    return max(1, ((quiz?.focus == nil ? layout.sheet : layout.pane)?.inside.height ?? 2) - 1)
  }

  /// Where the question and the pane beside it stand.
  var quizLayout: QuizLayout { QuizLayout(self) }
}

// MARK: - The mouse

extension State {
  /// A click answers; one beside the question gives the keys to what it hits.
  mutating func pressInQuiz(x: Int, y: Int) -> [Effect] {
    let layout = quizLayout
    if let frame = layout.pane, frame.contains(x, y) {
      let pane = quiz?.pane
      quiz?.focus = pane
      return []
    }
    guard let frame = layout.sheet, frame.contains(x, y) else { return [] }
    quiz?.focus = nil
    guard quiz?.stage == .asking, let choice = QuizView.choice(atRow: y, self) else { return [] }
    return answer(choice)
  }

  /// Scrolls what the mouse points at.
  mutating func wheelInQuiz(by rows: Int, x: Int, y: Int) {
    let layout = quizLayout
    guard let (focus, pane) = quiz.map({ ($0.focus, $0.pane) }) else { return }
    if let frame = layout.pane, frame.contains(x, y) {
      quiz?.focus = pane
    } else if let frame = layout.sheet, frame.contains(x, y) {
      quiz?.focus = nil
    } else {
      return
    }
    arrowInQuiz(rows)
    quiz?.focus = focus
  }
}
