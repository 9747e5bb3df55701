import PromiseCourse
import PromiseGraph
import PromiseInsight

extension State {
  /// Takes in that the run was played to its end: shows what came out, and keeps that a demo was played.
  mutating func arriveAtEnd() {
    guard let run, tour == nil, !run.history.isEmpty else { return }
    if [.demo, .ended].contains(beneath.mode) {
      self.run?.endCard = EndCard(run.graph, since: run.startTime)
    }
    guard run.isOfCourse, courseProgress.play(run.demo.name) else { return }
    ask(.keepProgress(courseProgress))
  }

  /// Closes the card at the end of the run when the playhead has left it.
  mutating func refreshEndCard() {
    if run != nil { opening = nil }
    guard let run, let card = run.endCard else { return }
    // In any other place, the card would cover what the reader looks at.
    if run.playing || run.playhead != card.event || !run.finished { self.run?.endCard = nil }
  }

  /// Plays the run from its start.
  mutating func playAgain() {
    guard let base = run?.history.base else { return }
    run?.endCard = nil
    run?.move(to: base)
    run?.playing = true
    requestTick(after: 0)
  }

  /// Keeps the result of the quiz about the current demo, if it is better than before.
  mutating func keepResult() {
    guard let quiz, let questions = quiz.sheet?.questions.count, watching == nil,
      courseProgress.take(
        CourseProgress.Result(right: quiz.right, of: questions), of: quiz.demo)
    else { return }
    ask(.keepProgress(courseProgress))
  }
}

extension State {
  /// Shows nothing but the name of a run until it is open.
  package mutating func awaitOpening(of name: String) { opening = name }

  /// Whether a run is being opened before there is anything to show.
  var isOpening: Bool { opening != nil && run == nil }
}

extension Run {
  /// Whether it is a demo of the course, and not a recorded or live program.
  var isOfCourse: Bool { !isTraced }
}
