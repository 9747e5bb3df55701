import ArgumentParser
import PromiseExploration
import PromiseSimulation

/// The options for what must hold in every schedule.
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
      valueName: "anomaly"),
    transform: Self.anomaly)
  var never: [Invariant] = []

  @Option(
    name: .customLong("expect-note"),
    help: ArgumentHelp(
      "A text that every schedule must print. May be repeated.", valueName: "text"),
    transform: Self.note)
  var notes: [Invariant] = []

  @Option(
    name: .customLong("expect-result"),
    help: ArgumentHelp("The value that every schedule must end with.", valueName: "value"),
    transform: Self.result)
  var results: [Invariant] = []

  /// All expectations; empty if none are given.
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

  private static func anomaly(_ text: String) throws -> Invariant {
    guard let expectation = Invariant("never \(text)") else {
      let advice = didYouMean(text, among: Invariant.Anomaly.words)
      let words = Invariant.Anomaly.words + ["note TEXT", "A before B"]
      throw ValidationError(
        "expected one of: \(words.joined(separator: ", ")).\(advice)")
    }
    return expectation
  }

  private static func note(_ text: String) throws -> Invariant {
    guard !text.isEmpty else { throw ValidationError("a note needs text") }
    return .note(text)
  }

  private static func result(_ value: String) throws -> Invariant { .result(value) }
}
