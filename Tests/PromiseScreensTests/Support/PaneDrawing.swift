import PromiseGraph
import PromiseInsight
import PromiseKitLite

@testable import PromiseScreens

extension EventStream {
  /// The input of a pane with the playhead on `event`, or the last one; with `predicts`, only the
  /// events up to there are recorded and the rest is predicted.
  func context(
    at event: Int? = nil, selection: PromiseID? = nil, glyphs: GlyphSet = .unicode,
    predicts: Bool = false
  ) -> PaneContext {
    let playhead = event ?? events.count
    var history = History()
    history.append(contentsOf: predicts ? Array(events.prefix(playhead)) : events)
    var prediction: History?
    if predicts {
      prediction = History()
      prediction?.append(contentsOf: events)
    }
    var context = PaneContext(
      graph: history.graph(at: playhead), history: history, playhead: playhead,
      prediction: prediction, selection: selection, glyphs: glyphs)
    context.lints = history.state(at: playhead).lints
    return context
  }
}

extension PaneContent {
  /// The lines without their styles and trailing blanks.
  var plain: String {
    var lines = lines.map { line in
      var text = line.text
      while text.last == " " { text.removeLast() }
      return text
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Checks that no line is wider than `width`, and that the references to lines are valid.
  func isSound(width: Int) -> Bool {
    lines.allSatisfy { displayWidth($0.text) <= width }
      && promises.keys.allSatisfy { line(at: $0) != nil || $0 == anchor }
      && (anchor.map { $0 < count } ?? true)
      && frozen <= lines.count && lines.count <= count
  }
}
