package import PromiseKitLite

/// One chain: a promise that is chained on none, or on several, and the links that hang on it.
///
/// What a handler makes is a chain of its own. Of a promise that was only mentioned nobody knows what
/// it is chained on; what hangs on it begins a chain.
package struct ChainNode: Hashable, Sendable {
  /// The promise that it begins with.
  package let root: PromiseID
  /// The group that it belongs to.
  package let group: GroupID
  /// How many promises it has, and how many of them may settle yet.
  package internal(set) var promises = 0
  package internal(set) var open = 0
  /// The newest of them.
  @Compact var newest: PromiseID?
  /// When its root was made, and when the last one of its promises became final, in nanoseconds.
  package let created: Int64
  package internal(set) var ended: Int64

  init(root: PromiseID, group: GroupID, created: Int64) {
    self.root = root
    _newest = Compact(wrappedValue: nil)
    self.group = group
    self.created = created
    ended = created
  }

  /// Nothing of it may settle any more. A link that is hung on it opens it again.
  package var isOver: Bool { promises > 0 && open == 0 }

  /// Where it is over: the nanoseconds from its root's creation to its end.
  package var duration: Int64? {
    isOver ? max(0, ended.saturatingMinus(created)) : nil
  }
}
