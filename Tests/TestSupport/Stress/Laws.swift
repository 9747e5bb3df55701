import PromiseKitLite

/// Reads the events of a program that several threads ran, and reports where its promises
/// contradict the rules.
///
/// What the order of the threads decides is taken as given: which resolution counted, which promise
/// a handler returned. Everything else follows, and is checked: each promise settled as the
/// promises that it waits for require; each handler ran exactly when it had to, once, and with the
/// right input; and the handlers of one promise on one serial queue started in their order.
struct Laws {
  private(set) var violations: [String] = []
  private var steps: [String: Step] = [:]
  private var resolutions: [String: [Step]] = [:]
  /// A step cancels a context, or creates an owner, which is freed at the end at the latest.
  private var mayCancel = false
  // The information in the events, by label.
  private var labels: [PromiseID: String] = [:]
  private var parents: [String: [String]] = [:]
  private var outcomes: [String: Outcome] = [:]
  private var skips: [String: PromiseEvent.SkipReason] = [:]
  private var endings: [String: PromiseEvent.JobEnding] = [:]
  private var inner: [String: String] = [:]
  private var forwarded: Set<String> = []
  private var ignored: [String: Int] = [:]
  private var inputs: [String: [(index: Int, isIgnored: Bool)]] = [:]
  private var attached: [Line: [String]] = [:]
  private var started: [Line: [String]] = [:]
  private var lineOf: [String: Line] = [:]
  private var wide: Set<QueueID> = []
  private var notes: [String: Int] = [:]

  /// The handlers of one promise on one queue.
  private struct Line: Hashable {
    let parent: String
    let queue: QueueID
  }

  init(_ program: Program, _ events: [PromiseEvent]) {
    for thread in program.threads { for step in thread { note(step) } }
    for event in events { note(event.kind) }
    for label in parents.keys.sorted() { check(label) }
    for (line, children) in attached {
      let expected = children.filter { started[line]?.contains($0) == true }
      require(started[line] ?? [] == expected, "the handlers of \(line.parent) overtake")
    }
  }

  private mutating func require(_ holds: Bool, _ claim: @autoclosure () -> String) {
    if !holds { violations.append(claim()) }
  }

  private mutating func note(_ step: Step) {
    steps["\(step.name)"] = step
    switch step.action {
    case .resolve(let name, _): resolutions["\(name)", default: []].append(step)
    case .cancel, .owner: mayCancel = true
    default: break
    }
    for inner in step.inner { note(inner) }
  }
}

// MARK: - What happened

extension Laws {
  private mutating func note(_ kind: PromiseEvent.Kind) {
    switch kind {
    case .created(let creation):
      labels[creation.promise] = creation.label ?? ""
      parents[creation.label ?? ""] = creation.parents.map(name)
    case .handlerAttached(let parent, let child, _, let queue):
      let line = Line(parent: name(parent), queue: queue)
      attached[line, default: []].append(name(child))
      lineOf[name(child)] = line
    case .jobStarted(_, let child?, let queue):
      guard let line = lineOf[name(child)], !wide.contains(queue) else { break }
      started[line, default: []].append(name(child))
    case .queueDeclared(let queue, _, .concurrent, _): wide.insert(queue)
    case .jobEnded(_, let child?, _, let ending): endings[name(child)] = ending
    case .handlerSkipped(_, let child, let reason): skips[name(child)] = reason
    case .adopted(let outer, let adopted): inner[name(outer)] = name(adopted)
    case .settled(let settlement): outcomes[name(settlement.promise)] = Outcome(told: settlement)
    case .resolutionIgnored(let promise, _, _): ignored[name(promise), default: 0] += 1
    case .inputSettled(let fanIn, let index, _, _):
      inputs[name(fanIn), default: []].append((index, false))
    case .inputIgnored(let fanIn, let index, _, _):
      inputs[name(fanIn), default: []].append((index, true))
    case .deallocated(let promise, .forwarded, _): forwarded.insert(name(promise))
    case .note(let text): notes[text, default: 0] += 1
    default: break
    }
  }

  private func name(_ promise: PromiseID) -> String { labels[promise] ?? "\(promise)" }
}

// MARK: - What follows

extension Laws {
  private mutating func check(_ label: String) {
    if label.hasSuffix(">") { return checkNumber(label) }
    guard let step = steps[label] else { return }
    switch step.action {
    case .value(let value): expect(label, .value(value))
    case .error(let fault): expect(label, .error(fault))
    case .after: expect(label, .nothing)
    case .pending: checkResolutions(of: label, by: [])
    case .body(let body, _):
      if endings[label] != .skipped, !isCancelled(label) {
        let count = notes["\(label) runs"] ?? 0
        require(count == 1, "the body of \(label) ran \(count) times")
      }
      checkResolutions(of: label, by: [body.ending])
    case .link(let link, _, _, let body): checkLink(label, link, body)
    case .until: checkLink(label, .get, nil)
    case .fanIn(let rule, _): checkFanIn(label, rule)
    case .resolve, .drop, .context, .cancel, .owner, .leave: break
    }
  }

  /// How a promise settled, unless it was cancelled.
  private mutating func expect(_ label: String, _ outcome: Outcome?) {
    guard !isCancelled(label) else { return }
    let found = outcomes[label]
    require(
      found?.state == outcome?.state && found?.text == outcome?.text,
      "\(label) is \(found?.text ?? "pending") and not \(outcome?.text ?? "pending")")
  }

  /// A context or an owner ended it.
  private func isCancelled(_ label: String) -> Bool {
    mayCancel && outcomes[label]?.text == "\(PMKError.cancelled)"
  }

  private mutating func checkNumber(_ label: String) {
    guard let outcome = parents[label]?.first.flatMap({ outcomes[$0] }) else {
      return expect(label, nil)
    }
    if case .nothing = outcome, steps[String(label.dropLast())]?.isFanIn == true { return }
    expect(label, outcome.error == nil ? .value(outcome.number) : outcome)
  }

  private mutating func checkLink(_ label: String, _ link: Link, _ body: Body?) {
    let runs = notes.filter { $0.key == "\(label) runs" || $0.key.hasPrefix("\(label) runs with ") }
    guard let outcome = parents[label]?.first.flatMap({ outcomes[$0] }) else {
      require(runs.isEmpty, "\(label) ran before its parent settled")
      if link != .timeout { expect(label, nil) }
      return
    }
    let reason = skips[label]
    if reason == .chainCancelled || reason == .ownerGone || endings[label] == .skipped {
      require(
        mayCancel && runs.isEmpty && outcomes[label]?.isCancellation == true, "\(label) is refused")
      return
    }
    require(reason == link.skips(outcome), "\(label) is passed: \(reason.map { "\($0)" } ?? "no")")
    if reason != nil {
      require(runs.isEmpty, "the handler of \(label) ran though it was passed")
      return expectEnd(label, link, outcome)
    }
    if let body, link.hasBody {
      let expected = "\(label) runs" + (link.isReported ? " with \(outcome.text)" : "")
      require(runs == [expected: 1], "\(runs) and not \(expected), once")
      switch link.answer(to: outcome, body.ending) {
      case .settle(let outcome): expectEnd(label, link, outcome)
      case .pass: expectEnd(label, link, outcome)
      case .later: checkResolutions(of: label, by: [body.ending])
      case .adopt(let other, _): checkAdoption(label, [other.map { "\($0)" }, "\(label)="])
      }
    } else {
      expectEnd(label, link, outcome)
    }
  }

  private mutating func expectEnd(_ label: String, _ link: Link, _ outcome: Outcome) {
    if link == .timeout, outcomes[label]?.text == "\(PMKError.timedOut)" { return }
    expect(label, outcome)
  }

  /// The promise settled as one of these did, or as the one that this waited for.
  private mutating func checkAdoption(_ label: String, _ others: [String?]) {
    guard !isCancelled(label) else { return }
    guard var adopted = inner[label] else {
      return require(
        others.contains(label) && outcomes[label]?.text == "\(PMKError.returnedSelf)",
        "\(label) adopts nothing")
    }
    let step = adopted.hasSuffix(">") ? String(adopted.dropLast()) : adopted
    require(others.contains(step), "\(label) adopts \(adopted)")
    if outcomes[label]?.text == "\(PMKError.returnedSelf)", isInCircle(label) { return }
    while forwarded.contains(adopted), let next = inner[adopted] { adopted = next }
    if !forwarded.contains(label) { expect(label, outcomes[adopted]) }
  }

  private func isInCircle(_ label: String) -> Bool {
    var seen: Set<String> = []
    var next = inner[label]
    while let other = next, seen.insert(other).inserted {
      if other == label { return true }
      next = inner[other]
    }
    return false
  }

  /// One of the attempts to settle it succeeded, and all others were reported as unsuccessful.
  private mutating func checkResolutions(of label: String, by own: [Ending]) {
    var attempts = (resolutions[label] ?? []).map { step -> (String, Ending) in
      if case .resolve(_, let ending) = step.action { return ("\(step.name)", ending) }
      return ("\(step.name)", .returns(0))
    }
    for ending in own {
      if case .fails = ending { continue }
      attempts.append((label, ending))
    }
    let winners = attempts.filter { notes["\($0.0) counts"] != nil }
    let losers = attempts.filter { notes["\($0.0) does not count"] != nil }
    require(winners.count <= 1, "\(label) is settled by \(winners.map(\.0))")
    let thrown = own.compactMap { ending -> Fault? in
      if case .fails(let fault) = ending { fault } else { nil }
    }
    if !isCancelled(label) {
      let count = losers.count + (thrown.isEmpty || winners.isEmpty ? 0 : 1)
      let found = ignored[label] ?? 0
      // A cancellation after that of the context is not a second resolution.
      let lost = losers.map(\.1) + thrown.map { .fails($0) }
      let silent = mayCancel ? lost.count { $0 == .fails(.cancelled) } : 0
      require(
        (count - silent...count).contains(found), "\(label) ignores \(found) and not \(count)")
    }
    switch winners.first?.1 {
    case .returns(let number): expect(label, .value(number))
    case .fails(let fault): expect(label, .error(fault))
    case .promise(let other): checkAdoption(label, ["\(other)"])
    case nil: expect(label, thrown.first.map { .error($0) })
    }
  }

  private mutating func checkFanIn(_ label: String, _ rule: FanInRule) {
    let parents = parents[label] ?? []
    let inputs = inputs[label] ?? []
    let settled = parents.indices.filter { outcomes[parents[$0]] != nil }
    require(inputs.map(\.index).sorted() == Array(settled), "\(label) misses inputs: \(inputs)")
    let counted = inputs.filter { !$0.isIgnored }.compactMap { outcomes[parents[$0.index]] }
    let decided = counted.first(where: rule.isDecided)
    if let decided { return expect(label, decided) }
    let all = parents.compactMap { outcomes[$0] }
    if all.count < parents.count || counted.count < all.count { return expect(label, nil) }
    expect(label, rule.combined(all))
  }
}

extension Step {
  fileprivate var isFanIn: Bool {
    if case .fanIn = action { true } else { false }
  }
}

extension Outcome {
  /// What the events say about it.
  init(told settlement: PromiseEvent.Settlement) {
    let text = settlement.description
    guard settlement.outcome == .fulfilled else {
      self = .error(
        Fault(rawValue: text)
          ?? ToldError(description: text, isCancelled: settlement.outcome == .cancelled))
      return
    }
    self = Int(text).map { .value($0) } ?? .nothing
  }
}

/// An error of which only the description is known.
private struct ToldError: CancellableError, CustomStringConvertible {
  let description: String
  let isCancelled: Bool
}
