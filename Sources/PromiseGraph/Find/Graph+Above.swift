package import PromiseKitLite

extension Graph {
  /// The promise below which `promise` is drawn: the one that its handler hangs on; for a root or a fan-in
  /// the one whose handler or body made it. It is older, so that no stream makes a circle. O(1)
  package func promise(above promise: PromiseID) -> PromiseID? {
    place(above: promise).flatMap { promiseTable.contains($0.rawValue) ? $0 : nil }
  }

  /// The same, also where nothing was told of it yet.
  func place(above promise: PromiseID) -> PromiseID? {
    guard let node = promiseTable[promise.rawValue] else { return nil }
    let above =
      node.creation.operation.isFanIn || node.creation.parents.isEmpty
      ? node.createdIn.flatMap { job($0)?.child } : node.creation.parents[0]
    return above.flatMap { $0 < promise ? $0 : nil }
  }
}
