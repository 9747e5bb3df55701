package import PromiseEvents

extension Graph {
  /// The groups of chains in the order of their first promises.
  package var groups: GroupList { GroupList(self) }

  /// Returns the group with an identity. O(1)
  package func group(_ id: GroupID) -> ChainGroup? {
    guard var group = chainTables.groups[id.rawValue] else { return nil }
    group.pass(gaps: gaps)
    return group
  }

  /// Returns the group of the chain that `promise` belongs to. O(1)
  package func group(of promise: PromiseID) -> ChainGroup? {
    guard let node = promiseTable[promise.rawValue] else { return nil }
    return node.isDeclared
      ? chainTables.chains[node.place].flatMap { group($0.group) } : unknownGroup
  }

  /// Returns the chain that `promise` belongs to; `nil` if the promise was only mentioned. O(1)
  package func chain(of promise: PromiseID) -> ChainNode? {
    guard let node = promiseTable[promise.rawValue], node.isDeclared else { return nil }
    return chainTables.chains[node.place]
  }

  /// Returns the first promise of the chain of `promise`, or the promise itself if it was only mentioned. O(1)
  package func root(of promise: PromiseID) -> PromiseID { chain(of: promise)?.root ?? promise }

  /// The promises that may still settle, in the order of their identities.
  package var openPromises: some Sequence<PromiseID> {
    unsettled.open.numbers.lazy.map { PromiseID($0) }
  }

  private var unknownGroup: ChainGroup? {
    chainTables.unknownGroup.flatMap { group($0) }
  }
}

// MARK: - The fold

extension Graph {
  /// Adds a new promise to the chain of its parent, or starts a chain.
  mutating func join(_ creation: PromiseEvent.Creation, at moment: Moment) {
    let number = chainNumber(of: creation, at: moment)
    promiseTable.update(creation.promise.rawValue) { $0.place = number }
    guard let node = promiseTable.read(creation.promise.rawValue, { Member($0) }) else { return }
    let id = creation.promise
    if !node.isFinal { unsettled.open.insert(id.rawValue) }
    let previous = chainTables.chains[number]?.newest
    promiseTable.update(id.rawValue) { $0.previousInChain = previous }
    updateChain(number) { chain, group in
      chain.newest = id
      group.counts.add(1, to: node.state)
      chain.promises += 1
      chain.open += node.isFinal ? 0 : 1
    }
  }

  /// Adds a promise that was mentioned, but whose creation is not known.
  mutating func joinUnknown(_ node: PromiseNode) {
    if !node.isFinal { unsettled.open.insert(node.id.rawValue) }
    let group = chainTables.unknownGroup ?? addGroup(.unknown, node.creation)
    chainTables.unknownGroup = group
    var place = 0
    updateGroup(group) {
      place = $0.roots.count
      $0.add(node.id, label: nil, at: node.created.time)
      $0.counts.add(1, to: node.state)
    }
    promiseTable.update(node.id.rawValue) { $0.place = place }
  }

  /// Removes a promise from the group of unknown ones because its creation is now known. The last one in the
  /// group takes its place.
  mutating func leaveUnknown(_ node: PromiseNode) {
    guard let group = chainTables.unknownGroup else { return }
    chainTables.standIns -= 1
    var moved: PromiseID?
    updateGroup(group) {
      $0.counts.add(-1, to: node.state)
      guard let last = $0.roots.popLast(), last != node.id else { return }
      $0.roots.update(node.place) { $0 = last }
      moved = last
    }
    if let moved { promiseTable.update(moved.rawValue) { $0.place = node.place } }
  }

  /// Updates the counts for a promise that was in the state `old` before.
  mutating func moveInGroup(_ node: Member, from old: PromiseState, at moment: Moment) {
    if node.isFinal, !old.isFinal { unsettled.open.remove(node.id.rawValue) }
    if !node.isFinal, old.isFinal { unsettled.open.insert(node.id.rawValue) }
    guard node.isDeclared else {
      if let group = chainTables.unknownGroup {
        updateGroup(group) { $0.counts.move(from: old, to: node.state) }
      }
      return
    }
    guard node.isFinal != old.isFinal else {
      // The chain is not changed, so it need not be copied.
      guard let group = chainTables.chains.read(node.place, { $0.group }) else { return }
      return updateGroup(group) { $0.counts.move(from: old, to: node.state) }
    }
    updateChain(node.place) { chain, group in
      group.counts.move(from: old, to: node.state)
      // A task that was idle can await another promise.
      chain.open += node.isFinal ? -1 : 1
      if node.isFinal { chain.ended = moment.time }
    }
  }

  private mutating func chainNumber(of creation: PromiseEvent.Creation, at moment: Moment) -> Int {
    if !creation.operation.isFanIn, creation.parents.count == 1,
      let parent = creation.parents.first,
      parent != creation.promise,
      let place = promiseTable.read(parent.rawValue, { $0.isDeclared ? $0.place : nil }), let place
    {
      return place
    }
    let key = GroupKey(creation, in: processKey(of: moment.thread))
    let known = chainTables.groupKeys.first(for: key) { number in
      chainTables.groups.read(number) { $0.key == key } ?? false
    }.map { GroupID($0) }
    let group = known ?? addGroup(key, creation)
    updateGroup(group) { $0.add(creation.promise, label: creation.label, at: moment.time) }
    chainTables.count += 1
    chainTables.chains.insert(
      chainTables.count, ChainNode(root: creation.promise, group: group, created: moment.time))
    remember(.chain(chainTables.count), at: moment)
    return chainTables.count
  }

  private mutating func addGroup(
    _ key: GroupKey, _ creation: PromiseEvent.Creation
  ) -> GroupID {
    let id = GroupID(chainTables.groups.count + 1)
    var group = ChainGroup(id: id, key: key, of: creation)
    group.gaps = gaps
    chainTables.groups.insert(id.rawValue, group)
    chainTables.groupKeys.insert(id.rawValue, for: key)
    return id
  }

  private mutating func updateGroup(_ id: GroupID, _ body: (inout ChainGroup) -> Void) {
    chainTables.groups.update(id.rawValue) { [gaps] group in
      group.pass(gaps: gaps)
      body(&group)
    }
  }

  /// Changes a chain and its group, and updates the chain's duration in the group.
  private mutating func updateChain(
    _ number: Int, _ body: (inout ChainNode, inout ChainGroup) -> Void
  ) {
    let copied = chainTables.groups.copiedBytes
    var times = 0
    defer { if chainTables.groups.copiedBytes != copied { memory.copies.bytes += times } }
    chainTables.chains.update(number) { chain in
      chainTables.groups.update(chain.group.rawValue) { [gaps] group in
        group.pass(gaps: gaps)
        let before = chain.duration
        body(&chain, &group)
        let after = chain.duration
        guard before != after else { return }
        if let before { group.times.remove(before) }
        if let after { group.times.insert(after) }
        times = group.times.byteCount
      }
    }
  }
}

/// The groups of a graph, in the order of their first promises.
package struct GroupList: RandomAccessCollection, Sendable {
  private let graph: Graph

  /// O(1)
  init(_ graph: Graph) { self.graph = graph }

  package var startIndex: Int { 0 }
  package var endIndex: Int { graph.chainTables.groups.count }

  package subscript(index: Int) -> ChainGroup {
    guard let group = graph.group(GroupID(index + 1)) else {
      preconditionFailure("Index out of range")
    }
    return group
  }
}
