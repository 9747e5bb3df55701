package import PromiseKitLite

/// A moment of a run, as an expectation describes it: `fetch starts`, `note saved`, `end`.
package struct MomentPattern: Hashable, Sendable {
  /// The text as typed.
  package let text: String
  private let subject: Subject

  private enum Subject: Hashable, Sendable {
    case start, end
    case note(String)
    /// Without a verb, the moment is the start of its handler or, if it has none, its settlement.
    case promise(String, MomentVerb?)
  }

  /// Reads a moment; `nil` if the text is empty.
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

  /// Creates the moment of a promise or a note with this name, whatever the name looks like.
  package init(named name: String) {
    text = name
    subject = .promise(name, nil)
  }

  /// Creates the moment at which a note is written.
  package init(note: String) {
    text = "note \(note)"
    subject = .note(note)
  }

  /// The name of the promise that it is about.
  package var name: String? {
    if case .promise(let name, _) = subject { name } else { nil }
  }

  /// A Boolean value that indicates whether it states what happens.
  package var hasVerb: Bool {
    if case .promise(_, nil) = subject { false } else { true }
  }

  /// A Boolean value that indicates whether the name selects one of several promises with the same
  /// label: `A#2`.
  var isNumbered: Bool {
    guard let name, let mark = name.lastIndex(of: "#") else { return false }
    return Int(name[name.index(after: mark)...]) != nil
  }

  /// The text of the note that it is about.
  var note: String? {
    if case .note(let text) = subject { text } else { nil }
  }

  /// Returns every event that it matches, in order. O(n)
  package func events(in run: NamedRun) -> [PromiseEvent] {
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

  /// Returns the first event that it matches; `nil` if it never happens. O(n)
  package func event(in run: NamedRun) -> PromiseEvent? { events(in: run).first }

  /// Returns the first event that it matches; for a name that no promise has, the note with that
  /// text.
  func eventOrNote(in run: NamedRun) -> PromiseEvent? {
    if let event = event(in: run) { return event }
    guard let name, run.promises(called: name).isEmpty else { return nil }
    return MomentPattern("note \(text)")?.event(in: run)
  }

  init(_ name: String, _ verb: MomentVerb) {
    text = "\(name) \(verb.rawValue)"
    subject = .promise(name, verb)
  }
}

/// What can happen to a promise, as a word of the grammar.
package enum MomentVerb: String, Hashable, Sendable, CaseIterable {
  /// It was created; its handler was attached to another promise; the handler was enqueued.
  case created, attached, queued
  /// Its handler, work, or body started; it returned or threw.
  case starts, ends
  /// It settled in this way, or in any way.
  case fulfilled, rejected, cancelled, settled
  /// Its parent settled in a way that its handler does not handle.
  case skipped
  /// Its handler returned another promise, which it now waits for.
  case adopts
  /// It was freed from memory.
  case freed
  /// It was resolved again, or settled too late to count as an input.
  case ignored
  /// No handler handled its error; a handler handled it.
  case unhandled, handled
  /// Its timer fired.
  case fires
  /// A thread blocks until it settles.
  case waits
}

extension MomentVerb {
  /// Returns the promise to which this happens in `event`; `nil` if something else happens there.
  func promise(in event: PromiseEvent, of run: NamedRun) -> PromiseID? {
    switch (self, event.kind) {
    case (.created, .created(let creation)): creation.promise
    case (.attached, .handlerAttached(_, let child, _, _)): child
    case (.queued, .jobEnqueued(_, let child, _, _)): child
    case (.starts, .jobStarted(_, let child, _)): child
    case (.ends, .jobEnded(_, let child, _, _)): child
    case (.starts, .bodyStarted(let promise)), (.ends, .bodyEnded(let promise, _)):
      run.hasJob(promise) ? nil : promise
    case (.settled, .settled(let settlement)): settlement.promise
    case (_, .settled(let settlement)):
      rawValue == settlement.outcome.rawValue ? settlement.promise : nil
    case (.skipped, .handlerSkipped(_, let child, _)): child
    case (.adopts, .adopted(let outer, _)): outer
    case (.freed, .deallocated(let promise, _, _)): promise
    case (.ignored, .resolutionIgnored(let promise, _, _)): promise
    case (.ignored, .inputIgnored(_, _, let input, _)): input
    case (.unhandled, .errorUnhandled(let promise, _, _)): promise
    case (.handled, .errorHandled(_, let handler)): handler
    case (.fires, .timerFired(_, let promise)): promise
    case (.waits, .waitBegan(let promise, _, _, _)), (.waits, .awaitBegan(let promise, _, _)):
      promise
    default: nil
    }
  }
}

extension StringProtocol {
  /// The text without surrounding whitespace.
  package var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.prefix(start.count - start.reversed().prefix { $0.isWhitespace }.count))
  }
}
