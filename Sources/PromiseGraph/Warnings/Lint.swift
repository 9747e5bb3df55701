package import PromiseKitLite

/// One kind of mistake that the events show, and what to say of it.
///
/// A lint is a type without a state of its own: it looks at an event and at the graph after it. It is
/// asked after every event, so that it answers in O(1), amortised, and what the event itself lists. The
/// graph keeps what it found; the words are made when somebody reads them.
package protocol Lint: Sendable {
  /// What it is called by: words with hyphens, for command lines.
  static var id: String { get }
  /// How bad it is.
  static var severity: Severity { get }
  /// What to do about it, in a few words.
  static var fix: String { get }

  /// What `event` shows; `graph` is the state after it.
  static func finding(after event: PromiseEvent, in graph: Graph) -> Finding?
  /// Remembers that it was told, where it is told once.
  static func remember(_ finding: Finding, in graph: inout Graph)
  /// What is so only because nothing comes after `graph`.
  static func findings(atEnd graph: Graph) -> [Finding]
  /// One sentence that says what was found, with names.
  static func sentence(_ finding: Finding, in graph: Graph) -> String
}

extension Lint {
  /// Most mistakes are told whenever they happen.
  package static func remember(_ finding: Finding, in graph: inout Graph) {}

  /// Most mistakes are found when they happen.
  package static func findings(atEnd graph: Graph) -> [Finding] { [] }

  /// The name as words.
  package static var title: String { String(id.map { $0 == "-" ? " " : $0 }) }
}

/// Everything that is looked for.
package enum Lints {
  /// All lints; a new one is added here.
  package static let all: [any Lint.Type] = [
    UnhandledRejection.self, FreedWhilePending.self, ResolvedAgain.self, LoserKeepsRunning.self,
    MainQueueNotDrained.self,
  ]
}
