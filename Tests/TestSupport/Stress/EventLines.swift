package import PromiseKitLite

/// The events of a run as lines, in the form that the model also produces.
package struct EventLines {
  package private(set) var lines: [String] = []
  private var labels: [PromiseID: String] = [:]
  private var queues: [QueueID: String] = [:]
  /// They wait forever only if every missing input does; which one was freed last does not matter.
  private var racing: Set<PromiseID> = []

  package init(_ events: [PromiseEvent]) {
    for event in events {
      note(event.kind)
      guard let text = text(event.kind) else { continue }
      lines.append(Self.isEnd(text) ? text : "@\(event.time) \(text)")
    }
  }

  /// Promises that are freed at the end of a turn are posted in no particular order.
  static func ordered(_ lines: [String]) -> [String] {
    var ordered: [String] = []
    var ends: [String] = []
    for line in lines {
      if isEnd(line) {
        ends.append(line)
      } else {
        ordered += ends.sorted() + [line]
        ends = []
      }
    }
    return ordered + ends.sorted()
  }

  private static func isEnd(_ line: String) -> Bool {
    line.contains(" is freed ") || line.hasSuffix(" is not handled")
  }

  private func name(_ promise: PromiseID?) -> String {
    promise.map { labels[$0] ?? "\($0)" } ?? "nobody"
  }
  private func name(_ queue: QueueID) -> String { queues[queue] ?? "\(queue)" }

  private mutating func note(_ kind: PromiseEvent.Kind) {
    switch kind {
    case .created(let creation):
      labels[creation.promise] = creation.label ?? "no label"
      if [.all, .race, .any].contains(creation.operation) { racing.insert(creation.promise) }
    case .queueDeclared(let queue, let label, let kind, _):
      queues[queue] = kind == .immediate ? "inline" : label
    default: break
    }
  }

  private func text(_ kind: PromiseEvent.Kind) -> String? {
    switch kind {
    case .created(let creation):
      return "\(name(creation.promise)) is made of \(creation.parents.map(name))"
    case .bodyStarted(let promise): return "\(name(promise))'s body begins"
    case .bodyEnded(let promise, let threw):
      return "\(name(promise))'s body \(threw ? "throws" : "ends")"
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      return "\(name(parent)) gets \(name(child)) as handler \(ordinal) on \(name(queue))"
    case .jobEnqueued(_, let child, let queue, _):
      return "\(name(child)) is queued on \(name(queue))"
    case .jobStarted(_, let child, let queue): return "\(name(child)) starts on \(name(queue))"
    case .jobEnded(_, let child, _, let ending): return "\(name(child)) ends \(ending)"
    case .handlerSkipped(_, let child, let reason): return "\(name(child)) is passed: \(reason)"
    case .adopted(let outer, let inner): return "\(name(outer)) adopts \(name(inner))"
    case .settled(let settlement):
      let from = settlement.from.map { " from \(name($0))" } ?? ""
      let origin = settlement.origin.map { " of \(name($0))" } ?? ""
      let isText = settlement.outcome != .fulfilled || Int(settlement.description) != nil
      return "\(name(settlement.promise)) is \(settlement.outcome)\(from)\(origin): "
        + (isText ? settlement.description : "…")
    case .resolutionIgnored(let promise, _, let attempt):
      return "\(name(promise)) ignores \(attempt.map { "\($0)" } ?? "a promise")"
    case .inputSettled(let fanIn, let index, let input, let outcome):
      return "input \(index) of \(name(fanIn)), \(name(input)), is in: \(outcome)"
    case .inputIgnored(let fanIn, let index, let input, let outcome):
      return "input \(index) of \(name(fanIn)), \(name(input)), is ignored: \(outcome)"
    case .errorHandled(let promise, let by):
      return "the error of \(name(promise)) is handled by \(name(by))"
    case .errorUnhandled(_, let origin, _): return "the error of \(name(origin)) is not handled"
    case .deallocated(let promise, .settled, _): return "\(name(promise)) is freed settled"
    case .deallocated(let promise, .pending, let waiting):
      return
        "\(name(promise)) is freed while pending, with \(waiting.filter { !racing.contains($0) }.map(name)) waiting"
    case .deallocated(let promise, .forwarded(let adopter), _):
      return "\(name(promise)) is freed and forwarded to \(name(adopter))"
    case .timerScheduled(_, let promise, let due):
      return "timer of \(name(promise)) is set for \(due)"
    case .timerFired(_, let promise): return "timer of \(name(promise)) fires"
    case .timerCancelled(_, let promise): return "timer of \(name(promise)) is stopped"
    case .note(let text): return text
    case .touched, .inputAdded, .waitBegan, .waitEnded, .awaitBegan, .awaitEnded, .cancelRequested,
      .choiceMade, .queueDeclared, .threadNamed, .sourceText, .intervened, .dropped, .spanLinked,
      .processDeclared, .threadAssigned, .gateChanged:
      return nil
    }
  }
}
