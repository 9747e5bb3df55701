import Measuring

/// What is measured. Each implementation performs the operation a number of times, and checks the
/// result.
enum Workload: String, CaseIterable, Sendable {
  case created = "a1"
  case handled = "a2"
  case ended = "a3"
  case queueChain = "b"
  case inlineChain = "c"
  case all1k = "d1k"
  case all10k = "d10k"
  case all100k = "d100k"
  case race = "e"
  case attachPending = "g1"
  case attachSettled = "g2"
  case ownPromises = "g3"

  /// A short description.
  var title: String {
    switch self {
    case .created: "create, already fulfilled"
    case .handled: "create pending, one handler and its child, resolve"
    case .ended: "the same with a handler that ends the chain"
    case .queueChain: "a link of a chain on a serial queue, resolved at the root"
    case .inlineChain: "a link of a chain run inline, resolved at the root"
    case .all1k: "an input of all over 1,000"
    case .all10k: "an input of all over 10,000"
    case .all100k: "an input of all over 100,000"
    case .race: "an input of a race over 100,000"
    case .attachPending: "4 threads attach 400,000 handlers to a pending promise, then it settles"
    case .attachSettled: "4 threads attach 400,000 handlers to a settled promise"
    case .ownPromises: "4 threads, each its own promises: create, one handler, resolve"
    }
  }

  /// The number of operations in a round; times are per operation.
  var operations: Int {
    switch self {
    case .created, .handled, .ended: 100_000
    case .queueChain, .inlineChain: 100_000
    case .all1k, .all10k, .all100k, .race: 100_000
    case .attachPending, .attachSettled, .ownPromises: 400_000
    }
  }

  /// Calls `body` for each chain of a round, with its number of links.
  static func chains(_ body: (Int) -> Void) {
    let links = 20_000
    for _ in 0..<Workload.inlineChain.operations / links { body(links) }
  }

  /// The number of inputs of one fan-in.
  var inputs: Int {
    switch self {
    case .all1k: 1_000
    case .all10k: 10_000
    default: operations
    }
  }

  var clock: Clock {
    switch self {
    case .attachPending, .attachSettled, .ownPromises: .wall
    default: .processor
    }
  }

  /// The goal for PromiseKitLite.
  var goal: Goal? {
    switch self {
    case .created: .nio(0.4)
    case .handled: .nio(0.5)
    case .ended: nil
    case .queueChain: .hop(3)
    case .inlineChain: .nio(0.9)
    case .all1k, .all10k, .all100k: .nio(0.3)
    case .race: .nio(0.75)
    case .attachPending: .nio(0.85)
    case .attachSettled: .nio(0.7)
    case .ownPromises: .nio(0.33)
    }
  }

  /// The number of threads, and the number of operations on each.
  static let threads = 4
  static let perThread = 100_000
}
