import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// What could happen next, and what comes of it, as the queues pane tells the scheduler.
struct ChoiceLines {
  private let context: PaneContext
  private let clock: ShortClock
  private let width: Int
  private var ellipsis: Character { context.glyphs[.ellipsis] }

  init(_ context: PaneContext, width: Int) {
    self.context = context
    clock = ShortClock(context)
    self.width = width
  }

  /// The things that could happen next, each with its digit; what the run takes is marked.
  func lines() -> [StyledLine] {
    guard let next = context.next else {
      return context.isChoosing
        ? wrapped("only one thing can happen here", to: width).map { StyledLine($0, .dim) } : []
    }
    let shown = next.options.prefix(Self.most)
    var lines = [
      StyledLine("next, one of \(next.options.count):", .heading).cut(to: width, ellipsis: ellipsis)
    ]
    for (index, option) in shown.enumerated() {
      let isTaken = index == next.chosen
      let mark = isTaken ? String(context.glyphs[.running]) : " "
      lines.append(
        StyledLine([
          Span("\(mark)", .running), Span("\(index + 1) ", .key),
          Span(words(option), isTaken ? .running : .body),
        ]).cut(to: width, ellipsis: ellipsis))
    }
    if next.options.count > shown.count {
      let chosen = next.chosen >= shown.count ? ", number \(next.chosen + 1) runs" : ""
      lines.append(StyledLine("  and \(next.options.count - shown.count) more\(chosen)", .dim))
    }
    return lines
  }

  /// The handlers in the order in which they run; what lies ahead is dim.
  func order() -> [StyledLine] {
    let graph = context.known ?? context.graph
    let started = graph.jobs.compactMap { job in job.started.map { (job, $0.sequence) } }
      .sorted { $0.1 < $1.1 }
    guard !started.isEmpty else { return [] }
    var lines: [StyledLine] = []
    var line = StyledLine("order", .heading)
    let names = started.suffix(Self.mostNames).map {
      (text: name($0.0, in: graph), role: $0.1 <= context.playhead ? Role.body : .future)
    }
    let comma = names.contains { $0.text.contains(" ") } ? "," : ""
    for (index, (text, role)) in names.enumerated() {
      let word = text + (index < names.count - 1 ? comma : "")
      if displayWidth(line.text) + 1 + displayWidth(word) > width, !line.spans.isEmpty {
        lines.append(line)
        line = StyledLine("     ")
      }
      line.add(" ")
      line.add(word, role)
    }
    lines.append(line)
    return lines.map { $0.cut(to: width, ellipsis: ellipsis) }
  }

  /// The schedule, where the pane of time does not tell it whole.
  func token() -> [StyledLine] {
    guard let token = context.token, !context.showsToken else { return [] }
    return wrapped("schedule \(token)", to: width).map { StyledLine($0, .dim) }
  }

  private func words(_ option: PromiseEvent.Choice) -> String {
    let graph = context.graph
    return switch option {
    case .start(let queue, let job): "start \(name(job)) on \(graph.queueLabel(queue))"
    case .end(let job): "end \(name(job))"
    case .resume(let job): "\(name(job)) goes on"
    case .fire(let timer): "timer of \(name(timer))"
    }
  }

  private func name(_ id: JobID) -> String {
    guard let job = context.graph.job(id) ?? context.known?.job(id) else { return "\(id)" }
    return name(job, in: context.known ?? context.graph)
  }

  private func name(_ job: JobNode, in graph: Graph) -> String {
    if let node = job.child.flatMap({ graph[$0] }) { return name(node, in: graph) }
    return job.label ?? "\(job.id)"
  }

  private func name(_ id: TimerID) -> String {
    let graph = context.graph
    guard let promise = graph.timer(id)?.promise, let node = graph[promise] else { return "\(id)" }
    return name(node, in: graph)
  }

  /// The label, or the number and what made it.
  private func name(_ node: PromiseNode, in graph: Graph) -> String {
    node.creation.label ?? "\(node.id) \(graph.name(of: node, clock: clock))"
  }

  /// As many as there are digits.
  private static let most = 9
  private static let mostNames = 40
}
