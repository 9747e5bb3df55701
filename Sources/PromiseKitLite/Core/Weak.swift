/// A weak reference to an object.
package final class Weak<Object: AnyObject & Sendable>: Sendable {
  // Written once. A weak reference can be read from any thread.
  nonisolated(unsafe) package private(set) weak var object: Object?
  package init(_ object: Object) { self.object = object }
}

/// The members of a context, which it does not keep alive. Those that were freed are removed from
/// time to time.
struct WeakMembers<Member: Sendable>: Sendable {
  let least: Int
  var all: [Member] = []
  /// The number of members at which freed ones are removed.
  private var limit: Int

  init(least: Int) { (self.least, limit) = (least, least) }

  /// Adds a member. Returns the members to check and put back; usually none.
  mutating func add(_ member: Member) -> [Member] {
    defer { all.append(member) }
    guard all.count >= limit else { return [] }
    defer { all = [] }
    return all
  }

  mutating func putBack(_ members: [Member]) {
    all.insert(contentsOf: members, at: 0)
    limit = max(least, all.count * 2)
  }
}
