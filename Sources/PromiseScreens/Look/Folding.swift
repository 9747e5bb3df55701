package import PromiseEvents
package import PromiseGraph
import PromiseInsight

/// What the chain pane folds: chains created at the same place into one row, links into the row of their
/// chain.
package struct Folding: Hashable, Sendable {
  /// What the user chose.
  package enum Choice: Hashable, Sendable {
    case folded, unfolded
  }

  /// What the user chose; if `nil`, the number of promises decides.
  package var choice: Choice?
  /// The open groups.
  package var openGroups: Set<GroupID> = []
  /// The open chains, by their first promises.
  package var openChains: Set<PromiseID> = []

  /// Creates a folding that depends on the number of promises.
  package init() {}

  /// More promises than this are folded by default.
  package static let foldsFrom = 200
  /// Up to this many promises are drawn with all lanes when unfolded.
  package static let mostInLanes = 500

  /// Returns whether chains created at the same place share a row.
  package func isFolded(_ graph: Graph) -> Bool {
    switch choice {
    case .folded: true
    case .unfolded: graph.counts.total > Self.mostInLanes
    case nil: graph.counts.total > Self.foldsFrom
    }
  }

  /// Returns whether the chains of `group` have rows of their own.
  package func isOpen(_ group: ChainGroup, groups: Int) -> Bool {
    openGroups.contains(group.id) || (choice == .unfolded && groups <= Self.mostInLanes)
  }
}
