package import PromiseEvents

/// Something that can be forgotten later, and when to check whether it has ended.
struct Remembered: Sendable {
  enum Thing: Hashable, Sendable {
    case chain(Int)
    case standIn(PromiseID)
    case job(JobID)
    case timer(TimerID)
  }

  var thing: Thing
  /// When it began, or was last checked.
  var sequence: Int
}

/// What can be forgotten. It does not affect what a graph shows, so any two are equal.
struct Eviction: Equatable, Sendable {
  /// Whether anything is forgotten.
  let canForget: Bool
  /// What has begun and was not checked yet, and what was checked and continues, the earliest first.
  var begun = SlidingLog<Remembered>()
  var lasting = SlidingLog<Remembered>()

  init(canForget: Bool) { self.canForget = canForget }

  static func == (a: Eviction, b: Eviction) -> Bool { true }
}

extension Graph {
  /// Records that `thing` begins, so that it is checked later.
  mutating func remember(_ thing: Remembered.Thing, at moment: Moment) {
    guard eviction.canForget else { return }
    eviction.begun.append(Remembered(thing: thing, sequence: moment.sequence))
  }

  /// Forgets what had ended at the event `base`, the earliest that the playhead can go back to: chains whose
  /// promises are all freed, jobs and timers. Also forgets what gaps left open, once no event has mentioned it
  /// for as long. Amortized O(1) per event
  mutating func forget(upTo base: Int) {
    guard eviction.canForget else { return }
    let bytes = byteCount
    while let first = eviction.begun[eviction.begun.first], first.sequence <= base {
      eviction.begun.removeAll(before: eviction.begun.first + 1)
      look(at: first.thing, base)
    }
    // What continues is checked again after a quarter as many events.
    let again = sequence.saturatingMinus(max(256, sequence.saturatingMinus(base) / 4))
    while let first = eviction.lasting[eviction.lasting.first], first.sequence < again {
      eviction.lasting.removeAll(before: eviction.lasting.first + 1)
      look(at: first.thing, base)
    }
    forgetTexts()
    let step = steps.partitionPoint { $0.sequence <= base }
    steps.removeAll(before: step - 1)
    memory.copies.forgotten += bytes.saturatingMinus(byteCount)
  }

  /// Discards the oldest notes if there are too many.
  private mutating func forgetTexts() {
    let old = notes.prefix(max(0, notes.count - Self.mostNotes))
    memory.texts -= min(memory.texts, old.reduce(0) { $0 + $1.text.utf8.count })
    notes.removeFirst(old.count)
  }

  /// How many of the newest notes are kept.
  static var mostNotes: Int { 20_000 }

  /// Returns whether a promise that the graph does not contain was forgotten, judging by its number.
  package func hasForgotten(_ id: PromiseID) -> Bool {
    forgotten.promises > 0 && id.rawValue <= forgotten.newest
      && !promiseTable.contains(id.rawValue)
  }

  private mutating func look(at thing: Remembered.Thing, _ base: Int) {
    let isOver =
      switch thing {
      case .chain(let number): forgetChain(number, base)
      case .standIn(let promise): forgetStandIn(promise, base)
      case .job(let job): forgetJob(job, base)
      case .timer(let timer): forgetTimer(timer, base)
      }
    if !isOver { eviction.lasting.append(Remembered(thing: thing, sequence: sequence)) }
  }

  private mutating func forgetChain(_ number: Int, _ base: Int) -> Bool {
    guard let chain = chainTables.chains[number] else { return true }
    var next = chain.newest
    while let promise = next, let node = promiseTable[promise.rawValue] {
      guard isOver(node, base) else {
        forgetLinks(of: number, base)
        return false
      }
      next = node.previousInChain
    }
    next = chain.newest
    while let promise = next, let node = promiseTable[promise.rawValue] {
      next = node.previousInChain
      forget(current(node))
    }
    chainTables.chains.remove(number)
    chainTables.groups.update(chain.group.rawValue) {
      $0.roots.remove(chain.root)
      $0.forgotten += 1
    }
    return true
  }

  /// Returns whether nothing more happens to a promise: it was freed by `base`, or its last event was before
  /// that and a gap followed.
  func isOver(_ node: PromiseNode, _ base: Int) -> Bool {
    if let freed = node.freed { return freed.sequence <= base }
    return node.gaps < gaps && lastHeard(of: node) <= base
  }

  /// Returns the number of the last event about a promise that is not freed.
  private func lastHeard(of node: PromiseNode) -> Int {
    let job = node.job.flatMap { job in
      jobTable.read(job.rawValue) { $0.ended ?? $0.started ?? $0.enqueued } ?? nil
    }
    let moments = [
      node.settled, node.adoptedAt, node.bodyEnded ?? node.bodyStarted, job,
      handler(settling: node.id)?.attached,
    ]
    return moments.reduce(node.created.sequence) { max($0, $1?.sequence ?? 0) }
  }

  private mutating func forgetStandIn(_ promise: PromiseID, _ base: Int) -> Bool {
    guard let node = promiseTable[promise.rawValue], !node.isDeclared else { return true }
    let last = (node.freed ?? node.settled ?? node.created).sequence
    guard last <= base, node.freed != nil || last < gapEnd else { return false }
    leaveUnknown(current(node))
    forget(current(node))
    return true
  }

  /// Removes a promise, and what belongs to it alone.
  mutating func forget(_ node: PromiseNode) {
    let id = node.id.rawValue
    if !node.isFinal {
      counts.move(from: node.state, to: nil)
      if node.isDeclared, let group = chainTables.chains[node.place]?.group {
        chainTables.groups.update(group.rawValue) {
          $0.pass(gaps: node.gaps)
          $0.counts.move(from: node.state, to: nil)
        }
      }
    }
    if node.line > 0 { lineTables.lines.update(node.line) { $0.forget(node) } }
    unsettled.open.remove(id)
    unsettled.external.remove(id)
    memory.inputs -= min(memory.inputs, node.inputs.count)
    let texts =
      (node.creation.label?.utf8.count ?? 0) + (node.settlement?.description.utf8.count ?? 0)
    memory.texts -= min(memory.texts, texts)
    if let job = node.job {
      jobTable.remove(job.rawValue)
      waitTables.ended.remove(job.rawValue)
    }
    if let timer = node.timer { timerTables.timers.remove(timer.rawValue) }
    forgetSpans(of: id)
    promiseTable.remove(id)
    forgotten.promises += 1
    forgotten.newest = max(forgotten.newest, id)
  }

  private mutating func forgetJob(_ job: JobID, _ base: Int) -> Bool {
    guard let node = jobTable[job.rawValue] else { return true }
    if let child = node.child, promiseTable.contains(child.rawValue) { return false }
    guard let last = node.ended ?? node.started ?? node.enqueued else { return false }
    guard last.sequence <= base, node.ended != nil || last.sequence < gapEnd else { return false }
    jobTable.remove(job.rawValue)
    waitTables.ended.remove(job.rawValue)
    return true
  }

  private mutating func forgetTimer(_ timer: TimerID, _ base: Int) -> Bool {
    guard let node = timerTables.timers[timer.rawValue] else { return true }
    if let promise = node.promise, promiseTable.contains(promise.rawValue) { return false }
    let last = (node.fired ?? node.cancelled ?? node.scheduled).sequence
    let isOver = node.fired != nil || node.cancelled != nil
    guard last <= base, isOver || last < gapEnd else { return false }
    timerTables.timers.remove(timer.rawValue)
    return true
  }
}

extension Graph {
  /// In a chain that continues, forgets the links that had ended at the event `base` and on which nothing kept
  /// depends, such as the handlers that a program keeps attaching to a promise that lives as long as it does.
  /// The newest link of a promise that is not freed stays, to show that the promise is read.
  mutating func forgetLinks(of number: Int, _ base: Int) {
    guard let chain = chainTables.chains[number] else { return }
    var parents: Set<PromiseID> = []
    // Links in other chains that depend on them, and promises locked in to them, are forgotten with those
    // chains.
    if promiseTable.read(chain.root.rawValue, { $0.listed > Self.mostListed }) == true {
      parents.insert(chain.root)
    }
    parents.formUnion(forgetFreedLinks(of: number, chain, base))
    for parent in parents { forgetPlaces(in: parent) }
  }

  /// Forgets the links from the newest to the oldest, so that each goes before its parent, and returns their
  /// parents.
  private mutating func forgetFreedLinks(
    of number: Int, _ chain: ChainNode, _ base: Int
  ) -> Set<PromiseID> {
    var parents: Set<PromiseID> = []
    var (count, open) = (0, 0)
    var kept: PromiseID?
    var next = chain.newest
    while let id = next, let node = promiseTable[id.rawValue] {
      next = node.previousInChain
      guard id != chain.root, let parent = node.parent, isOver(node, base), isBare(node),
        promiseTable.read(parent.rawValue, { $0.freed == nil && $0.children.last == id }) != true
      else {
        kept = id
        continue
      }
      forget(current(node))
      parents.insert(parent)
      count += 1
      open += node.isFinal ? 0 : 1
      if let kept {
        promiseTable.update(kept.rawValue) { $0.previousInChain = next }
      } else {
        chainTables.chains.update(number) { $0.newest = next }
      }
    }
    if count > 0 {
      chainTables.chains.update(number) {
        $0.promises -= count
        $0.open -= open
      }
    }
    return parents
  }

  /// Returns whether nothing that is kept depends on it.
  private func isBare(_ node: PromiseNode) -> Bool {
    !node.children.contains { promiseTable.contains($0.rawValue) }
  }

  /// Discards what a promise keeps of forgotten links, except for the newest.
  private mutating func forgetPlaces(in parent: PromiseID) {
    guard let node = promiseTable[parent.rawValue] else { return }
    let children = kept(node.children)
    let adopting = kept(node.adoptedBy)
    let newest = node.handlers.last?.child
    let handlers = node.handlers.filter {
      $0.child == newest || promiseTable.contains($0.child.rawValue)
    }
    promiseTable.update(parent.rawValue) {
      $0.children = children
      $0.handlers = PagedArray(handlers)
      if !adopting.isEmpty { $0.adoptedBy = adopting }
    }
    for (index, handler) in handlers.enumerated() {
      promiseTable.update(handler.child.rawValue) {
        if $0.parent == parent { $0.handlerIndex = index }
      }
    }
  }

  private func kept(_ promises: PagedArray<PromiseID>) -> PagedArray<PromiseID> {
    let newest = promises.last
    return PagedArray(promises.filter { $0 == newest || promiseTable.contains($0.rawValue) })
  }

  /// The length from which the lists of a promise are searched.
  private static var mostListed: Int { 64 }
}

extension PromiseNode {
  /// How many promises depend on it, or are locked in to it.
  fileprivate var listed: Int { children.count + adoptedBy.count }
}
