import PromiseEvents
package import PromiseExploration

extension QuizQuestion {
  /// Returns an answer as expectations about the run: it is right if all of them hold, and wrong otherwise.
  ///
  /// - Returns: `nil` if no expectation can express the answer:
  ///   - a part of the output, because an expectation is about the whole run; or output that is printed twice,
  ///     because an expectation is about the first time;
  ///   - that a timeout without a name fires, or that a promise beats it;
  ///   - a queue whose name is the word for handlers without a queue;
  ///   - a library: an expectation is about one run;
  ///   - a name that looks like the grammar, such as `a before b`.
  package func expectations(of answer: QuizAnswer) -> [RunExpectation]? {
    let said: [RunExpectation]? =
      switch answer {
      case .notes(let notes): expectations(of: notes)
      case .promise(let name) where kind == .winner: expectations(ofWinner: name)
      case .promise(let name): rivals(of: name).map { .before(name, $0) }
      case .timer: subject.map { [.happens($0, .fires)] }
      case .queue(Self.inline): nil
      case .queue(let label): subject.map { [.runs($0, on: label)] }
      case .library: nil
      case .inline: subject.map { [.runs($0, on: Self.inline)] }
      case .state(let state):
        subject.map { [.ends($0, as: PromiseEvent.Outcome(rawValue: state.rawValue))] }
      }
    return said.flatMap { $0.allSatisfy(\.isAsItReads) ? $0 : nil }
  }

  /// The name of the queue of handlers that run inside a call.
  private static var inline: String { "inline" }

  /// Returns the other promises among the choices.
  private func rivals(of name: String) -> [String] {
    choices.compactMap { if case .promise(let other) = $0, other != name { other } else { nil } }
  }

  /// Returns that the winner settles with the awaited outcome, and none of the others before it; or that it
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

  /// Returns that the notes are printed in order, and that the notes of other answers are not.
  private func expectations(of notes: [String]) -> [RunExpectation]? {
    guard !continues, notes.count < QuizMaker.mostNotes, Set(notes).count == notes.count else {
      return nil
    }
    let all = choices.flatMap { if case .notes(let notes) = $0 { notes } else { [String]() } }
    return zip(notes, notes.dropFirst()).map {
      .before(MomentPattern(note: $0), MomentPattern(note: $1))
    } + Set(all).subtracting(notes).sorted().map { .never(.note($0)) }
  }
}
