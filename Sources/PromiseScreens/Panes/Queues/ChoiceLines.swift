import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// The choices and the resulting order, as the queues pane shows them to a user who plays the scheduler.
struct ChoiceLines {
  private let context: PaneContext
  private let width: Int
  private var ellipsis: Character { context.glyphs[.ellipsis] }
  private var language: Language { context.language }

  init(_ context: PaneContext, width: Int) {
    self.context = context
    self.width = width
  }

  /// Returns the options for what happens next, each with its digit; the one that the run takes is marked.
  func lines() -> [StyledLine] {
    guard let next = context.next else {
      return context.choosing
        ? wrapped(language.text("nothing to choose here"), to: width).map { StyledLine($0, .dim) }
        : []
    }
    let shown = next.options.prefix(Self.most)
    var lines = [
      StyledLine(heading(next), .heading).cut(to: width, ellipsis: ellipsis)
    ]
    for (index, option) in shown.enumerated() {
      let isTaken = index == next.chosen
      let mark = isTaken ? String(context.glyphs[.running]) : " "
      lines.append(
        StyledLine([
          Span("\(mark)", .running), Span("\(index + 1) ", .key),
          Span(context.graph.shortName(of: option, language: language), isTaken ? .running : .body),
        ]).cut(to: width, ellipsis: ellipsis))
    }
    if next.options.count > shown.count {
      let more = next.options.count - shown.count
      let text =
        next.chosen >= shown.count
        ? language.text("and \(more) more, number \(next.chosen + 1) runs")
        : language.text("and \(more) more")
      lines.append(StyledLine("  " + text, .dim))
    }
    return lines
  }

  private func heading(_ next: ChoicePoint) -> String {
    context.graph.gate.isClosed
      ? language.text("could start now:")
      : language.text("next, one of \(next.options.count):")
  }

  /// Returns the handlers in the order in which they run; those ahead are dim.
  func order() -> [StyledLine] {
    let graph = context.known ?? context.graph
    let started = graph.jobs.compactMap { job in job.started.map { (job, $0.sequence) } }
      .sorted { $0.1 < $1.1 }
    guard !started.isEmpty else { return [] }
    var lines: [StyledLine] = []
    var line = StyledLine(language.text("order"), .heading)
    let names = started.suffix(Self.mostNames).map {
      (text: graph.shortName(of: $0.0.id), role: $0.1 <= context.playhead ? Role.body : .future)
    }
    let comma = names.contains { $0.text.contains(" ") } ? "," : ""
    for (index, (text, role)) in names.enumerated() {
      let word = text + (index < names.count - 1 ? comma : "")
      if displayWidth(line.text) + 1 + displayWidth(word) > width, !line.spans.isEmpty {
        lines.append(line)
        line = StyledLine(blanks(displayWidth(language.text("order"))))
      }
      line.add(" ")
      line.add(word, role)
    }
    lines.append(line)
    return lines.map { $0.cut(to: width, ellipsis: ellipsis) }
  }

  /// Returns the schedule, if the time pane has no room for all of it.
  func token() -> [StyledLine] {
    guard let token = context.token, !context.showsToken else { return [] }
    return wrapped(language.text("schedule \(token)"), to: width).map { StyledLine($0, .dim) }
  }

  /// The most options that are listed: as many as there are digits.
  private static let most = 9
  private static let mostNames = 40
}
