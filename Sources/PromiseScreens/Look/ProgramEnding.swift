package import PromiseGraph
import PromiseInsight

/// How the events of a program ended.
package enum ProgramEnding: Hashable, Sendable {
  /// It exited with this status.
  case exited(Int)
  /// It was ended by the signal of this name, such as `SIGKILL`.
  case signalled(String)
  /// It did not start, for this reason.
  case notStarted(String)
  /// Its connection was closed: it has ended, or sends no more events.
  case disconnected
  /// Its recording was read to the end, with this problem if there was one.
  case read(trouble: String?, TraceEnding = .unknown)

  /// Whether nothing more is known than that the program or its recording ended.
  var isPlain: Bool {
    if case .read(_, let ending) = self { !ending.isIncomplete } else { false }
  }

  /// Returns one or two words, such as `exit 3`.
  package func label(_ language: Language) -> String {
    switch self {
    case .exited(let status): language.text("exit \(status)")
    case .signalled(let name): name
    case .notStarted: language.text("not started")
    case .disconnected: language.text("disconnected")
    case .read(_, let ending): ending.label(language)
    }
  }

  /// Returns a sentence without its full stop.
  package func sentence(_ language: Language) -> String {
    switch self {
    case .exited(0): language.text("the program has ended")
    case .exited(let status): language.text("the program has ended with status \(status)")
    case .signalled(let name): language.text("the program was ended by \(name)")
    case .notStarted(let reason): reason
    case .disconnected:
      language.text("the program has closed its connection: waiting for the next one")
    case .read(let trouble, let ending): trouble ?? ending.sentence(language)
    }
  }

  /// Returns the same with how many promises were still pending, whose outcome is unknown.
  func sentence(pending: Int, _ language: Language) -> String {
    guard pending > 0 else { return sentence(language) }
    let promises = language.plural(pending, "promise")
    return switch self {
    case .exited, .signalled: language.text("\(sentence(language)); still pending: \(promises)")
    case .read(nil, .unknown): language.text("the trace ends here; still pending: \(promises)")
    case .read(nil, _), .read(_?, .cutShort):
      language.text("\(sentence(language)); still pending: \(promises)")
    // The part that was not read, or has not arrived, may settle them.
    case .notStarted, .disconnected, .read: sentence(language)
    }
  }

  /// Whether something went wrong.
  package var isFailure: Bool {
    switch self {
    case .exited(let status): status != 0
    case .signalled, .notStarted: true
    case .disconnected: false
    case .read(let trouble, let ending): trouble != nil || [.killed, .full].contains(ending)
    }
  }
}
