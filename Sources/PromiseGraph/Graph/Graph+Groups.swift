package import PromiseEvents

extension Graph {
  /// The groups of chains in the order of their first promises.
  package var groups: GroupList { GroupList(self) }

  /// Returns the group with an identity. O(1)
  package func group(_ id: GroupID) -> ChainGroup? {
    guard var group = groupTable[id.rawValue] else { return nil }
    group.pass(gaps: gaps)
    return group
  }

  /// Returns the group of the chain that `promise` belongs to. O(1)
  package func group(of promise: PromiseID) -> ChainGroup? {
    guard let node = promiseTable[promise.rawValue] else { return nil }
    return node.isDeclared ? chainTable[node.place].flatMap { group($0.group) } : unknownGroup
  }

  /// Returns the chain that `promise` belongs to; `nil` if the promise was only mentioned. O(1)
  package func chain(of promise: PromiseID) -> ChainNode? {
    guard let node = promiseTable[promise.rawValue], node.isDeclared else { return nil }
    return chainTable[node.place]
  }

  /// Returns the first promise of the chain of `promise`, or the promise itself if it was only mentioned. O(1)
  package func root(of promise: PromiseID) -> PromiseID { chain(of: promise)?.root ?? promise }

  /// The promises that may still settle, in the order of their identities.
  package var openPromises: some Sequence<PromiseID> {
    openSet.numbers.lazy.map { PromiseID($0) }
  }

  private var unknownGroup: ChainGroup? {
    unknownGroupID.flatMap { group($0) }
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
    if !node.isFinal { openSet.insert(id.rawValue) }
    let previous = chainTable[number]?.newest
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
    if !node.isFinal { openSet.insert(node.id.rawValue) }
    let group = unknownGroupID ?? addGroup(.unknown, node.creation)
    unknownGroupID = group
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
    guard let group = unknownGroupID else { return }
    standInCount -= 1
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
    if node.isFinal, !old.isFinal { openSet.remove(node.id.rawValue) }
    if !node.isFinal, old.isFinal { openSet.insert(node.id.rawValue) }
    guard node.isDeclared else {
      if let group = unknownGroupID {
        updateGroup(group) { $0.counts.move(from: old, to: node.state) }
      }
      return
    }
    guard node.isFinal != old.isFinal else {
      // The chain is not changed, so it need not be copied.
      guard let group = chainTable.read(node.place, { $0.group }) else { return }
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
    let known = groupIndex.first(for: key) { number in
      groupTable.read(number) { $0.key == key } ?? false
    }.map { GroupID($0) }
    let group = known ?? addGroup(key, creation)
    updateGroup(group) { $0.add(creation.promise, label: creation.label, at: moment.time) }
    chainCount += 1
    chainTable.insert(
      chainCount, ChainNode(root: creation.promise, group: group, created: moment.time))
    remember(.chain(chainCount), at: moment)
    return chainCount
  }

  private mutating func addGroup(
    _ key: GroupKey, _ creation: PromiseEvent.Creation
  ) -> GroupID {
    let id = GroupID(groupTable.count + 1)
    var group = ChainGroup(id: id, key: key, of: creation)
    group.gaps = gaps
    groupTable.insert(id.rawValue, group)
    groupIndex.insert(id.rawValue, for: key)
    return id
  }

  private mutating func updateGroup(_ id: GroupID, _ body: (inout ChainGroup) -> Void) {
    groupTable.update(id.rawValue) { [gaps] group in
      group.pass(gaps: gaps)
      body(&group)
    }
  }

  /// Changes a chain and its group, and updates the chain's duration in the group.
  private mutating func updateChain(
    _ number: Int, _ body: (inout ChainNode, inout ChainGroup) -> Void
  ) {
    let copied = groupTable.copiedBytes
    var times = 0
    defer { if groupTable.copiedBytes != copied { copies.bytes += times } }
    chainTable.update(number) { chain in
      groupTable.update(chain.group.rawValue) { [gaps] group in
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
  package var endIndex: Int { graph.groupTable.count }

  package subscript(index: Int) -> ChainGroup {
    guard let group = graph.group(GroupID(index + 1)) else {
      preconditionFailure("Index out of range")
    }
    return group
  }
}
