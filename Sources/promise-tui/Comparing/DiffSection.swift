import ArgumentParser

/// What two runs can differ in: the parts of a comparison, in the order in which they are told.
enum DiffSection: String, CaseIterable, Sendable, ExpressibleByArgument {
  case promises, order, outcomes, values, chains, queues, printed, times, warnings

  /// What it tells, in a few words.
  var meaning: String {
    switch self {
    case .promises: "what one run makes and the other does not"
    case .order: "which handlers run, and in which order"
    case .outcomes: "what settles otherwise, or not at all"
    case .values: "which values and errors are others"
    case .chains: "what hangs on, or returns, something else, or has another name"
    case .queues: "what runs on another queue"
    case .printed: "what only one run prints"
    case .times: "what takes longer, or less long"
    case .warnings: "which mistakes only one run shows"
    }
  }

  /// The parts whose differences make the status 1, where nothing else is said.
  static let counted: Set<DiffSection> = [.promises, .order, .outcomes]
}
