package import PromiseEvents
package import PromiseGraph

/// What a reader saw go wrong in a run: the promises that it is about, and all that led to it.
///
/// Of what the warnings and the relations report, that which touches it is told first.
package struct Symptom: Hashable, Sendable {
  /// What the reader calls it.
  package let name: String
  /// The promises that it is about.
  package let promises: [PromiseID]
  /// How each promise touches it, each line, and the queues on which it ran.
  private var touches: [PromiseID: Touch] = [:]
  private var lines: Set<LinePlace> = []
  private var queues: Set<QueueID> = []

  /// How something touches a symptom, from nothing to most.
  package enum Touch: Hashable, Sendable, Comparable {
    case nothing
    /// It is about a queue on which the symptom ran, or about a promise that ran there.
    case queue
    /// Its line also made something that led to the symptom.
    case line
    /// Something that led to the symptom started it.
    case started
    /// It led to the symptom.
    case past
    /// It is the symptom.
    case itself
  }

  /// Finds what led to these promises. O(promises of the graph)
  package init(_ name: String, about promises: [PromiseID], in graph: Graph) {
    (self.name, self.promises) = (name, promises)
    var next = promises
    while let id = next.popLast() {
      guard touches.updateValue(.past, forKey: id) == nil, let node = graph[id] else { continue }
      next += graph.causes(of: node)
      node.creation.site.map { _ = lines.insert(LinePlace($0)) }
    }
    for promise in promises { touches[promise] = .itself }
    queues = Set(promises.compactMap { graph[$0]?.queue })
    // A promise is created after the one whose handler creates it.
    for node in graph.promises where touches[node.id] == nil {
      guard let maker = node.createdIn.flatMap({ graph.job($0)?.child }), touches[maker] != nil
      else { continue }
      touches[node.id] = .started
    }
  }

  /// Returns how what a warning is about touches the symptom.
  package func touch(of finding: Finding, in graph: Graph) -> Touch {
    let named = ([finding.promise].compactMap { $0 } + finding.others).compactMap { touches[$0] }
    if let nearest = named.max() { return nearest }
    if !lines.isDisjoint(with: finding.lines(in: graph)) { return .line }
    let queue = finding.queue ?? finding.promise.flatMap { graph[$0]?.queue }
    return queue.map(queues.contains) == true ? .queue : .nothing
  }

  /// Returns how something touches it, as a sentence; `nil` for nothing.
  package func sentence(_ touch: Touch, in language: Language) -> String? {
    switch touch {
    case .nothing: nil
    case .queue: language.text("it is on the queue of \(name)")
    case .line: language.text("its line also made what led to \(name)")
    case .started: language.text("what led to \(name) started it")
    case .past: language.text("it led to \(name)")
    case .itself: language.text("it is about \(name)")
    }
  }
}

extension Graph {
  /// Returns the promises without which one would not have settled as it did, or would not wait: those it reads, and
  /// those whose handlers made and resolved it.
  fileprivate func causes(of node: PromiseNode) -> [PromiseID] {
    let end = node.settled?.sequence ?? .max
    let inputs = node.inputs.filter { ($0.settled?.sequence ?? 0) <= end }.map(\.promise)
    let parents = node.creation.operation.isFanIn ? [] : node.creation.parents
    let jobs = [node.createdIn, node.settledIn].compactMap { $0 }
    return inputs + parents + [node.parent, node.firstAdopted, node.adopted].compactMap { $0 }
      + jobs.compactMap { job($0)?.child }.filter { $0 != node.id }
  }
}
