import ArgumentParser
import PromiseExploration
import PromiseSimulation

/// What has to hold in every schedule, as it is typed.
struct ExpectationOptions: ParsableArguments {
  @Option(
    name: .customLong("expect"),
    help: ArgumentHelp(
      "What must hold in every schedule, such as \"login before fetch\"; docs/expectations.md lists all. "
        + "May be repeated.",
      valueName: "A before B"),
    transform: Self.expectation)
  var stated: [Invariant] = []

  @Option(
    name: .customLong("expect-never"),
    help: ArgumentHelp(
      "What must not happen: deadlock, \"never settled\", rejection, cancellation, unhandled, endless, "
        + "\"note TEXT\" or \"A before B\". May be repeated.",
      valueName: "mishap"),
    transform: Self.mishap)
  var never: [Invariant] = []

  @Option(
    name: .customLong("expect-note"),
    help: ArgumentHelp("What every schedule must print. May be repeated.", valueName: "text"),
    transform: Self.note)
  var notes: [Invariant] = []

  @Option(
    name: .customLong("expect-result"),
    help: ArgumentHelp("The value that every schedule must end with.", valueName: "value"),
    transform: Self.result)
  var results: [Invariant] = []

  /// All of them; none where nothing was said.
  var all: [Invariant] { stated + never + notes + results }
}

extension ExpectationOptions {
  private static func expectation(_ text: String) throws -> Invariant {
    do throws(RunExpectation.Problem) {
      return try Invariant(reading: text, for: .exploration)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  private static func mishap(_ text: String) throws -> Invariant {
    guard let expectation = Invariant("never \(text)") else {
      let advice = didYouMean(text, among: Invariant.Anomaly.words)
      let words = Invariant.Anomaly.words + ["note TEXT", "A before B"]
      throw ValidationError(
        "what can happen is one of: \(words.joined(separator: ", ")).\(advice)")
    }
    return expectation
  }

  private static func note(_ text: String) throws -> Invariant {
    guard !text.isEmpty else { throw ValidationError("a note has a text") }
    return .note(text)
  }

  private static func result(_ value: String) throws -> Invariant { .result(value) }
}
