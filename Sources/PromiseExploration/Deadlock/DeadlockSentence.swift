import PromiseKitLite

/// Follows a wait to where it is held up, and says that in words.
struct DeadlockSentence {
  private let standstill: Standstill
  private(set) var text = ""
  private var waits: [Deadlock.Wait] = []

  init(_ standstill: Standstill) { self.standstill = standstill }

  /// Follows `first`. Answers the waits on the way, and whether they come back to one of them.
  mutating func follow(_ first: Standstill.Waiting) -> (waits: [Deadlock.Wait], isCycle: Bool) {
    text = "\(place(first)) waits for "
    var next: Standstill.Waiting? = first
    while let waiting = next {
      waits.append(waiting.wait)
      next = follow(waiting)
    }
    return (waits, isCycle)
  }

  private var isCycle = false

  /// Says why the promise is pending that is waited for. Answers the wait that holds it up, which was
  /// not met before.
  private mutating func follow(_ waiting: Standstill.Waiting) -> Standstill.Waiting? {
    var promise = waiting.wait.promise
    var seen: Set<PromiseID> = []
    text += standstill.name(promise)
    while seen.insert(promise).inserted {
      switch standstill.reason(promise) {
      case .follows(let source):
        text += ", which waits for \(standstill.name(source))"
        promise = source
      case .waits(let job, let other):
        text += ", whose handler \(job)"
        guard let place = waits.firstIndex(of: other.wait) else {
          text += " waits for "
          return other
        }
        text += " is the job that waits" + (place == 0 && waits.count > 1 ? " first" : "")
        isCycle = true
        return nil
      case .behind(let job, let queue, let holders):
        text += ", whose handler \(job) "
        return follow(holders, job, on: queue)
      case .nobody:
        text += ", which nobody resolves"
        return nil
      case .freed:
        text += ", which was freed unresolved"
        return nil
      }
    }
    text += ", and so for itself"
    isCycle = true
    return nil
  }

  /// Says behind whom a job stands. Answers the one whose wait is to be followed.
  private mutating func follow(
    _ holders: [Standstill.Waiting], _ job: JobID, on queue: QueueID
  ) -> Standstill.Waiting? {
    guard let known = holders.first(where: { waits.contains($0.wait) }) ?? holders.first else {
      text += "has not begun on \(standstill.label(queue))"
      return nil
    }
    let names = holders.map(name).joined(separator: " and ")
    text += "is behind \(names) on \(standstill.label(queue)); \(name(known)) "
    guard let place = waits.firstIndex(of: known.wait) else {
      text += "waits for "
      return known
    }
    let noun = standstill.isMainProgram(known) ? "is what waits" : "is the job that waits"
    text += noun + (place == 0 && waits.count > 1 ? " first" : "")
    isCycle = true
    return nil
  }

  /// Who waits, by the queue that is blocked.
  private func place(_ waiting: Standstill.Waiting) -> String {
    waiting.wait.queue.map(standstill.label) ?? name(waiting)
  }

  private func name(_ waiting: Standstill.Waiting) -> String {
    if standstill.isMainProgram(waiting) { return "the main program" }
    guard let job = waiting.wait.job else { return "a thread" }
    return waiting.wait.queue == nil ? "a timer's handler" : job.description
  }
}
