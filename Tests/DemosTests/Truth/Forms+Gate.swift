import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The sentences about the gate of a program.
extension SentenceForms {
  /// Returns a form for a change of the gate.
  private static func changed(
    _ template: String, _ action: PromiseEvent.GateAction,
    _ check: @escaping @Sendable (PromiseEvent.GateChange, SentenceMatch, EventScene) throws -> Void
  ) -> SentenceForm {
    SentenceForm(template) { match, scene in
      guard case .gateChanged(let change)? = scene.event?.kind, change.action == action else {
        return try match.require(false, "the gate did not do that")
      }
      try check(change, match, scene)
    }
  }

  static let gate: [SentenceForm] = [
    changed("the gate closes: no job and no timer starts", .closed) { _, match, scene in
      let next = (scene.number + 1..<scene.record.last).lazy.compactMap { scene.record.event($0) }
        .first { $0.kind.isStart || $0.kind.opensGate }
      try match.require(next?.kind.isStart != true, "something starts")
    },
    changed("the gate opens: everything that it held starts", .opened) { _, _, _ in },
    changed("the gate holds {job}, which {queue} is ready to run", .held) { change, match, scene in
      guard let id = change.job else { return try match.require(false, "it holds no job") }
      let job = try match.job(id, in: scene)
      try match.require(
        job.job.started.map { $0 > scene.number } ?? true, "it has already started")
      try match.require(try match.queues().contains(job.job.queue), "it is on another queue")
    },
    changed(
      "the timer of {promise} is due on the system's clock, but the gate holds it", .held
    ) { change, match, scene in
      try match.require(try timer(change.timer, in: scene) == match.promise(), "another timer")
    },
    changed("the gate lets {job} start", .released) { change, match, scene in
      guard let id = change.job else { return try match.require(false, "it lets no job start") }
      _ = try match.job(id, in: scene)
    },
    changed("the gate lets the timer of {promise} fire", .released) { change, match, scene in
      try match.require(try timer(change.timer, in: scene) == match.promise(), "another timer")
    },
    changed("the schedule is not kept here", .missed) { _, _, _ in },
  ]

  /// Returns the promise that a timer settles.
  private static func timer(_ id: TimerID?, in scene: EventScene) throws -> PromiseID? {
    for number in stride(from: scene.number, to: 0, by: -1) {
      if case .timerScheduled(id, let promise, _)? = scene.record.event(number)?.kind {
        return promise
      }
    }
    return nil
  }
}

extension PromiseEvent.Kind {
  /// Whether a job starts, or a timer fires.
  fileprivate var isStart: Bool {
    switch self {
    case .jobStarted, .timerFired: true
    default: false
    }
  }

  /// Whether the gate opens, or lets something start.
  fileprivate var opensGate: Bool {
    guard case .gateChanged(let change) = self else { return false }
    return [.opened, .released].contains(change.action)
  }
}
