package import PromiseEvents
package import PromiseGraph

/// A run as a sequence diagram for Mermaid: queues are the participants, jobs their activations, and enqueueing
/// is a message to a queue.
package struct MermaidSequence {
  private let graph: Graph
  private var lines = ""
  private var room = 45_000
  private var leftOut = 0
  /// The participants, in the order in which they are first used.
  private var participants: [Participant] = []
  /// How many jobs run on each participant so far.
  private var active: [Participant: Int] = [:]
  /// The threads whose events come from a timer that fired, not from a job.
  private var firing: Set<ThreadID?> = []
  private var drawnTime: Int64?

  /// A participant.
  private enum Participant: Hashable {
    /// Code outside any job.
    case program
    case timers
    case queue(QueueID)

    var name: String {
      switch self {
      case .program: "outside"
      case .timers: "timers"
      case .queue(let id): id.rawValue < 0 ? "qm\(id.rawValue.magnitude)" : "q\(id.rawValue)"
      }
    }
  }

  private init(_ graph: Graph) { self.graph = graph }

  /// Returns a diagram of `events` as text, with the names from `graph`, the state after them, and how many
  /// events were left out: Mermaid draws no diagram with more than 50,000 characters.
  package static func text(
    _ events: some Sequence<PromiseEvent>, _ graph: Graph, title: String
  ) -> (text: String, leftOut: Int) {
    var diagram = MermaidSequence(graph)
    for event in events { diagram.add(event) }
    return (diagram.text(title: title), diagram.leftOut)
  }

  private func text(title: String) -> String {
    var text = "---\ntitle: \(quotedText(brief(title, 80)))\n---\nsequenceDiagram\n"
    for participant in participants {
      text += "  participant \(participant.name) as \(mermaidText(label(participant)))\n"
    }
    if participants.isEmpty { text += "  participant none as nothing happened\n" }
    text += lines
    if leftOut > 0, let first = participants.first, let last = participants.last {
      let note =
        "\(grouped(leftOut)) more events are left out: Mermaid cannot draw more. Export a range"
      text += "  Note over \(span(first, last)): \(mermaidText(note))\n"
    }
    return text
  }

  private func label(_ participant: Participant) -> String {
    switch participant {
    case .program: "outside any queue"
    case .timers: "timers"
    case .queue(let id): brief(graph.queueName(id), 32)
    }
  }

  private func span(_ first: Participant, _ last: Participant) -> String {
    first == last ? first.name : "\(first.name),\(last.name)"
  }
}

// MARK: - Events

extension MermaidSequence {
  /// Adds an event.
  private mutating func add(_ event: PromiseEvent) {
    let place = place(of: event)
    switch event.kind {
    case .jobEnqueued(_, let child, let queue, let label):
      let name = child.map(name) ?? label.map { brief($0, 40) } ?? "a job"
      say(event, from: place, "-)", to: .queue(queue), name)
    case .jobStarted(_, let child, let queue):
      if graph.queueKind(queue) != .immediate { firing.remove(event.thread) }
      begin(event, .queue(queue), child.map { "\(name($0)) runs" } ?? "a job runs")
    case .jobEnded(_, _, let queue, let ending):
      end(event, .queue(queue), ending)
    case .settled(let settlement):
      let arrow = settlement.outcome == .fulfilled ? "->>" : "-x"
      say(event, from: place, arrow, to: place, row(event))
    case .spanLinked(_, _, .covering): break
    case .adopted, .handlerSkipped, .resolutionIgnored, .inputIgnored, .errorUnhandled, .intervened,
      .spanLinked:
      note(event, place, row(event))
    case .timerScheduled: say(event, from: place, "-)", to: .timers, row(event))
    case .timerFired:
      firing.insert(event.thread)
      note(event, .timers, row(event))
    case .note(let text): note(event, place, brief(text, 80))
    case .dropped: note(event, .program, EventSummary(event, in: graph).detail)
    default: break
    }
  }

  private func place(of event: PromiseEvent) -> Participant {
    if let queue = event.queue { return .queue(queue) }
    return firing.contains(event.thread) ? .timers : .program
  }

  private func name(_ promise: PromiseID) -> String {
    "\(promise) \(brief(graph[promise]?.title ?? "", 40))"
  }

  /// Returns the event as a row, with the name of its promise.
  private func row(_ event: PromiseEvent) -> String {
    let summary = EventSummary(event, in: graph)
    let subject = event.kind.mentioned.subject.map(name) ?? ""
    return [subject, summary.verb, brief(summary.detail, 80)].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

// MARK: - Lines

extension MermaidSequence {
  /// Adds a line with its participants, if there is room for it. Returns whether there was.
  @discardableResult
  private mutating func line(
    _ event: PromiseEvent, _ these: [Participant], _ text: () -> String
  ) -> Bool {
    guard leftOut == 0 else {
      leftOut += 1
      return false
    }
    var new = ""
    if drawnTime != event.time, let first = these.first {
      new = "  Note over \(first.name): \(milliseconds(event.time)) ms\n"
    }
    new += "  \(text())\n"
    guard new.utf16.count <= room else {
      leftOut = 1
      return false
    }
    for participant in these where !participants.contains(participant) {
      participants.append(participant)
      room -= 80
    }
    drawnTime = event.time
    room -= new.utf16.count
    lines += new
    return true
  }

  private mutating func say(
    _ event: PromiseEvent, from: Participant, _ arrow: String, to: Participant, _ text: String
  ) {
    line(event, [from, to]) { "\(from.name)\(arrow)\(to.name): \(mermaidText(text))" }
  }

  private mutating func note(_ event: PromiseEvent, _ place: Participant, _ text: String) {
    line(event, [place]) { "Note right of \(place.name): \(mermaidText(text))" }
  }

  private mutating func begin(_ event: PromiseEvent, _ place: Participant, _ text: String) {
    let isAdded = line(event, [place]) {
      "activate \(place.name)\n  Note right of \(place.name): \(mermaidText(text))"
    }
    if isAdded { active[place, default: 0] += 1 }
  }

  /// Ends an activation. Mermaid rejects the end of one that has not begun, which a range may contain.
  private mutating func end(
    _ event: PromiseEvent, _ place: Participant, _ ending: PromiseEvent.JobEnding
  ) {
    guard active[place, default: 0] > 0 else { return }
    if line(event, [place], { "deactivate \(place.name)" }) { active[place, default: 0] -= 1 }
  }
}
