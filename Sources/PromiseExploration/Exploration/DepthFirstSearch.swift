import PromiseKitLite
import PromiseSimulation

/// Enumerates the schedules of a scenario depth first, one run after the other: all of them, or
/// those of one part.
///
/// With the reduction, a step that was tried at some point sleeps in the sibling branches until a
/// dependent step happens. A run in which only sleeping steps are left would repeat what was
/// already seen, with independent steps in another order. (sleep sets: Godefroid, Partial-Order
/// Methods for the Verification of Concurrent Systems, 1996, chapter 5)
///
/// The accesses of a step are those observed when it ran. A sleeping step is independent of all
/// steps since then, so it would make the same accesses. Its identity stays valid too: the step was
/// possible where it fell asleep, so its job or timer got its number in the part that all the runs
/// share.
///
/// What is left can be split: the untried steps at one point of the path, with everything that
/// follows them, need only the steps that were tried there, not the runs that tried them.
struct DepthFirstSearch: Sendable {
  private let isReduced: Bool
  private var path: [Node] = []
  /// The possible steps at each node of the path, one node after the other.
  private var options: [Choice] = []
  /// The number of nodes at the start of the path whose steps are given, since other parts try the
  /// other ones.
  private var given = 0
  /// The current position of the run on the path.
  private var depth = 0
  /// A Boolean value that indicates whether the run was abandoned.
  private(set) var isPruned = false
  /// A Boolean value that indicates whether other steps were possible than in the previous run
  /// after the same choices.
  private(set) var hasStrayed = false

  /// A step that was tried, or that need not be tried again.
  fileprivate struct Tried {
    var choice: Choice
    var accessSet: AccessTracker.AccessSet
  }

  private struct Node {
    /// The possible steps, in order, as a range of ``DepthFirstSearch/options``.
    var options: Range<Int>
    /// The step taken in the runs through this node: its index among the possible ones.
    var taken: Int
    /// The accesses of that step; `nil` until it has run.
    var accessSet: AccessTracker.AccessSet?
    /// The steps that sleep when a run reaches this node.
    var sleeping: [Tried]
    /// The steps that were tried here, with everything that follows.
    var tried: [Tried] = []
  }

  init(isReduced: Bool) { self.isReduced = isReduced }

  /// Starts another run.
  mutating func begin() {
    depth = 0
    isPruned = false
  }

  /// A Boolean value that indicates whether the accesses of the previous step are not known yet.
  var needsAccessSet: Bool { depth > 0 && path[depth - 1].accessSet == nil }

  /// Returns the next step; `nil` if nothing new can follow. `accessSet` contains the accesses of
  /// the previous step, if they are needed.
  mutating func choose(
    from choices: [Choice], after accessSet: AccessTracker.AccessSet?
  ) -> Choice? {
    // A run that was abandoned may ask again, because a job whose wait ended with the run resumes.
    guard !isPruned, !hasStrayed else { return nil }
    if let accessSet { path[depth - 1].accessSet = accessSet }
    if depth < path.count {
      guard options[path[depth].options].elementsEqual(choices) else {
        hasStrayed = true
        return nil
      }
      depth += 1
      return choices[path[depth - 1].taken]
    }
    let sleeping = depth > 0 ? sleepers(after: path[depth - 1]) : []
    guard let taken = choices.indices.first(where: { !sleeping.has(choices[$0]) }) else {
      isPruned = true
      return nil
    }
    let start = options.count
    options.append(contentsOf: choices)
    path.append(Node(options: start..<options.count, taken: taken, sleeping: sleeping))
    depth += 1
    return choices[taken]
  }

  /// Ends the run. `accessSet` contains the accesses of its last step, if they are needed.
  mutating func end(after accessSet: AccessTracker.AccessSet?) {
    if let accessSet, !isPruned { path[depth - 1].accessSet = accessSet }
    cut(to: depth)
  }

  /// Moves the deepest node that has an untried step to that step, and removes those below it.
  /// Returns whether there is one, that is, whether there is another run.
  mutating func advance() -> Bool {
    while path.count > given, let place = path.indices.last {
      let node = path[place]
      let tried = Tried(
        choice: options[node.options.lowerBound + node.taken],
        accessSet: node.accessSet ?? AccessTracker.AccessSet())
      guard let next = untried(at: node) else {
        cut(to: place)
        continue
      }
      path[place].tried.append(tried)
      path[place].taken = next
      path[place].accessSet = nil
      return true
    }
    return false
  }

  /// Returns the next step to try at a node; `nil` if none is left.
  private func untried(at node: Node) -> Int? {
    (node.taken + 1..<node.options.count).first {
      !node.sleeping.has(options[node.options.lowerBound + $0])
    }
  }

  private mutating func cut(to length: Int) {
    guard length < path.count else { return }
    options.removeSubrange(path[length].options.lowerBound...)
    path.removeSubrange(length...)
  }

  /// The choices of the run that has ended.
  var schedule: Schedule {
    Schedule(path[..<depth].filter { $0.options.count > 1 }.map(\.taken))
  }

  /// Returns the steps that sleep after the step that `node` took: everything that slept or was
  /// tried there and is independent of that step.
  private func sleepers(after node: Node) -> [Tried] {
    guard isReduced, !node.sleeping.isEmpty || !node.tried.isEmpty else { return [] }
    let accessSet = node.accessSet ?? AccessTracker.AccessSet()
    return (node.sleeping + node.tried).filter { $0.accessSet.isIndependent(of: accessSet) }
  }
}

extension DepthFirstSearch {
  /// The number of steps with which all runs of this part begin.
  var length: Int { given }

  /// Between two runs, leaves the runs to others that take another step at one of the first few
  /// points that have an untried one, at most `limit` of them. Returns those runs as one part for
  /// each point, in the order in which this search would have come to them.
  mutating func split(atMost limit: Int) -> [DepthFirstSearch] {
    let points = path.indices.dropFirst(given).dropLast()
      .filter { untried(at: path[$0]) != nil }.prefix(limit)
    guard let deepest = points.last else { return [] }
    let parts = points.reversed().compactMap { others(at: $0) }
    given = deepest + 1
    return parts
  }

  /// Returns the search that takes the untried steps at one point of the path.
  private func others(at point: Int) -> DepthFirstSearch? {
    var search = self
    search.cut(to: point + 1)
    search.given = point
    search.begin()
    return search.advance() ? search : nil
  }
}

extension [DepthFirstSearch.Tried] {
  fileprivate func has(_ choice: Choice) -> Bool { contains { $0.choice == choice } }
}
