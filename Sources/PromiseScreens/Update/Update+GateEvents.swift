import PromiseEvents
import PromiseGraph
import PromiseInsight

// What the events of a live program say about its gate.
extension State {
  /// Takes in what the events say about the gate, and stops the program at new warnings.
  mutating func followGate(_ events: [PromiseEvent]) {
    guard let old = run?.gate, run?.isLive == true else { return }
    let changes = events.compactMap { event -> PromiseEvent.GateChange? in
      if case .gateChanged(let change) = event.kind { change } else { nil }
    }
    for change in changes { run?.gate?.note(change) }
    if let opening = changes.last(where: { [.closed, .opened].contains($0.action) }),
      opening.action == .opened
    {
      hear(opening)
    }
    let isListed = run?.listsBreakpoints == true
    guard isListed || old.hold != nil || old.watchesWarnings || run?.gate?.isClosed == true,
      let newest = run?.newest
    else { return }
    if isListed { refreshDoubts() }
    stopAtWarnings(newest)
    continueHold(newest.graph)
    announceHolds(newest.graph)
  }

  /// Says why the gate has opened, unless the user has opened it.
  private mutating func hear(_ opening: PromiseEvent.GateChange) {
    if run?.choosing == true { run?.choosing = false }
    guard let reason = opening.reason, reason != GateNode.byHand, !reason.isEmpty else { return }
    notice = language.text("the gate has opened: \(sanitized(reason))")
    // A program that opens its gate by itself forgets the breakpoints.
    if let breakpoints = run?.gate?.breakpoints, !breakpoints.isEmpty {
      ask(.gate(.breakpoints(breakpoints)))
    }
  }

  /// Says once of each wait that the gate holds it up, and which key ends it.
  private mutating func announceHolds(_ graph: Graph) {
    guard let gate = run?.gate, gate.isClosed, gate.hold == nil else { return }
    let holds = graph.gateHolds.filter { hold in
      if case .tasks = hold.waiter { return false }
      return !gate.announced.contains { $0.isSame(as: hold) }
    }
    guard let first = holds.first else { return }
    run?.gate?.announced += holds
    let text = first.sentence(in: graph, language)
    notice = language.text("\(keyName(for: .unblock)) lets it start: \(text)")
  }

  /// Returns the name of the key of an action.
  func keyName(for action: Action) -> String {
    keys.key(for: action, in: .demo)?.name(glyphs) ?? "?"
  }

  /// Closes the gate at the first new warning that a breakpoint waits for.
  private mutating func stopAtWarnings(_ newest: RunState) {
    guard let gate = run?.gate, gate.watchesWarnings else { return }
    let forgotten = newest.lints.forgottenCount
    let count = newest.lints.warningCount + forgotten
    run?.gate?.warningCount = count
    guard count > gate.warningCount else { return }
    var reason: String?
    for place in max(0, gate.warningCount - forgotten)..<newest.lints.warningCount {
      let next = run?.gate?.reason(ofWarning: place, newest)
      reason = reason ?? next
    }
    if let reason, run?.gate?.isClosed == false { ask(.gate(.stop(reason))) }
  }
}
