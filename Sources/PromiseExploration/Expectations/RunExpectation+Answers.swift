package import PromiseKitLite

/// The expectations that express the answers about a run, in the grammar of the command line.
extension RunExpectation {
  /// Both happen, the first one first.
  package static func before(_ first: MomentPattern, _ second: MomentPattern) -> RunExpectation {
    RunExpectation(.before(first, second), text: "\(first.text) before \(second.text)")
  }

  /// This happens to a promise with this name.
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

  /// A handler of the promise starts on this queue.
  package static func runs(_ name: String, on queue: String) -> RunExpectation {
    RunExpectation(.on(name: name, queue: queue), text: "\(name) on \(queue)")
  }

  /// The promise is in this state at the end; `nil` means pending.
  package static func ends(_ name: String, as outcome: PromiseEvent.Outcome?) -> RunExpectation {
    RunExpectation(
      .state(name: name, state: outcome, text: nil, atEnd: true),
      text: "\(name) is \(outcome?.rawValue ?? "pending") at the end")
  }

  /// A Boolean value that indicates whether reading its text gives the same expectation. It does
  /// not if a name in it looks like a word of the grammar.
  package var isAsItReads: Bool { (try? RunExpectation(reading: text, for: .lesson)) == self }
}
