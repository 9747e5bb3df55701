package import PromiseKitLite

/// What an answer about a run says, in the words of the command line.
extension RunExpectation {
  /// Both happen, and the first one first.
  package static func before(_ first: MomentPattern, _ second: MomentPattern) -> RunExpectation {
    RunExpectation(.before(first, second), text: "\(first.text) before \(second.text)")
  }

  /// This happens to a promise of that name.
  package static func happens(_ name: String, _ verb: MomentVerb) -> RunExpectation {
    let moment = MomentPattern(name, verb)
    return RunExpectation(.happens(moment), text: moment.text)
  }

  /// This does not happen to the first promise before it happens to the second.
  package static func never(
    _ first: String, before second: String, _ verb: MomentVerb
  ) -> RunExpectation {
    let (first, second) = (MomentPattern(first, verb), MomentPattern(second, verb))
    return RunExpectation(
      .neverBefore(first, second), text: "never \(first.text) before \(second.text)")
  }

  /// A handler of that promise begins on that queue.
  package static func runs(_ name: String, on queue: String) -> RunExpectation {
    RunExpectation(.on(name: name, queue: queue), text: "\(name) on \(queue)")
  }

  /// The promise is in that state at the end; without an outcome it is pending.
  package static func ends(_ name: String, as outcome: PromiseEvent.Outcome?) -> RunExpectation {
    RunExpectation(
      .state(name: name, state: outcome, text: nil, atEnd: true),
      text: "\(name) is \(outcome?.rawValue ?? "pending") at the end")
  }

  /// Its text is read as what it is; otherwise a name in it looks like a word of the grammar.
  package var isAsItReads: Bool { (try? RunExpectation(reading: text, for: .lesson)) == self }
}
