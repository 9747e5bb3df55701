import PromiseEvents
import PromiseGraph
import PromiseInsight

/// What the closed gate of a program holds, above the queues.
struct GateLines {
  private let context: PaneContext
  private let width: Int
  private var graph: Graph { context.graph }
  private var language: Language { context.language }

  init(_ context: PaneContext, width: Int) {
    self.context = context
    self.width = width
  }

  /// Returns why the gate is closed, and what it holds; if the user has not opened it, why it is open.
  func lines() -> [StyledLine] {
    guard graph.gate.isClosed else {
      guard let reason = graph.gate.reason, reason != GateNode.byHand, !reason.isEmpty
      else { return [] }
      return text(language.text("the gate has opened: \(sanitized(reason))"), .warning)
    }
    guard !context.endedClosed else {
      return text(language.text("the program ended while the gate was closed"), .heading)
        + text(leftovers, .body)
    }
    return text(reason, .heading) + text(counts, .body)
  }

  /// Returns which waits the closed gate holds up, and what goes on outside.
  func waits() -> [StyledLine] {
    graph.gate.isClosed && !context.endedClosed ? holds + outside : []
  }

  /// Why the gate is closed; when it has let something go, that is past.
  private var reason: String {
    guard !graph.gate.hasLetGo else { return language.text("gate closed") }
    guard let reason = graph.gate.reason.map({ sanitized($0) }), !reason.isEmpty,
      reason != GateNode.byHand
    else { return language.text("gate closed by hand") }
    return language.text("gate closed: \(reason)")
  }

  private var counts: String {
    var parts: [String] = []
    if graph.gate.jobCount > 0 {
      parts.append(language.text("\(language.plural(graph.gate.jobCount, "job")) held"))
    }
    let timers = graph.pendingTimerCount
    if timers > 0 {
      parts.append(
        timers == 1 ? language.text("1 timer stands") : language.text("\(timers) timers stand"))
    }
    guard parts.isEmpty else { return parts.joined(separator: language.text(", ")) }
    return graph.gate.hasHeld
      ? language.text("it holds nothing now") : language.text("it holds nothing so far")
  }

  /// What did not happen until the program ended.
  private var leftovers: String {
    let (jobs, timers) = (graph.gate.jobCount, graph.pendingTimerCount)
    var parts: [String] = []
    if jobs > 0 { parts.append(language.text("\(language.plural(jobs, "job")) never ran")) }
    if timers > 0 {
      parts.append(
        timers == 1
          ? language.text("1 timer never fired") : language.text("\(timers) timers never fired"))
    }
    return parts.isEmpty
      ? language.text("it held nothing") : parts.joined(separator: language.text(", "))
  }

  /// The waits that the gate holds up.
  private var holds: [StyledLine] {
    let holds = graph.gateHolds
    guard let first = holds.first else { return [] }
    let sentence = first.sentence(in: graph, language)
    let more = holds.count - 1
    let rest =
      more == 1
      ? language.text("and 1 more wait like this")
      : language.text("and \(more) more waits like this")
    return text("\(context.glyphs[.pause]) \(sentence)", .warning)
      + (more > 0 ? text(rest, .dim) : [])
  }

  /// What the gate does not hold, and the program waits for.
  private var outside: [StyledLine] {
    let count = graph.waitingForCodeCount
    guard count > 0 else { return [] }
    let names = graph.waitingForCode(limit: 2).map { graph.plainName(of: $0) }
    let list = language.list(names, more: count - names.count)
    return text(
      count == 1
        ? language.text("outside the gate: \(list) waits for code that calls its resolver")
        : language.text("outside the gate: \(list) wait for code that calls their resolvers"), .dim)
  }

  private func text(_ text: String, _ role: Role) -> [StyledLine] {
    wrapped(text, to: width).map { StyledLine($0, role) }
  }
}
