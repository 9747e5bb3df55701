import PromiseEvents
package import PromiseExploration

extension QuizQuestion {
  /// What an answer says of the run, in the sentences of ``RunExpectation``: it is right where all of them
  /// hold, and wrong where one does not.
  ///
  /// - Returns: Nothing where no sentence says it:
  ///   - a part of what is printed, since the same may be printed before or after it, and a sentence is about
  ///     the whole run; and what is printed twice, since a sentence is about the first time;
  ///   - that the time of a timeout without a name is over, or that a promise is earlier than it;
  ///   - a queue that is called as handlers are told that run on none;
  ///   - a name that looks like a word of the grammar, such as `a before b`.
  package func expectations(of answer: QuizAnswer) -> [RunExpectation]? {
    let said: [RunExpectation]? =
      switch answer {
      case .notes(let notes): expectations(of: notes)
      case .promise(let name) where kind == .winner: expectations(ofWinner: name)
      case .promise(let name): rivals(of: name).map { .before(name, $0) }
      case .timer: subject.map { [.happens($0, .fires)] }
      case .queue(Self.inline): nil
      case .queue(let label): subject.map { [.runs($0, on: label)] }
      case .inline: subject.map { [.runs($0, on: Self.inline)] }
      case .state(let state):
        subject.map { [.ends($0, as: PromiseEvent.Outcome(rawValue: state.rawValue))] }
      }
    return said.flatMap { $0.allSatisfy(\.isAsItReads) ? $0 : nil }
  }

  /// What the queue is called on which a handler runs inside a call.
  private static var inline: String { "inline" }

  /// The other promises that there are to choose from.
  private func rivals(of name: String) -> [String] {
    choices.compactMap { if case .promise(let other) = $0, other != name { other } else { nil } }
  }

  /// It settles, or has the value or the error that is waited for, and none of the others before it; or it
  /// settles before its timeout does.
  private func expectations(ofWinner name: String) -> [RunExpectation]? {
    switch contest {
    case .timeout: subject.map { [.happens(name, .settled), .never($0, before: name, .settled)] }
    case .race, nil: expectations(ofWinner: name, .settled)
    case .any: expectations(ofWinner: name, .fulfilled)
    case .failure: expectations(ofWinner: name, .rejected)
    }
  }

  private func expectations(ofWinner name: String, _ verb: MomentVerb) -> [RunExpectation] {
    [.happens(name, verb)] + rivals(of: name).map { .never($0, before: name, verb) }
  }

  /// One is printed after the other, and what other answers tell is not.
  private func expectations(of notes: [String]) -> [RunExpectation]? {
    guard !continues, notes.count < QuizMaker.mostNotes, Set(notes).count == notes.count else {
      return nil
    }
    let told = choices.flatMap { if case .notes(let notes) = $0 { notes } else { [String]() } }
    return zip(notes, notes.dropFirst()).map {
      .before(MomentPattern(note: $0), MomentPattern(note: $1))
    } + Set(told).subtracting(notes).sorted().map { .never(.note($0)) }
  }
}
