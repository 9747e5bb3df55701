import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Checks what is said to be worth a look against the events alone, promise by promise, without the graph.
struct RelationOracle {
  let events: [PromiseEvent]

  init(_ events: [PromiseEvent]) { self.events = events }

  /// Returns why a sentence is not true; `nil` if the events bear it out.
  func contradiction(of warning: Warning) -> String? {
    guard warning.promises.count == 2 else { return "it names \(warning.promises.count) promises" }
    let (promise, other) = (warning.promises[0], warning.promises[1])
    let isTrue =
      switch warning.lint {
      case "not-awaited": isNotAwaited(promise, other)
      case "not-read": readings(of: promise).isEmpty && chain(from: other).contains(promise)
      case "started-early":
        wasAddedLater(promise, to: other)
          || first(where: isStart(of: promise)).map { start in
            creation(of: other).map { $0 < start } == true && didReturn(promise, other)
          } == true
      case "left-out": readings(of: other).isEmpty && !inputs(of: promise).contains(other)
      case "read-after-rejection":
        settling(of: promise).map { settled in
          readings(of: promise).contains { $0.reader == other && $0.sequence > settled }
        } == true && isRejected(promise)
      case "left-running": settling(of: other) == nil && hasSettledReader(other)
      case "never-resolved": settling(of: promise) == nil && hasSettledPeer(promise)
      case "out-of-order": isOutOfOrder(promise, other)
      case "overlap": isRead(promise, by: other) && overlapsPrevious(promise)
      case "attached-again": areBesideEachOther(promise, other)
      case "after-decision":
        settling(of: other).map { decided in
          first(where: isStart(of: promise)).map { $0 > decided } == true
            && settling(of: promise).map { $0 > decided } ?? true
        } == true && leads(promise, to: other)
      case "swallowed":
        first(where: isStart(of: promise)) != nil && first(where: isStart(of: other)) != nil
          && !isRejected(promise) && chain(from: promise).contains(other)
      case "blocked-work":
        settling(of: other).map { isRunning(promise, at: $0) } == true
      default: false
      }
    return isTrue ? nil : "the events do not bear out: \(warning.sentence)"
  }

  /// The last promise of the chain of `link` has no reader, and was not settled when the handler of `handler` and what
  /// it returned were done.
  private func isNotAwaited(_ handler: PromiseID, _ link: PromiseID) -> Bool {
    guard let start = first(where: isStart(of: handler)), let made = creation(of: link),
      made > start
    else { return false }
    let end =
      settling(of: handler) ?? returned(by: handler).flatMap { settling(of: $0) }
      ?? first { if case .jobEnded(_, handler, _, _) = $0 { true } else { false } }
    guard let end else { return false }
    return chain(from: link).contains { last in
      readings(of: last).isEmpty && settling(of: last).map { $0 > end } ?? true
    }
  }

  /// The handler of an older promise started after that of a newer one of the same line.
  private func isOutOfOrder(_ older: PromiseID, _ newer: PromiseID) -> Bool {
    guard let start = first(where: isStart(of: older)), let next = first(where: isStart(of: newer))
    else { return false }
    return older < newer && start > next && line(of: older) == line(of: newer)
  }

  /// The promise of the same line that was made before this one had not settled.
  private func overlapsPrevious(_ promise: PromiseID) -> Bool {
    guard let made = creation(of: promise) else { return false }
    let earlier = creations.filter { $0.promise < promise && $0.site?.line == line(of: promise) }
    return earlier.contains { settling(of: $0.promise).map { $0 > made } ?? true }
  }

  /// A promise settles, by links, fan-ins and what handlers returned, because of another one.
  private func leads(_ promise: PromiseID, to other: PromiseID) -> Bool {
    var open = [promise]
    var met: Set<PromiseID> = [promise]
    while let next = open.popLast() {
      if next == other { return true }
      open += readings(of: next).map(\.reader).filter { met.insert($0).inserted }
    }
    return false
  }

  private func isRead(_ promise: PromiseID, by other: PromiseID) -> Bool {
    readings(of: promise).contains { $0.reader == other }
  }

  /// Two handlers of one line have the same parent, and both ran.
  private func areBesideEachOther(_ one: PromiseID, _ other: PromiseID) -> Bool {
    let parents = [one, other].map { id in creations.first { $0.promise == id }?.parents }
    return parents[0] != nil && parents[0] == parents[1] && line(of: one) == line(of: other)
      && [one, other].allSatisfy { first(where: isStart(of: $0)) != nil }
  }

  private func isRunning(_ promise: PromiseID, at sequence: Int) -> Bool {
    guard let start = first(where: isStart(of: promise)) else { return false }
    let end = first { if case .jobEnded(_, promise, _, _) = $0 { true } else { false } }
    return start < sequence && end ?? .max > sequence
  }

  private var creations: [PromiseEvent.Creation] {
    events.compactMap { if case .created(let creation) = $0.kind { creation } else { nil } }
  }

  private func line(of promise: PromiseID) -> Int? {
    creations.first { $0.promise == promise }?.site?.line
  }

  /// A fan-in got an input after another one had settled, and the input is older than the fan-in.
  private func wasAddedLater(_ input: PromiseID, to fanIn: PromiseID) -> Bool {
    let added = first {
      if case .inputAdded(fanIn, _, input) = $0 { true } else { false }
    }
    let settled = first { if case .inputSettled(fanIn, _, _, _) = $0 { true } else { false } }
    guard let added, let settled, let made = creation(of: input), let start = creation(of: fanIn)
    else { return false }
    return settled < added && made < start
  }

  private func first(where isMeant: (PromiseEvent.Kind) -> Bool) -> Int? {
    events.first { isMeant($0.kind) }?.sequence
  }

  private func isStart(of promise: PromiseID) -> (PromiseEvent.Kind) -> Bool {
    { if case .jobStarted(_, promise, _) = $0 { true } else { false } }
  }

  private func creation(of promise: PromiseID) -> Int? {
    first { if case .created(let creation) = $0 { creation.promise == promise } else { false } }
  }

  private func settling(of promise: PromiseID) -> Int? {
    first { if case .settled(let settlement) = $0 { settlement.promise == promise } else { false } }
  }

  private func isRejected(_ promise: PromiseID) -> Bool {
    events.contains {
      if case .settled(let settlement) = $0.kind {
        settlement.promise == promise && settlement.outcome == .rejected
      } else {
        false
      }
    }
  }

  private func returned(by promise: PromiseID) -> PromiseID? {
    events.lazy.compactMap { if case .adopted(promise, let inner) = $0.kind { inner } else { nil } }
      .first
  }

  private func didReturn(_ promise: PromiseID, _ other: PromiseID) -> Bool {
    returned(by: promise).map { chain(from: other).contains($0) || $0 == other } == true
  }

  private func inputs(of promise: PromiseID) -> [PromiseID] {
    events.flatMap { event -> [PromiseID] in
      switch event.kind {
      case .created(let creation) where creation.promise == promise: creation.parents
      case .inputAdded(promise, _, let input): [input]
      default: []
      }
    }
  }

  /// The promises that read one, and since which event.
  private func readings(of promise: PromiseID) -> [(reader: PromiseID, sequence: Int)] {
    events.compactMap { event in
      switch event.kind {
      case .created(let creation) where creation.parents.contains(promise):
        (creation.promise, event.sequence)
      case .adopted(let outer, promise): (outer, event.sequence)
      default: nil
      }
    }
  }

  /// A promise, and all links behind it.
  private func chain(from promise: PromiseID) -> Set<PromiseID> {
    var chain: Set<PromiseID> = [promise]
    for case .created(let creation) in events.map(\.kind)
    where creation.parents.contains(where: chain.contains) {
      chain.insert(creation.promise)
    }
    return chain
  }

  private func hasSettledReader(_ promise: PromiseID) -> Bool {
    chain(from: promise).union(readings(of: promise).map(\.reader)).contains {
      $0 != promise && settling(of: $0) != nil
    }
  }

  private func hasSettledPeer(_ promise: PromiseID) -> Bool {
    creations.contains {
      $0.promise != promise && $0.site?.line == line(of: promise)
        && settling(of: $0.promise) != nil
    }
  }
}
