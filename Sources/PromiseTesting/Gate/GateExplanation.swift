import PromiseGraph
import PromiseKitLite

/// What a program at a gate does, and who waits for whom, as text.
struct GateExplanation {
  private let view: JobGate.View
  private let graph: Graph

  init(_ view: JobGate.View, _ events: [PromiseEvent]) {
    self.view = view
    graph = Graph(events)
  }

  /// Returns the text about a question that has no answer yet.
  func text(of question: String, _ limit: Duration) -> String {
    let lines = held + running + timers + waits + pending
    let rest = lines.isEmpty ? ["nothing is held, and nothing runs"] : lines
    return "not within \(limit): \(question)\n" + rest.map { "  \($0)" }.joined(separator: "\n")
  }

  private var held: [String] {
    Self.shortened(view.jobs) { job in
      let state =
        job.canStart
        ? "can start" : "behind another job of its queue"
      return "held: \(job.subject.text) on \(job.subject.queue) (\(state))"
    }
  }

  private var running: [String] {
    let queues = graph.queues(listing: Self.most)
    var lines: [String] = []
    for queue in queues {
      for job in queue.running {
        lines.append("running: \(graph.plainName(of: job)) on \(queue.label)")
      }
    }
    if view.onTheWay > 0 {
      lines.append(
        "queued, but not started: "
          + (view.onTheWay == 1
            ? "a job whose queue is" : "\(view.onTheWay) jobs whose queues are")
          + " busy or suspended")
    }
    return lines
  }

  private var timers: [String] {
    Self.shortened(view.timers) { timer in
      let when = timer.isDue ? "held" : "due in \(timer.remaining / 1_000_000) ms"
      return "timer: \(timer.subject.text) (\(when))"
    }
  }

  /// The threads that wait, and what their promises wait for.
  private var waits: [String] {
    Self.shortened(Array(graph.waits)) { wait in
      let who =
        wait.job.map { graph.plainName(of: $0) }
        ?? "a thread"
      return "waiting: \(who) waits for \(graph.plainName(of: wait.promise))"
    }
  }

  /// Why the promises are pending that have a label.
  private var pending: [String] {
    let labelled = graph.promises.filter { node in
      node.settlement == nil && node.creation.label != nil
    }
    return Self.shortened(Array(labelled)) { node in
      "pending: \(graph.plainName(of: node.id)): \(reason(node))"
    }
  }

  /// Returns why a promise is pending: what it waits for, and the state of that.
  private func reason(_ node: PromiseNode) -> String {
    var last = node
    for _ in 0..<Self.most {
      let parents = last.creation.parents.compactMap { graph[$0] }
      let adopted: PromiseNode? =
        if case .lockedIn(let inner) = last.state { graph[inner] } else { nil }
      guard let next = adopted ?? parents.first(where: { $0.settlement == nil }) else { break }
      last = next
    }
    let state = last.state == .pending ? "not resolved" : last.state.adjective
    return last.id == node.id
      ? "it is \(state)" : "it waits for \(graph.plainName(of: last.id)), which is \(state)"
  }

  /// Returns a line for each of the first items, and how many are left out.
  private static func shortened<Item>(_ items: [Item], _ line: (Item) -> String) -> [String] {
    let lines = items.prefix(most).map(line)
    return items.count > most ? lines + ["… \(items.count - most) more"] : lines
  }

  private static var most: Int { 12 }
}
