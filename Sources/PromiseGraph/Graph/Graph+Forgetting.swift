package import PromiseKitLite

/// What there is no need to remember for ever, and when to look whether it is over.
struct Remembered: Sendable {
  enum Thing: Hashable, Sendable {
    case chain(Int)
    case standIn(PromiseID)
    case job(JobID)
    case timer(TimerID)
  }

  var thing: Thing
  /// When it began, or was looked at last.
  var sequence: Int
}

/// What there is to forget. It tells nothing of what a graph shows: any two are equal.
struct Oblivion: Equatable, Sendable {
  /// So many events after something was over it is forgotten; never where there is no such number.
  let horizon: Int?
  /// What has begun and was not looked at yet, and what was and goes on, the earliest first.
  var begun = Trail<Remembered>()
  var lasting = Trail<Remembered>()
  /// How many events came, and the number of every so many-th of them: where numbers are missing, only
  /// these tell how many events ago something was.
  private var events = 0
  private var milestones = Trail<Int>()
  private let spacing: Int

  init(horizon: Int?) {
    self.horizon = horizon.map { max(1, $0) }
    spacing = min(1024, max(1, (horizon ?? 0) / 64))
  }

  static func == (a: Oblivion, b: Oblivion) -> Bool { true }

  /// One more event came; `sequence` is the greatest number so far. O(1)
  mutating func count(_ sequence: Int) {
    if events % spacing == 0 { milestones.append(sequence) }
    events += 1
    // What is asked for at most: two horizons ago.
    let oldest = events.saturatingMinus((horizon ?? 0).saturatingTimes(2)) / spacing - 1
    if oldest > milestones.first { milestones.removeAll(before: oldest) }
  }

  /// The number of the event that came so many events before the newest one, or of one a little earlier;
  /// less than any where there was none. O(1)
  func number(ago: Int) -> Int {
    let place = events.saturatingMinus(1).saturatingMinus(ago)
    return place < 0 ? .min : milestones[place / spacing] ?? .min
  }
}

extension Graph {
  /// `thing` begins: from some time on it is looked at whether it is over.
  mutating func remember(_ thing: Remembered.Thing, at moment: Moment) {
    guard oblivion.horizon != nil else { return }
    oblivion.begun.append(Remembered(thing: thing, sequence: moment.sequence))
  }

  /// Forgets what was over so many events ago that nobody can go back to it: chains all of whose promises
  /// are freed, jobs and timers. What the gaps have left open goes as well, once nothing was heard of it
  /// for as long. O(1), amortised
  mutating func forget() {
    guard let horizon = oblivion.horizon else { return }
    oblivion.count(sequence)
    let limit = oblivion.number(ago: horizon)
    // Most is over soon after it began, so that looking once is enough.
    let early = oblivion.number(ago: horizon.saturatingPlus(horizon / 16))
    while let first = oblivion.begun[oblivion.begun.first], first.sequence < early {
      oblivion.begun.removeAll(before: oblivion.begun.first + 1)
      look(at: first.thing, limit: limit)
    }
    let again = oblivion.number(ago: max(256, horizon / 4))
    while let first = oblivion.lasting[oblivion.lasting.first], first.sequence < again {
      oblivion.lasting.removeAll(before: oblivion.lasting.first + 1)
      look(at: first.thing, limit: limit)
    }
    if notes.count > Self.mostNotes {
      textBytes -= min(textBytes, notes[0].text.utf8.count)
      notes.remove(at: 0)
      forgottenNotes += 1
    }
    if findings.count > Self.mostFindings {
      findings.remove(at: 0)
      forgottenFindings += 1
    }
    while let later = steps[steps.first + 64], later.sequence < limit {
      steps.removeAll(before: steps.first + 64)
    }
  }

  /// So many notes and findings are kept, the newest ones.
  static var mostNotes: Int { 20_000 }
  static var mostFindings: Int { 20_000 }

  /// A promise that is not there has been forgotten, as far as its number tells.
  package func hasForgotten(_ id: PromiseID) -> Bool {
    forgottenCount > 0 && id.rawValue <= newestForgotten
      && !promiseTable.contains(id.rawValue)
  }

  private mutating func look(at thing: Remembered.Thing, limit: Int) {
    let isOver =
      switch thing {
      case .chain(let number): forgetChain(number, limit: limit)
      case .standIn(let promise): forgetStandIn(promise, limit: limit)
      case .job(let job): forgetJob(job, limit: limit)
      case .timer(let timer): forgetTimer(timer, limit: limit)
      }
    if !isOver { oblivion.lasting.append(Remembered(thing: thing, sequence: sequence)) }
  }

  private mutating func forgetChain(_ number: Int, limit: Int) -> Bool {
    guard let chain = chainTable[number] else { return true }
    let isFreed = chain.open == 0 && chain.freed >= chain.promises
    guard chain.last < limit, isFreed || chain.last < gapEnd else { return false }
    var next = chain.newest
    while let promise = next, let node = promiseTable[promise.rawValue] {
      next = node.previousInChain
      forget(current(node))
    }
    chainTable.remove(number)
    groupTable.update(chain.group.rawValue) {
      $0.roots.remove(chain.root)
      $0.forgotten += 1
    }
    return true
  }

  private mutating func forgetStandIn(_ promise: PromiseID, limit: Int) -> Bool {
    guard let node = promiseTable[promise.rawValue], !node.isDeclared else { return true }
    let last = (node.freed ?? node.settled ?? node.created).sequence
    guard last < limit, node.freed != nil || last < gapEnd else { return false }
    leaveUnknown(current(node))
    forget(current(node))
    return true
  }

  private mutating func forget(_ node: PromiseNode) {
    let id = node.id.rawValue
    if !node.isFinal {
      counts.move(from: node.state, to: nil)
      if node.isDeclared, let group = chainTable[node.place]?.group {
        groupTable.update(group.rawValue) {
          $0.pass(gaps: node.gaps)
          $0.counts.move(from: node.state, to: nil)
        }
      }
    }
    if node.line > 0 { lineTable.update(node.line) { $0.forget(node) } }
    openSet.remove(id)
    externalSet.remove(id)
    memory.unread.remove(id)
    inputCount -= min(inputCount, node.inputs.count)
    let texts =
      (node.creation.label?.utf8.count ?? 0) + (node.settlement?.description.utf8.count ?? 0)
    textBytes -= min(textBytes, texts)
    if let job = node.job { jobTable.remove(job.rawValue) }
    if let timer = node.timer { timerTable.remove(timer.rawValue) }
    promiseTable.remove(id)
    forgottenCount += 1
    newestForgotten = max(newestForgotten, id)
  }

  private mutating func forgetJob(_ job: JobID, limit: Int) -> Bool {
    guard let node = jobTable[job.rawValue] else { return true }
    if let child = node.child, promiseTable.contains(child.rawValue) { return false }
    guard let last = node.ended ?? node.started ?? node.enqueued else { return false }
    guard last.sequence < limit, node.ended != nil || last.sequence < gapEnd else { return false }
    jobTable.remove(job.rawValue)
    return true
  }

  private mutating func forgetTimer(_ timer: TimerID, limit: Int) -> Bool {
    guard let node = timerTable[timer.rawValue] else { return true }
    if let promise = node.promise, promiseTable.contains(promise.rawValue) { return false }
    let last = (node.fired ?? node.cancelled ?? node.scheduled).sequence
    let isOver = node.fired != nil || node.cancelled != nil
    guard last < limit, isOver || last < gapEnd else { return false }
    timerTable.remove(timer.rawValue)
    return true
  }
}
