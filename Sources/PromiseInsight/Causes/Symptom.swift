package import PromiseEvents
package import PromiseGraph

/// What a reader saw go wrong in a run: the promises that it is about, and all that led to it.
///
/// Warnings, and what the relations report, are listed first if they touch it.
package struct Symptom: Hashable, Sendable {
  /// What the reader calls it.
  package let name: String
  /// The promises that it is about.
  package let promises: [PromiseID]
  /// How each promise touches it.
  private var touches: [PromiseID: Touch] = [:]
  /// The lines that made it or what led to it, and the queues on which it ran.
  private var lines: [LinePlace: Touch] = [:]
  private var queues: Set<QueueID> = []
  /// Whether it is about a promise that is pending.
  private let isOpen: Bool

  /// How something touches a symptom, from nothing to most.
  package enum Touch: Hashable, Sendable, Comparable {
    case nothing
    /// It is about a queue on which the symptom ran.
    case queue
    /// Its line also made something that led to the symptom, or the symptom.
    case line, ownLine
    /// It names something that led to the symptom.
    case named
    /// Something that led to the symptom started it, or the symptom did.
    case started, startedByIt
    /// It led to the symptom.
    case past
    /// It is about the symptom.
    case itself
  }

  /// Finds what led to these promises.
  ///
  /// - Complexity: O(promises of the graph) if each is reached with its last event that counts first; one that is reached
  ///   again with a later event is followed again.
  package init(_ name: String, about promises: [PromiseID], in graph: Graph) {
    (self.name, self.promises) = (name, promises)
    isOpen = promises.contains { graph[$0].map { $0.settled == nil } ?? false }
    // What happened to a promise after the last event that counts did not lead to anything.
    var ends: [PromiseID: Int] = [:]
    var next = promises.map { (promise: $0, end: Int.max) }
    while let (id, end) = next.popLast() {
      guard ends[id] ?? .min < end, let node = graph[id] else { continue }
      ends[id] = end
      next += graph.causes(of: node, until: end)
    }
    for id in ends.keys {
      touches[id] = .past
      graph[id]?.creation.site.map { lines[LinePlace($0)] = .line }
    }
    for promise in promises {
      touches[promise] = .itself
      graph[promise]?.creation.site.map { lines[LinePlace($0)] = .ownLine }
    }
    let jobs = promises.compactMap { graph[$0]?.job.flatMap { graph.job($0) } }
    queues = Set(jobs.filter { $0.started != nil }.map(\.queue))
    // A promise is created after the one whose handler creates it.
    for node in graph.promises where touches[node.id] == nil {
      guard let maker = node.createdIn.flatMap({ graph.job($0)?.child }),
        let touch = touches[maker]
      else { continue }
      touches[node.id] = touch == .itself || touch == .startedByIt ? .startedByIt : .started
    }
  }

  /// Returns how what a warning is about touches the symptom.
  package func touch(of finding: Finding, in graph: Graph) -> Touch {
    let named = ([finding.promise].compactMap { $0 } + finding.others).map {
      touches[$0] ?? .nothing
    }
    if named.contains(.itself) { return .itself }
    // What is said of it holds for each promise that it names.
    let least = named.min() ?? .nothing
    let some: Touch = named.contains(.past) ? .named : .nothing
    let site = finding.place ?? finding.promise.flatMap { graph[$0]?.creation.site }
    let line = site.flatMap { lines[LinePlace($0)] } ?? .nothing
    let queue: Touch = finding.queue.map(queues.contains) == true ? .queue : .nothing
    return max(least, some, line, queue)
  }

  /// Returns how something touches it, as a sentence; `nil` if it does not.
  package func sentence(_ touch: Touch, in language: Language) -> String? {
    switch touch {
    case .nothing: nil
    case .queue: language.text("it is about the queue of \(name)")
    case .line: language.text("its line also made what led to \(name)")
    case .ownLine: language.text("its line also made \(name)")
    case .named: language.text("it names what led to \(name)")
    case .started: language.text("what led to \(name) started it")
    case .startedByIt: language.text("\(name) started it")
    case .past where isOpen: language.text("\(name) depends on it")
    case .past: language.text("it led to \(name)")
    case .itself: language.text("it is about \(name)")
    }
  }
}

extension Graph {
  /// Returns what led to what had become of a promise up to the event number `end`: the promises that it read, and those
  /// whose handlers made and settled it; each with the last event of it that counts. A promise that is pending at the
  /// end of the run depends on what it waits for.
  fileprivate func causes(of node: PromiseNode, until end: Int) -> [(promise: PromiseID, end: Int)]
  {
    let settled = node.settled?.sequence
    let isPart = settled.map { $0 <= end } ?? (end == .max)
    let end = min(end, settled ?? end)
    var causes: [(promise: PromiseID, end: Int)] = []
    if !node.creation.operation.isFanIn {
      causes += (node.creation.parents + [node.parent].compactMap { $0 }).map { ($0, end) }
    }
    for input in node.inputs where input.settled.map({ $0.sequence <= end }) ?? (settled == nil) {
      causes.append((input.promise, end))
    }
    if isPart {
      causes += [node.firstAdopted, node.adopted].compactMap { $0.map { ($0, end) } }
      if let child = node.settledIn.flatMap({ job($0)?.child }) { causes.append((child, end)) }
    }
    if let child = node.createdIn.flatMap({ job($0)?.child }) {
      causes.append((child, node.created.sequence))
    }
    return causes.filter { cause in
      cause.promise != node.id
        && self[cause.promise].map { $0.created.sequence <= cause.end } ?? false
    }
  }
}
