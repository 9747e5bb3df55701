import PromiseKitLite

extension Graph {
  /// Of a chain that goes on, forgets the links that were over at the event `base` and have nothing of what is
  /// kept hanging on them: what a program hangs on a promise that lives as long as it
  /// does. The newest one of a promise that is not freed stays, so that it
  /// can be seen that somebody reads it.
  mutating func forgetLinks(of number: Int, _ base: Int) {
    guard let chain = chainTable[number] else { return }
    var parents: Set<PromiseID> = []
    // What is hung on them in other chains, and what is locked in to them, is forgotten with those.
    if promiseTable.read(chain.root.rawValue, { $0.listed > Self.mostListed }) == true {
      parents.insert(chain.root)
    }
    parents.formUnion(forgetFreedLinks(of: number, chain, base))
    for parent in parents { forgetPlaces(in: parent) }
  }

  /// Forgets them from the newest to the oldest, so that one goes before those that it hangs on; answers
  /// what they were hung on.
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
        chainTable.update(number) { $0.newest = next }
      }
    }
    if count > 0 {
      chainTable.update(number) {
        $0.promises -= count
        $0.open -= open
      }
    }
    return parents
  }

  /// Nothing that is kept hangs on it.
  private func isBare(_ node: PromiseNode) -> Bool {
    !node.children.contains { promiseTable.contains($0.rawValue) }
  }

  /// Gives up what a promise keeps of those that are forgotten, but for the newest.
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

  /// More than so many promises in the lists of one are looked through.
  private static var mostListed: Int { 64 }
}

extension PromiseNode {
  /// How many promises hang on it, or are locked in to it.
  fileprivate var listed: Int { children.count + adoptedBy.count }
}
