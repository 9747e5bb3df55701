import PromiseEvents

/// What handlers started and did not return, for ``ChainNotAwaited``.
struct LeftoverWatch: Equatable, Sendable {
  /// What each handler started, by the promise that it settles.
  private var leftovers = IdentityTable<Leftover>()
  /// These promises, in order.
  private var order: [PromiseID] = []
  /// The newest jobs of each serial queue of the program, by the promise that they settle.
  private var newest = IdentityTable<[PromiseID]>()

  /// What a handler started.
  private struct Leftover: Hashable, Sendable {
    /// The first promises of the chains that are not known to be returned.
    var starts: [PromiseID] = []
    /// The fan-in of several promises, if the handler is that of a `done`.
    var bulk: PromiseID?
  }

  /// A handler, what it started, and what ran before that was done.
  struct Found {
    var handler: PromiseID
    var start: PromiseID
    var later: PromiseID
    /// How many inputs of `start` were pending; 0 if it is no fan-in.
    var pending = 0
  }
}

extension LeftoverWatch {
  /// Remembers a promise with which a chain in a handler begins.
  mutating func noteCreation(_ creation: PromiseEvent.Creation, in graph: Graph) {
    let operation = creation.operation
    guard creation.parents.isEmpty || operation.isFanIn,
      ![.value, .error, .after].contains(operation),
      let handler = graph.maker(of: creation.promise),
      let link = graph.read(handler, { ($0.parent, $0.creation.operation) }), link.0 != nil
    else { return }
    if leftovers.insert(handler.rawValue, Leftover()) { order.append(handler) }
    leftovers.update(handler.rawValue) { leftover in
      if leftover.starts.count < Self.mostStarts { leftover.starts.append(creation.promise) }
      if link.1 == .done, operation.isFanIn, creation.parents.count > 1 {
        leftover.bulk = leftover.bulk ?? creation.promise
      }
    }
    if order.count > Self.mostKept { forget(order[0]) }
  }

  /// Forgets what a handler returned.
  mutating func noteReturn(by handler: PromiseID, in graph: Graph) {
    guard leftovers.contains(handler.rawValue) else { return }
    leftovers.update(handler.rawValue) {
      $0.starts.removeAll { graph.leads($0, to: handler) }
    }
    if leftovers.read(handler.rawValue, { $0.starts.isEmpty }) == true { forget(handler) }
  }

  /// Forgets what a handler started.
  mutating func forget(_ handler: PromiseID) {
    leftovers.remove(handler.rawValue)
    order.removeAll { $0 == handler }
  }

  /// Remembers a job of a serial queue of the program.
  mutating func noteJob(of child: PromiseID, on queue: QueueID, in graph: Graph) {
    guard !order.isEmpty, graph.isOwnQueue(queue), graph.isSerial(queue) else { return }
    newest.insert(queue.rawValue, [])
    newest.update(queue.rawValue) { jobs in
      jobs.append(child)
      if jobs.count > Self.mostJobs { jobs.removeFirst() }
    }
  }

  /// Returns the fan-in that the handler before `child` started and did not return, if it is pending.
  func bulk(before child: PromiseID, in graph: Graph) -> Found? {
    guard !order.isEmpty else { return nil }
    var next = graph.parent(of: child)
    for _ in 0..<4 {
      guard let handler = next else { return nil }
      if let fanIn = leftovers.read(handler.rawValue, { $0.bulk }) ?? nil, graph.goesOn(fanIn),
        graph.endsInCatch(fanIn)
      {
        let pending = graph.read(fanIn) { $0.inputs.count - $0.heard.total } ?? 0
        return pending > 0
          ? Found(handler: handler, start: fanIn, later: child, pending: pending) : nil
      }
      next = graph.read(handler) { $0.adopted } ?? nil
    }
    return nil
  }

  /// Returns the chain to which `child` belongs if a handler started it and did not return it, and work after
  /// that handler has run on the same queue.
  func effect(of child: PromiseID, on queue: QueueID, in graph: Graph) -> Found? {
    guard !order.isEmpty, let before = newest[queue.rawValue], !before.isEmpty,
      graph.isSerial(queue),
      graph.read(child, { $0.creation.operation.has(.hasEffect) }) == true
    else { return nil }
    var start = graph.chainRoot(of: child)
    for _ in 0..<3 {
      guard let handler = graph.maker(of: start) else { return nil }
      let starts = leftovers.read(handler.rawValue) { $0.starts } ?? []
      if let left = starts.first(where: { $0 == start || graph.leads(start, to: $0) }),
        graph.read(handler, { $0.settled != nil }) == true, graph.endsInCatch(left)
      {
        return before.first {
          $0 > start && graph.follows($0, handler, orInIt: false) && !graph.follows($0, left)
        }
        .map { Found(handler: handler, start: left, later: $0) }
      }
      start = graph.chainRoot(of: handler)
    }
    return nil
  }

  private static var mostKept: Int { 64 }
  private static var mostStarts: Int { 8 }
  private static var mostJobs: Int { 6 }
}
