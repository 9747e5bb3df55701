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
}
