import ArgumentParser
import Demos
import PromiseExploration
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// Prints the critical values of a demo.
struct CriticalReport {
  private let scenario: RunnableDemo
  /// The time limit of the search. It is longer than a panel's: the reader of a report expects to
  /// wait.
  private static let limit = Duration.seconds(60)

  /// Creates a report on `scenario`.
  init(_ scenario: RunnableDemo) { self.scenario = scenario }

  /// Throws if `name` is neither a promise with a length nor a knob.
  func check(_ name: String) throws { _ = try find(name) }

  /// Returns the promise of this name, and which of its lengths is meant; `nil` if it is the name
  /// of a knob that is a delay.
  private func find(_ name: String) throws -> (Adjustable, Adjustable.Length)? {
    let run = scenario.adjustables()
    let isPromise = run.all.contains { "\($0.promise)" == name || $0.name == name }
    if !isPromise, scenario.origin?.knobs.delay(name) != nil { return nil }
    let (promise, number) = try scenario.find(name, in: run, for: "--what-if")
    return (promise, try scenario.length(number, of: promise, for: "--what-if"))
  }

  /// Returns the report: the lengths of the promise, or else the values of the knob, at which the
  /// outcome changes.
  func text(of name: String) throws -> String {
    guard let (promise, length) = try find(name) else { return textOfKnob(name) }
    let own = Override(promise.key, length.change(to: 0))
    let request = CriticalRequest(
      schedule: scenario.schedule, others: scenario.changes.filter { !$0.isAlike(own) },
      promise: promise.key, length: length)
    let events = scenario.explored.events(
      scenario.schedule, changedBy: scenario.changes, known: scenario.known)
    return text(
      scenario.criticalValues(request, within: Self.limit), of: promise.name,
      now: length.nanoseconds,
      TimedFacts(events))
  }

  private func text(
    _ values: CriticalValues, of name: String, now: Int64, _ run: TimedFacts
  ) -> String {
    let lines = values.lines(present: now, run).map { "  \($0.text)\n" }.joined()
    return "\(scenario.entry.name): critical values of \(name)\n\(lines)  \(values.coverage)\n"
  }

  /// Returns the report for a knob, from a run at every millisecond.
  private func textOfKnob(_ name: String) -> String {
    guard let (demo, knobs) = scenario.origin, let (now, range) = knobs.delay(name) else {
      return ""
    }
    let written = TimedFacts(
      scenario.explored.events(scenario.schedule, changedBy: scenario.changes))
    // Whatever the knob could coincide with happens before the end.
    let most = min(range.upperBound, max(now, Int(clamping: written.end / 1_000_000)) + 10)
    let sweep = CriticalSweep(
      from: range.lowerBound, to: min(most, range.lowerBound + 4000), limit: Self.limit
    ) { value in
      var turned = knobs
      guard (try? turned.set("\(name)=\(value)")) != nil else { return [] }
      return ExploredScenario(demo, knobs: turned)
        .events(scenario.schedule, changedBy: scenario.changes, known: scenario.known)
    }
    var values = sweep.values()
    values.isCutOff = most > range.lowerBound + 4000 || values.isCutOff
    return text(values, of: "the knob \(name)", now: Int64(now) * 1_000_000, written)
  }
}
