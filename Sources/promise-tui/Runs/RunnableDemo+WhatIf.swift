import ArgumentParser
import Demos
import PromiseExploration
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

extension RunnableDemo {
  /// The what-if changes as a simulation takes them; `nil` if there are none.
  var overrides: Overrides? {
    changes.isEmpty ? nil : Overrides(changes, known: known)
  }

  /// Runs the demo, and each of its alternatives, to learn the values that its promises are
  /// fulfilled with. Needed only if a promise is to succeed by a what-if change.
  func learnValues() {
    let needsValues = changes.contains { change in
      switch change.change {
      case .flip, .settle(.fulfilled, _): true
      case .settle, .timer, .work: false
      }
    }
    guard needsValues, known.isEmpty else { return }
    let others = origin.map { origin in
      origin.knobs.alternatives.prefix(Self.mostAlternatives).map {
        ExploredScenario(origin.demo, knobs: $0)
      }
    }
    for scenario in [explored] + (others ?? []) {
      _ = scenario.events(changedBy: [], known: known, collecting: true)
    }
  }

  /// Returns what differs in `events` from the unchanged run.
  func differences(in events: [PromiseEvent]) -> [String] {
    guard !changes.isEmpty else { return [] }
    let original = explored.events(schedule, changedBy: [])
    return RunChange(from: TimedFacts(original), to: TimedFacts(events)).sentences
  }

  /// Returns the lengths of a timer or job at which the outcome changes, as far as they are found
  /// within `limit`.
  func criticalValues(
    _ request: CriticalRequest, within limit: Duration = .seconds(2)
  ) -> CriticalValues {
    var scenario = self
    scenario.changes = request.others
    scenario.learnValues()
    let search = CriticalSearch(limit: limit) { [explored, known] length in
      explored.events(
        request.schedule ?? Schedule(), changedBy: request.changes(length), known: known)
    }
    return search.values(from: request.length.nanoseconds)
  }

  private static let mostAlternatives = 8
}

extension RunnableDemo {
  /// Applies the change that `text` describes: `cache.read=125`, `GET /ads=succeeds`,
  /// `door=rejected@12`. It replaces an earlier change of the same thing.
  ///
  /// - Throws: A `ValidationError` that says what can be changed.
  mutating func suppose(_ text: String) throws {
    guard let mark = text.lastIndex(of: "="), mark != text.startIndex else {
      throw ValidationError(
        "--what-if: '\(text)' is not of the form promise=value, such as fetch=90 or fetch=fails."
      )
    }
    let name = String(text[..<mark])
    var (promise, number) = try find(name, in: adjustables(), for: "--what-if")
    let value = String(text[text.index(after: mark)...])
    if value.contains("@") {
      // Whether the promise is pending is checked in the run where no change settles it.
      let earlier = Override(promise.key, .settle(.fulfilled, after: 1))
      changes.removeAll { $0.isAlike(earlier) }
      (promise, number) = try find(name, in: adjustables(), for: "--what-if")
    }
    let new = Override(promise.key, try change(of: promise, number, to: value))
    let isAgain = changes.contains { $0.isAlike(new) }
    changes.removeAll { $0.isAlike(new) }
    // Flipping an outcome twice restores it.
    if new.change != .flip || !isAgain { changes.append(new) }
  }

  /// Returns what can be changed in the run, with the changes made so far.
  func adjustables() -> Adjustables {
    learnValues()
    return Adjustables(explored.events(schedule, changedBy: changes, known: known))
  }

  /// Returns the promise of this name or number in the run, and which of its lengths is meant:
  /// `get:2` is the second one of `get`.
  func find(
    _ name: String, in run: Adjustables, for option: String
  ) throws -> (Adjustable, length: Int) {
    func promise(_ name: some StringProtocol) -> Adjustable? {
      run.all.first { "\($0.promise)" == name || $0.key.name == name || $0.name == name }
    }
    if let found = promise(name) { return (found, 0) }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 1, let number = parts.last.flatMap({ Int($0) }), number > 0,
      let found = promise(parts.dropLast().joined(separator: ":"))
    {
      return (found, number - 1)
    }
    let names = run.all.map(\.name)
    let advice = didYouMean(name, among: names)
    let candidates = run.all.filter(\.isTelling).map(\.name).joined(separator: ", ")
    throw ValidationError(
      "\(option): \(entry.name) has no promise '\(name)'.\(advice) "
        + "Candidates: \(candidates.isEmpty ? "none" : candidates).")
  }

  private func change(
    of promise: Adjustable, _ number: Int, to value: String
  ) throws -> Override.Change {
    let digits = value.hasSuffix("ms") ? String(value.dropLast(2)) : value
    if let milliseconds = Int64(digits) {
      guard (0...86_400_000).contains(milliseconds) else {
        throw ValidationError(
          "--what-if: \(value) is out of range: a length is from 0 to 86400000 ms.")
      }
      return try length(number, of: promise, for: "--what-if").change(to: milliseconds * 1_000_000)
    }
    if value == "fails" || value == "succeeds" {
      return try flip(promise, toSuccess: value == "succeeds")
    }
    let parts = value.split(separator: "@", omittingEmptySubsequences: false)
    let outcomes: [String: PromiseEvent.Outcome] = [
      "settled": .fulfilled, "fulfilled": .fulfilled, "rejected": .rejected,
      "cancelled": .cancelled,
    ]
    guard parts.count == 2, let outcome = outcomes[String(parts[0])], let event = Int(parts[1]),
      event > 0
    else {
      throw ValidationError(
        "--what-if: '\(value)' is not a change: use milliseconds, fails, succeeds, fulfilled@EVENT, "
          + "rejected@EVENT or cancelled@EVENT.")
    }
    guard promise.isOpen(at: event) else {
      let closed =
        promise.closed.map { " and settled, locked in or freed from event \($0) on" } ?? ""
      throw ValidationError(
        "--what-if: \(promise.name) is not pending at event \(event): it is created at event "
          + "\(promise.made)\(closed).")
    }
    return .settle(outcome, after: event)
  }

  private func flip(_ promise: Adjustable, toSuccess: Bool) throws -> Override.Change {
    guard let answer = promise.answer else {
      throw ValidationError(
        "--what-if: \(promise.name) is settled by another promise or a timer: change that instead.")
    }
    guard (answer == .fulfilled) != toSuccess else {
      throw ValidationError("--what-if: \(promise.name) is already \(answer.rawValue).")
    }
    return .flip
  }

  /// Returns one of the lengths of a promise.
  ///
  /// - Throws: A `ValidationError` that says how many there are.
  func length(_ number: Int, of promise: Adjustable, for option: String) throws -> Adjustable.Length
  {
    guard !promise.lengths.isEmpty else {
      throw ValidationError(
        "\(option): \(promise.name) has no timer, and no handler or body of its own, so it has no length."
      )
    }
    guard promise.lengths.indices.contains(number) else {
      throw ValidationError(
        "\(option): \(promise.name) has \(promise.lengths.count) "
          + "\(promise.lengths.count == 1 ? "length" : "lengths"), so there is no number \(number + 1)."
      )
    }
    return promise.lengths[number]
  }
}
