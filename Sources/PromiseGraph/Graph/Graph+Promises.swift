package import PromiseEvents

extension Graph {
  /// Changes a promise, adding it if it was never mentioned, and updates the counts.
  mutating func change(_ id: PromiseID, at moment: Moment, _ body: (inout PromiseNode) -> Void) {
    guard provide(id, at: moment) else { return }
    var old = PromiseState.unknown
    var member: Member?
    var waitsForCode = (false, false)
    promiseTable.update(id.rawValue) { [gaps] node in
      node.pass(gaps: gaps)
      old = node.state
      waitsForCode.0 = node.waitsForCode
      body(&node)
      waitsForCode.1 = node.waitsForCode
      if old != node.state { member = Member(node) }
    }
    switch waitsForCode {
    case (false, true): unsettled.external.insert(id.rawValue)
    case (true, false): unsettled.external.remove(id.rawValue)
    default: break
    }
    guard let member else { return }
    counts.move(from: old, to: member.state)
    moveInGroup(member, from: old, at: moment)
    moveInLine(member, from: old)
  }

  /// The most promises that are only mentioned: a single event can list millions.
  package static var mostStandIns: Int { 1 << 17 }

  /// Makes sure that there is a promise with this identity; returns `false` if there is no room for it.
  private mutating func provide(_ id: PromiseID, at moment: Moment) -> Bool {
    if promiseTable.contains(id.rawValue) { return true }
    guard chainTables.standIns < Self.mostStandIns else { return false }
    var node = PromiseNode(
      creation: PromiseEvent.Creation(promise: id, operation: .pending, late: true),
      created: moment, isDeclared: false)
    node.state = .unknown
    node.gaps = gaps
    guard promiseTable.insert(id.rawValue, node) else { return false }
    counts.add(1, to: .unknown)
    chainTables.standIns += 1
    joinUnknown(node)
    remember(.standIn(id), at: moment)
    return true
  }

  /// Declares a new promise, or one that was only mentioned so far.
  mutating func declare(_ creation: PromiseEvent.Creation, at moment: Moment) {
    let id = creation.promise
    let job = innermostJob(on: moment.thread)
    if let isDeclared = promiseTable.read(id.rawValue, { $0.isDeclared }) {
      if isDeclared { return }
      promiseTable[id.rawValue].map { leaveUnknown(current($0)) }
      change(id, at: moment) { $0.declare(creation, at: moment, in: job) }
    } else {
      var node = PromiseNode(
        creation: creation, created: moment, createdIn: job, isDeclared: true)
      node.state = .unknown
      node.gaps = gaps
      guard promiseTable.insert(id.rawValue, node) else { return }
      counts.add(1, to: .unknown)
    }
    join(creation, at: moment)
    joinLine(id)
    change(id, at: moment) { node in
      if creation.operation.isFanIn {
        node.inputs = PagedArray(creation.parents.map { InputNode(promise: $0) })
        node.heard = InputCounts()
      }
      if !creation.late, node.state == .unknown { node.prove(.pending) }
    }
    noteLanguage(creation.language, on: moment.thread)
    memory.texts += creation.label?.utf8.count ?? 0
    guard creation.operation.isFanIn else { return }
    memory.inputs += creation.parents.count
    for parent in creation.parents {
      change(parent, at: moment) { $0.children.append(id) }
    }
  }

  /// Attaches a handler to `parent`.
  mutating func attach(
    _ child: PromiseID, to parent: PromiseID, ordinal: Int, queue: QueueID, at moment: Moment
  ) {
    var index = 0
    change(parent, at: moment) { node in
      index = node.handlers.count
      node.handlers.append(
        HandlerNode(child: child, ordinal: ordinal, queue: queue, attached: moment))
      node.children.append(child)
    }
    change(child, at: moment) { node in
      node.parent = parent
      node.handlerIndex = index
      node.queue = queue
      node.ordinal = ordinal
    }
  }

  /// Returns the handler that settles `child`, as its parent has it. O(1)
  package func handler(settling child: PromiseID) -> HandlerNode? {
    guard let node = promiseTable[child.rawValue],
      let parent = node.parent.flatMap({ promiseTable[$0.rawValue] }),
      node.handlerIndex < parent.handlers.count
    else { return nil }
    let handler = parent.handlers[node.handlerIndex]
    return handler.child == child ? handler : nil
  }

  /// Changes the handler that settles `child`.
  mutating func changeHandler(of child: PromiseID, _ body: (inout HandlerNode) -> Void) {
    guard let place = promiseTable.read(child.rawValue, { ($0.parent, $0.handlerIndex) }),
      let parent = place.0
    else { return }
    promiseTable.update(parent.rawValue) { parent in
      guard place.1 < parent.handlers.count else { return }
      parent.handlers.update(place.1) { if $0.child == child { body(&$0) } }
    }
  }

  /// Records that a settlement skips the link `child`.
  mutating func skip(
    _ child: PromiseID, _ reason: PromiseEvent.SkipReason, at moment: Moment
  ) {
    change(child, at: moment) {
      $0.skipped = reason
      $0.prove(.pending)
    }
    changeHandler(of: child) { $0.skipped = reason }
  }

  /// Locks `outer` in to `inner`.
  mutating func lock(_ outer: PromiseID, in inner: PromiseID, at moment: Moment) {
    change(outer, at: moment) {
      $0.adopted = inner
      $0.firstAdopted = $0.firstAdopted ?? inner
      $0.adoptedAt = moment
      $0.prove(.lockedIn(to: inner))
    }
    change(inner, at: moment) { $0.adoptedBy.append(outer) }
  }

  /// Settles a promise.
  mutating func settle(_ settlement: PromiseEvent.Settlement, at moment: Moment) {
    let job = innermostJob(on: moment.thread)
    change(settlement.promise, at: moment) { $0.settle(settlement, at: moment, in: job) }
    memory.texts += settlement.description.utf8.count
  }

  /// Adds an input to a fan-in that was created without its inputs.
  mutating func addInput(
    _ index: Int, _ input: PromiseID, of fanIn: PromiseID, at moment: Moment
  ) {
    var added = false
    change(fanIn, at: moment) { node in
      guard index == node.inputs.count else { return }
      node.inputs.append(InputNode(promise: input, isLater: node.heard.total > 0))
      added = true
    }
    if added { memory.inputs += 1 }
    if added { change(input, at: moment) { $0.children.append(fanIn) } }
  }

  /// Records how an input of a fan-in settled.
  mutating func postInput(
    _ index: Int, _ input: PromiseID, _ outcome: PromiseEvent.Outcome, of fanIn: PromiseID,
    ignored: Bool, at moment: Moment
  ) {
    var copied = 0
    defer { memory.copies.bytes += copied }
    change(fanIn, at: moment) { node in
      if index == node.inputs.count { node.inputs.append(InputNode(promise: input)) }
      guard node.inputs.indices.contains(index) else { return }
      var isNews = false
      // With many inputs, consecutive ones are rarely on the same page.
      if node.inputs.count > 64 { copied = 8 * MemoryLayout<InputNode>.stride + 32 }
      node.inputs.update(index) {
        isNews = $0.outcome == nil
        $0.outcome = outcome
        $0.settled = moment
        $0.ignored = ignored
      }
      if isNews, !ignored { node.heard.add(outcome) }
    }
  }

  /// Frees a promise.
  mutating func free(
    _ id: PromiseID, _ state: PromiseEvent.FinalState, waiting: [PromiseID], at moment: Moment
  ) {
    change(id, at: moment) {
      $0.freed = moment
      switch state {
      case .settled: if !$0.isFinal { $0.state = .unknown }
      case .pending: $0.prove(.lost)
      case .forwarded(let outer): $0.prove(.forwarded(to: outer))
      }
    }
    for promise in waiting { change(promise, at: moment) { $0.strandedBy = id } }
    if case .forwarded(let outer) = state, let inner = promiseTable[id.rawValue]?.adopted {
      relock(outer, from: id, to: inner, at: moment)
    }
  }

  /// Replaces `old` by `outer`, which now waits for what `old` waited for.
  private mutating func relock(
    _ outer: PromiseID, from old: PromiseID, to inner: PromiseID, at moment: Moment
  ) {
    var relocked = false
    change(outer, at: moment) {
      guard $0.state == .lockedIn(to: old) else { return }
      $0.state = .lockedIn(to: inner)
      $0.adopted = inner
      relocked = true
    }
    if relocked { change(inner, at: moment) { $0.adoptedBy.append(outer) } }
  }
}

/// What is counted of a promise, by chain, line and group, when its state changes.
struct Member {
  var id: PromiseID
  var state: PromiseState
  var isDeclared: Bool
  var place: Int
  var line: Int

  init(_ node: borrowing PromiseNode) {
    id = node.id
    state = node.state
    isDeclared = node.isDeclared
    place = node.place
    line = node.line
  }

  var isFinal: Bool { state.isFinal }
}

extension Graph {
  /// Returns the promise below which `promise` is drawn: its parent, or for a root or a fan-in, the promise
  /// whose handler or body created it, or else that of the request that it handles. That one is older, so there
  /// are no cycles. O(1)
  package func promise(above promise: PromiseID) -> PromiseID? {
    place(above: promise).flatMap { promiseTable.contains($0.rawValue) ? $0 : nil }
  }

  /// Returns the same promise even if no event has declared it yet.
  package func place(above promise: PromiseID) -> PromiseID? {
    guard let node = promiseTable[promise.rawValue] else { return nil }
    let above =
      node.creation.operation.isFanIn || node.creation.parents.isEmpty
      ? node.createdIn.flatMap { job($0)?.child } ?? request(handledBy: promise)
      : node.creation.parents[0]
    return above.flatMap { $0 < promise ? $0 : nil }
  }
}
