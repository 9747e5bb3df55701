import PromiseGraph

/// How it ended that a program told of itself.
package enum ProgramEnding: Hashable, Sendable {
  /// It left with this status.
  case exited(Int)
  /// It was ended by the signal of this name, `SIGKILL`.
  case signalled(String)
  /// It did not start, and why.
  case notStarted(String)
  /// Its connection was closed: it has ended, or tells nothing more.
  case disconnected
  /// Its recording was read to the end, in which `trouble`, if any, was found; it may break off in its last
  /// line.
  case read(trouble: String?, isCutShort: Bool = false)

  /// In a word, where nothing more is known.
  static let plain = "ended"

  /// In one or two words: `exit 3`.
  package var short: String {
    switch self {
    case .exited(let status): "exit \(status)"
    case .signalled(let name): name
    case .notStarted: "not started"
    case .disconnected: "disconnected"
    case .read(_, let isCutShort): isCutShort ? "cut short" : Self.plain
    }
  }

  /// In a sentence, without its point.
  package var sentence: String {
    switch self {
    case .exited(0): "the program has ended"
    case .exited(let status): "the program has ended with status \(status)"
    case .signalled(let name): "the program was ended by \(name)"
    case .notStarted(let reason): reason
    case .disconnected: "the program has closed its connection: waiting for the next one"
    case .read(let trouble, _): trouble ?? "end of the recording"
    }
  }

  /// The same, with how many promises were pending then: nobody knows what would have become of them.
  func sentence(pending: Int) -> String {
    guard pending > 0 else { return sentence }
    let words = "while \(plural(pending, "promise")) \(pending == 1 ? "was" : "were") pending"
    return switch self {
    case .exited, .signalled: "\(sentence), \(words)"
    case .read(nil, _): "the trace ends here, \(words)"
    case .read(let trouble?, isCutShort: true): "\(trouble), \(words)"
    // What could not be read, or comes yet, may tell of them.
    case .notStarted, .disconnected, .read: sentence
    }
  }

  /// Something went wrong.
  package var isFailure: Bool {
    switch self {
    case .exited(let status): status != 0
    case .signalled, .notStarted: true
    case .disconnected: false
    case .read(let trouble, _): trouble != nil
    }
  }
}
