import PromiseKitLite
import PromiseSimulation

/// Enumerates every schedule of a scenario depth first, one run after the other.
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
struct DepthFirstSearch {
  private let isReduced: Bool
  private var path: [Node] = []
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
    /// The possible steps, in order.
    var options: [Choice]
    /// The step taken in the runs through this node: its index among the options.
    var taken: Int
    /// The accesses of that step.
    var accessSet = AccessTracker.AccessSet()
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

  /// Returns the next step; `nil` if nothing new can follow. `accessSet` contains the accesses of
  /// the previous step.
  mutating func choose(from options: [Choice], after accessSet: AccessTracker.AccessSet) -> Choice?
  {
    // A run that was abandoned may ask again, because a job whose wait ended with the run resumes.
    guard !isPruned, !hasStrayed else { return nil }
    if depth > 0 { path[depth - 1].accessSet = accessSet }
    if depth < path.count {
      let node = path[depth]
      guard node.options == options else {
        hasStrayed = true
        return nil
      }
      depth += 1
      return options[node.taken]
    }
    let sleeping = depth > 0 ? sleepers(after: path[depth - 1]) : []
    guard let taken = options.indices.first(where: { !sleeping.has(options[$0]) }) else {
      isPruned = true
      return nil
    }
    path.append(Node(options: options, taken: taken, sleeping: sleeping))
    depth += 1
    return options[taken]
  }

  /// Ends the run. Returns whether there is another run.
  mutating func end(after accessSet: AccessTracker.AccessSet) -> Bool {
    if depth > 0, !isPruned { path[depth - 1].accessSet = accessSet }
    path.removeSubrange(depth...)
    while var node = path.popLast() {
      node.tried.append(Tried(choice: node.options[node.taken], accessSet: node.accessSet))
      let next = node.options.indices.dropFirst(node.taken + 1).first {
        !node.sleeping.has(node.options[$0])
      }
      guard let next else { continue }
      node.taken = next
      node.accessSet = AccessTracker.AccessSet()
      path.append(node)
      return true
    }
    return false
  }

  /// The choices of the run that has ended.
  var schedule: Schedule {
    Schedule(path[..<depth].filter { $0.options.count > 1 }.map(\.taken))
  }

  /// Returns the steps that sleep after the step that `node` took: everything that slept or was
  /// tried there and is independent of that step.
  private func sleepers(after node: Node) -> [Tried] {
    guard isReduced else { return [] }
    return (node.sleeping + node.tried).filter { $0.accessSet.isIndependent(of: node.accessSet) }
  }
}

extension [DepthFirstSearch.Tried] {
  fileprivate func has(_ choice: Choice) -> Bool { contains { $0.choice == choice } }
}
