import PromiseEvents
import PromiseGraph

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
      guard let reason = graph.gate.reason, reason != "by hand", !reason.isEmpty else { return [] }
      return text(language.text("the gate has opened: \(sanitized(reason))"), .warning)
    }
    return text(reason, .heading) + text(counts, .body)
  }

  /// Returns which waits the closed gate holds up, and what goes on outside.
  func waits() -> [StyledLine] { graph.gate.isClosed ? holds + outside : [] }

  private var reason: String {
    guard let reason = graph.gate.reason.map({ sanitized($0) }), !reason.isEmpty,
      reason != "by hand"
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
    return parts.isEmpty
      ? language.text("it holds nothing so far") : parts.joined(separator: language.text(", "))
  }

  /// The waits that the gate holds up.
  private var holds: [StyledLine] {
    let holds = graph.gateHolds
    guard let first = holds.first else { return [] }
    let sentence = first.sentence(in: graph, language)
    return text("\(context.glyphs[.pause]) \(sentence)", .warning)
      + (holds.count > 1
        ? text(language.text("and \(holds.count - 1) more waits like this"), .dim) : [])
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
