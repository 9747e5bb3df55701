import PromiseKitLite
import PromiseSimulation

/// Every schedule of a scenario, one run after the other, depth first.
///
/// With the reduction, a step that was tried somewhere sleeps in the branches beside it until something
/// happens that has to do with it: a run in which only sleeping steps are left repeats, in another order
/// of steps that have nothing to do with each other, what was seen before. (sleep sets: Godefroid,
/// Partial-Order Methods for the Verification of Concurrent Systems, 1996, chapter 5)
///
/// What a step touches is what it was seen to touch when it was run. A step that sleeps has nothing to do
/// with any step since, so that it would touch the same. Its identity holds too: it could happen at the
/// place where it fell asleep, so that its job or timer was numbered before, in the part that all the
/// runs share.
struct DepthFirstSearch {
  private let isReduced: Bool
  private var path: [Node] = []
  /// How far the run has come on the path.
  private var depth = 0
  /// The run was given up.
  private(set) var isPruned = false
  /// Something else was possible than in the run before, after the same choices.
  private(set) var hasStrayed = false

  /// A step that was tried, or would be tried again in vain.
  fileprivate struct Tried {
    var choice: Choice
    var accessSet: AccessTracker.AccessSet
  }

  private struct Node {
    /// What can happen, in order.
    var options: [Choice]
    /// What happens in the runs through here: its place among the options.
    var taken: Int
    /// What it touched.
    var accessSet = AccessTracker.AccessSet()
    /// What sleeps when a run comes here.
    var sleeping: [Tried]
    /// What was tried here, with everything that follows.
    var tried: [Tried] = []
  }

  init(isReduced: Bool) { self.isReduced = isReduced }

  /// Another run begins.
  mutating func begin() {
    depth = 0
    isPruned = false
  }

  /// What happens next; none where nothing new can come of it. `accessSet` is what the step before
  /// touched.
  mutating func choose(from options: [Choice], after accessSet: AccessTracker.AccessSet) -> Choice?
  {
    // A run that was given up may ask again: a job whose wait ended because of that goes on.
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

  /// The run is over. Answers whether there is another one to run.
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

  /// The choices of the run that is over.
  var schedule: Schedule {
    Schedule(path[..<depth].filter { $0.options.count > 1 }.map(\.taken))
  }

  /// What sleeps after the step that `node` took: everything that slept there or was tried there and has
  /// nothing to do with that step.
  private func sleepers(after node: Node) -> [Tried] {
    guard isReduced else { return [] }
    return (node.sleeping + node.tried).filter { $0.accessSet.isIndependent(of: node.accessSet) }
  }
}

extension [DepthFirstSearch.Tried] {
  fileprivate func has(_ choice: Choice) -> Bool { contains { $0.choice == choice } }
}
