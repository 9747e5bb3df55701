import PromiseEvents

// Which handler made which promise, and what a promise leads to.
extension Graph {
  /// Returns the promise whose handler or body created `promise`. O(1)
  func maker(of promise: PromiseID?) -> PromiseID? {
    guard let job = read(promise, { $0.createdIn }) ?? nil else { return nil }
    return jobTable.read(job.rawValue) { $0.child } ?? nil
  }

  /// Returns the first promise of the chain that leads to `promise`, through some dozens of links. A promise
  /// that a handler returned is a chain of its own.
  func chainRoot(of promise: PromiseID) -> PromiseID {
    var next = promise
    for _ in 0..<Self.mostLinks {
      guard let parent = parent(of: next) else { break }
      next = parent
    }
    return next
  }

  /// Returns whether a promise, or one of the links behind it, ends its chain: errors are handled.
  func endsInCatch(_ promise: PromiseID) -> Bool {
    leads(promise) { $0.creation.operation.has(.endsChain) }
  }

  /// Returns whether a promise leads to `other` through links, adoptions, and fan-ins.
  func leads(_ promise: PromiseID, to other: PromiseID) -> Bool {
    leads(promise) { $0.id == other }
  }

  /// Returns whether a promise, or one that settles because of it, has a property. Searches a few dozen.
  private func leads(_ promise: PromiseID, _ isMeant: (PromiseNode) -> Bool) -> Bool {
    var open = [promise]
    var met: Set<PromiseID> = [promise]
    while let next = open.popLast(), met.count < Self.mostLinks {
      guard let node = self[next] else { continue }
      if isMeant(node) { return true }
      for reader in Array(node.children.prefix(8)) + Array(node.adoptedBy.prefix(8))
      where met.insert(reader).inserted {
        open.append(reader)
      }
    }
    return false
  }

  /// Returns whether `promise` comes after the handler that settles `link`: behind it in the chain, or made in a
  /// handler there; and unless `orInIt`, not in that handler itself.
  func follows(_ promise: PromiseID, _ link: PromiseID, orInIt: Bool = true) -> Bool {
    var open = [promise]
    var met: Set<PromiseID> = [promise]
    while let next = open.popLast(), met.count < Self.mostLinks {
      guard let node = self[next] else { continue }
      let maker = maker(of: next)
      let before = [node.parent, node.adopted, orInIt || maker != link ? maker : nil]
        .compactMap { $0 }
      if before.contains(link) { return true }
      for source in before where source > link && met.insert(source).inserted {
        open.append(source)
      }
    }
    return false
  }

  /// Returns the way that a value took to the handler of `promise`: the line of each link, whether it was
  /// skipped, and how many inputs it had. Two calls of the same code that did the same work took the same way.
  func way(to promise: PromiseID) -> [Int] {
    var way: [Int] = []
    var open = [parent(of: promise)].compactMap { $0 }
    while let next = open.popLast(), way.count < Self.mostLinks {
      guard let node = self[next] else { continue }
      way.append((node.line * 64 + min(31, node.inputs.count)) * 2 + (node.skipped == nil ? 0 : 1))
      open += [node.parent, node.adopted].compactMap { $0 }
    }
    return way
  }

  /// How many links are searched.
  private static var mostLinks: Int { 48 }
}
