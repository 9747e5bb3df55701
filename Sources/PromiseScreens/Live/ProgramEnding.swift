/// How it ended that a program told of itself.
package enum ProgramEnding: Hashable, Sendable {
  /// It left with this status.
  case exited(Int)
  /// It was ended by the signal of this name, `SIGKILL`.
  case signalled(String)
  /// Its connection was closed: it has ended, or tells nothing more.
  case disconnected
  /// Its recording was read to the end, in which `trouble`, if any, was found.
  case read(trouble: String?)

  /// In one or two words: `exit 3`.
  package var short: String {
    switch self {
    case .exited(let status): "exit \(status)"
    case .signalled(let name): name
    case .disconnected: "disconnected"
    case .read: "ended"
    }
  }

  /// In a sentence, without its point.
  package var sentence: String {
    switch self {
    case .exited(0): "the program has ended"
    case .exited(let status): "the program has ended with status \(status)"
    case .signalled(let name): "the program was ended by \(name)"
    case .disconnected: "the program has closed its connection: waiting for the next one"
    case .read(let trouble): trouble ?? "end of the recording"
    }
  }

  /// Something went wrong.
  package var isFailure: Bool {
    switch self {
    case .exited(let status): status != 0
    case .signalled: true
    case .disconnected: false
    case .read(let trouble): trouble != nil
    }
  }
}
