package import PromiseEvents
package import PromiseGraph

/// What of the chain pane is folded: chains that begin at one place into a row, links into the row of
/// their chain.
package struct Folding: Hashable, Sendable {
  /// What the user has asked for.
  package enum Choice: Hashable, Sendable {
    case folded, unfolded
  }

  /// What the user has asked for; without it the number of promises decides.
  package var choice: Choice?
  /// The groups that are open.
  package var openGroups: Set<GroupID> = []
  /// The chains that are open, by the promises that they begin with.
  package var openChains: Set<PromiseID> = []

  /// Folded where there are many promises.
  package init() {}

  /// From so many promises on, chains are folded unless the user wants it otherwise.
  package static let foldsFrom = 200
  /// Up to so many promises are drawn with all lanes where nothing is folded.
  package static let mostInLanes = 500

  /// Chains of one place are rows of their own, whether open or not.
  package func isFolded(_ graph: Graph) -> Bool {
    switch choice {
    case .folded: true
    case .unfolded: graph.counts.total > Self.mostInLanes
    case nil: graph.counts.total > Self.foldsFrom
    }
  }

  /// The chains of `group` have rows of their own.
  package func isOpen(_ group: ChainGroup, groups: Int) -> Bool {
    openGroups.contains(group.id) || (choice == .unfolded && groups <= Self.mostInLanes)
  }
}
