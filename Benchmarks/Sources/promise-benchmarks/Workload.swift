import Measuring

/// What is measured. Each load does one of them, some number of times, and checks what came out.
enum Workload: String, CaseIterable, Sendable {
  case created = "a1"
  case handled = "a2"
  case queueChain = "b"
  case inlineChain = "c"
  case all1k = "d1k"
  case all10k = "d10k"
  case all100k = "d100k"
  case race = "e"
  case attachPending = "g1"
  case attachSettled = "g2"
  case ownPromises = "g3"

  /// What it is, in a few words.
  var title: String {
    switch self {
    case .created: "create, already fulfilled"
    case .handled: "create pending, one handler, resolve"
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

  /// How many operations a round has: the time is for one of them.
  var operations: Int {
    switch self {
    case .created, .handled: 100_000
    case .queueChain, .inlineChain: 20_000
    case .all1k, .all10k, .all100k, .race: 100_000
    case .attachPending, .attachSettled, .ownPromises: 400_000
    }
  }

  /// How many inputs one fan-in has.
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

  /// On how many threads it runs, and how many operations each has.
  static let threads = 4
  static let perThread = 100_000
}
