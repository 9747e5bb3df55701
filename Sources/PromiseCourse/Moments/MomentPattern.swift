package import PromiseKitLite

/// A moment of a run in the words of a lesson: `fetch starts`, `note saved`, `end`.
package struct MomentPattern: Hashable, Sendable {
  /// As the lesson says it.
  package let text: String
  private let subject: Subject

  private enum Subject: Hashable, Sendable {
    case start, end
    case note(String)
    /// Without a verb: when its handler begins, or, where it has none, when it settles.
    case promise(String, MomentVerb?)
  }

  /// Reads a moment; none if nothing is named.
  package init?(_ text: String) {
    let text = text.trimmed
    guard !text.isEmpty else { return nil }
    self.text = text
    if text == "start" || text == "end" {
      subject = text == "start" ? .start : .end
    } else if text.hasPrefix("note "), text.count > 5 {
      subject = .note(String(text.dropFirst(5)))
    } else if let space = text.lastIndex(of: " "),
      let verb = MomentVerb(rawValue: String(text[text.index(after: space)...]))
    {
      subject = .promise(String(text[..<space]).trimmed, verb)
    } else {
      subject = .promise(text, nil)
    }
  }

  /// The promise that it names, as it is called.
  package var name: String? {
    if case .promise(let name, _) = subject { name } else { nil }
  }

  /// What happens to that promise is said.
  package var hasVerb: Bool {
    if case .promise(_, nil) = subject { false } else { true }
  }

  /// Every event that it is about, in order. O(n)
  package func events(in run: CourseRun) -> [PromiseEvent] {
    switch subject {
    case .start: return run.events.prefix(1).map { $0 }
    case .end: return run.events.suffix(1).map { $0 }
    case .note(let text):
      return run.events.filter { event in
        if case .note(let said) = event.kind { said == text } else { false }
      }
    case .promise(let name, let verb?):
      let promises = Set(run.promises(called: name))
      return run.events.filter { event in
        verb.promise(in: event, of: run).map { promises.contains($0) } ?? false
      }
    case .promise(let name, nil):
      let starts = MomentPattern(name, .starts).events(in: run)
      return starts.isEmpty ? MomentPattern(name, .settled).events(in: run) : starts
    }
  }

  /// The first event that it is about; none if that never happens. O(n)
  package func event(in run: CourseRun) -> PromiseEvent? { events(in: run).first }

  private init(_ name: String, _ verb: MomentVerb) {
    text = "\(name) \(verb.rawValue)"
    subject = .promise(name, verb)
  }
}
