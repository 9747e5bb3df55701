package import PromiseKitLite

/// What names a promise in every schedule of a program: not its number, which depends on the schedule, but
/// what the program says of it, and which one of several alike it is.
package struct HandlerKey: Hashable, Sendable {
  package var label: String?
  package var operation: PromiseEvent.Operation
  package var site: SourceSite?
  /// How many alike were made before it.
  package var occurrence = 0

  private init(_ creation: PromiseEvent.Creation) {
    label = creation.label
    operation = creation.operation
    site = creation.site
  }

  /// The key of a promise; none where the graph does not know it. O(promises)
  package init?(_ promise: PromiseID, in graph: Graph) {
    guard let node = graph[promise], node.isDeclared else { return nil }
    self.init(node.creation)
    var alike = 0
    for other in graph.promises {
      if other.id == promise { break }
      if HandlerKey(other.creation) == self { alike += 1 }
    }
    occurrence = alike
  }

  /// The promise of this key in a run; none where that has none. O(events)
  package func promise(in events: some Sequence<PromiseEvent>) -> PromiseID? {
    var plain = self
    plain.occurrence = 0
    var left = occurrence
    for event in events {
      guard case .created(let creation) = event.kind, HandlerKey(creation) == plain else {
        continue
      }
      if left == 0 { return creation.promise }
      left -= 1
    }
    return nil
  }
}
