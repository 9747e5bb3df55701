import PromiseCourse
import PromiseGraph
import PromiseInsight

extension State {
  /// Takes in that the run was played to its end: shows what came out, and keeps that a demo was played.
  mutating func arriveAtEnd() {
    showEndCard()
    guard let run, tour == nil, !run.history.isEmpty, run.isOfCourse,
      courseProgress.play(run.demo.name)
    else { return }
    ask(.keepProgress(courseProgress))
  }

  /// Shows what came out, at the end of the run.
  private mutating func showEndCard() {
    guard let run, tour == nil, !run.history.isEmpty, [.demo, .ended].contains(beneath.mode)
    else { return }
    notice = nil
    let caption = run.caption ?? BeatPlan.ending(run.graph, language)
    self.run?.caption = caption
    self.run?.endCard = EndCard(run.graph, since: run.startTime, output: run.program.output)
  }

  /// Shows the card when the end key has gone to the end of the run, and closes it when the playhead has left it.
  mutating func refreshEndCard() {
    if run != nil { opening = nil }
    if run?.wentToEnd == true {
      run?.wentToEnd = false
      showEndCard()
    }
    guard let run, let card = run.endCard else { return }
    // In any other place, the card would cover what the reader looks at.
    if run.playing || run.playhead != card.event || !run.finished { self.run?.endCard = nil }
  }
}
