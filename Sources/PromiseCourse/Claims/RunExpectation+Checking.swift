import PromiseExploration
import PromiseKitLite
import PromiseSimulation

extension RunExpectation {
  /// Why it does not hold in a run.
  package struct Failure: Hashable, Sendable {
    /// What is so instead.
    package var sentence: String
    /// Where that can be seen.
    package var event: Int?
    /// A name that nothing in the run has.
    package var unknown: String?

    init(sentence: String, event: Int? = nil, unknown: String? = nil) {
      (self.sentence, self.event, self.unknown) = (sentence, event, unknown)
    }

    /// Nothing has that name.
    package init(unknown name: String) {
      self.init(sentence: "nothing is called '\(name)'", unknown: name)
    }
  }

  /// Why it does not hold in that run; nothing where it does. O(n)
  package func failure(in run: CourseRun) -> Failure? {
    switch statement {
    case .claim(let claim): claim.failure(in: run)
    case .neverBefore(let a, let b): Self.failure(of: a, before: b, in: run)
    case .neverWarns(let lint):
      run.warning(of: lint).map { Failure(sentence: "\(lint) is told at event \($0)", event: $0) }
    case .never(let mishap): run.event(of: mishap)
    case .result(let value): Self.failure(toEndWith: value, in: run)
    }
  }

  /// Of an expectation that something never happens: the first name in it that nothing in the run has, so
  /// that it may hold only because the name is misspelt.
  package func unknownName(in run: CourseRun) -> String? {
    let patterns: [MomentPattern] =
      switch statement {
      case .neverBefore(let a, let b): [a, b]
      case .claim(let claim): claim.neverHappens.map { [$0] } ?? []
      default: []
      }
    for pattern in patterns {
      if let name = pattern.name, run.promises(called: name).isEmpty, run.event(of: pattern) == nil
      {
        return name
      }
    }
    return nil
  }

  private static func failure(
    of a: MomentPattern, before b: MomentPattern, in run: CourseRun
  ) -> Failure? {
    guard let first = run.event(of: a), let second = run.event(of: b),
      first.sequence < second.sequence
    else { return nil }
    return Failure(
      sentence: "\(a.text): \(place(first)); \(b.text): \(place(second))", event: first.sequence)
  }

  private static func failure(toEndWith value: String, in run: CourseRun) -> Failure? {
    let endings = run.endings.filter { $0.settlement?.outcome == .fulfilled }
    if endings.contains(where: { $0.settlement?.description == value }) { return nil }
    let values = Set(endings.compactMap { $0.settlement?.description }.filter { !$0.isEmpty })
      .sorted().prefix(3).joined(separator: ", ")
    return Failure(
      sentence: values.isEmpty ? "no chain ends with a value" : "chains end with: \(values)")
  }

  /// `event 41, 80 ms`
  static func place(_ event: PromiseEvent) -> String {
    "event \(event.sequence), \(event.time / 1_000_000) ms"
  }
}

extension CourseRun {
  /// The first event of a moment; of a name that no promise has, the note of that text.
  func event(of pattern: MomentPattern) -> PromiseEvent? {
    if let event = pattern.event(in: self) { return event }
    guard !pattern.hasVerb, promises(called: pattern.text).isEmpty else { return nil }
    return MomentPattern("note \(pattern.text)")?.event(in: self)
  }

  /// A promise that nothing hangs on, and what became of it.
  struct ChainEnd {
    var promise: PromiseID
    var settlement: PromiseEvent.Settlement?
    var event: PromiseEvent?
  }

  /// The ends of the chains, in the order in which they were made. O(n)
  var endings: [ChainEnd] {
    var made: [PromiseID] = []
    var inner: Set<PromiseID> = []
    var ends: [PromiseID: ChainEnd] = [:]
    for event in events {
      switch event.kind {
      case .created(let creation):
        made.append(creation.promise)
        inner.formUnion(creation.parents)
      case .handlerAttached(let parent, _, _, _): inner.insert(parent)
      case .adopted(_, let adopted): inner.insert(adopted)
      case .inputAdded(_, _, let input): inner.insert(input)
      case .settled(let settlement):
        ends[settlement.promise] = ChainEnd(
          promise: settlement.promise, settlement: settlement, event: event)
      default: break
      }
    }
    return made.filter { !inner.contains($0) }
      .map { ends[$0] ?? ChainEnd(promise: $0, settlement: nil, event: nil) }
  }

  /// Where that happens in the run; nothing where it does not.
  func event(of mishap: Invariant.Mishap) -> RunExpectation.Failure? {
    switch mishap {
    case .deadlock:
      first("a wait ends in a deadlock") { kind in
        if case .waitEnded(_, _, _, .deadlock) = kind { true } else { false }
      }
    case .unhandledRejection:
      first("an error meets nobody") { if case .errorUnhandled = $0 { true } else { false } }
    case .rejection: end("ends rejected") { $0 == .rejected }
    case .cancellation: end("ends cancelled") { $0 == .cancelled }
    case .neverSettled: end("never settles") { $0 == nil }
    case .endlessRun, .note, .before: nil
    }
  }

  private func first(
    _ sentence: String, where isSo: (PromiseEvent.Kind) -> Bool
  ) -> RunExpectation.Failure? {
    events.first { isSo($0.kind) }.map {
      .init(sentence: "\(sentence): \(RunExpectation.place($0))", event: $0.sequence)
    }
  }

  private func end(
    _ sentence: String, where isSo: (PromiseEvent.Outcome?) -> Bool
  ) -> RunExpectation.Failure? {
    endings.first { isSo($0.settlement?.outcome) }.map { end in
      let place = end.event.map { ": \(RunExpectation.place($0))" } ?? ""
      return .init(
        sentence: "\(name(of: end.promise)) \(sentence)\(place)", event: end.event?.sequence)
    }
  }
}
