import ArgumentParser
import Demos
import PromiseExploration
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

extension RunnableDemo {
  /// What is otherwise in a run of it by hand, for that run; none where nothing is.
  var overrides: Overrides? {
    changes.isEmpty ? nil : Overrides(changes, known: known)
  }

  /// Runs it, and each of its alternatives, to learn what promises are fulfilled with: where something is
  /// to succeed by hand. Nothing to do elsewhere.
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

  /// What is otherwise in `events` than in the run as it is written.
  func differences(in events: [PromiseEvent]) -> [String] {
    guard !changes.isEmpty else { return [] }
    let original = explored.events(schedule, changedBy: [])
    return RunChange(from: TimedFacts(original), to: TimedFacts(events)).sentences
  }

  /// At which lengths of a timer or job something else comes out, as far as that is found within `limit`.
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
  /// Changes it as `text` says: `cache.read=125`, `GET /ads=succeeds`, `door=rejected@12`. What was said
  /// of the same before no longer holds.
  ///
  /// - Throws: a sentence that names what there is.
  mutating func suppose(_ text: String) throws {
    guard let mark = text.lastIndex(of: "="), mark != text.startIndex else {
      throw ValidationError(
        "--what-if: '\(text)' is not of the form promise=value, such as 'fetch=90' or 'fetch=fails'."
      )
    }
    let name = String(text[..<mark])
    var (promise, number) = try find(name, in: adjustables(), for: "--what-if")
    let value = String(text[text.index(after: mark)...])
    if value.contains("@") {
      // When it is pending is asked of the run in which it is not settled by hand.
      let earlier = Override(promise.key, .settle(.fulfilled, after: 1))
      changes.removeAll { $0.isAlike(earlier) }
      (promise, number) = try find(name, in: adjustables(), for: "--what-if")
    }
    let new = Override(promise.key, try change(of: promise, number, to: value))
    let isAgain = changes.contains { $0.isAlike(new) }
    changes.removeAll { $0.isAlike(new) }
    // What is flipped twice is as it was written.
    if new.change != .flip || !isAgain { changes.append(new) }
  }

  /// What can be changed in its run, as it is changed already.
  func adjustables() -> Adjustables {
    learnValues()
    return Adjustables(explored.events(schedule, changedBy: changes, known: known))
  }

  /// The promise of that name or number in the run, and which of its lengths is meant: `get:2` is the
  /// second one of `get`.
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
    let telling = run.all.filter(\.isTelling).map(\.name).joined(separator: ", ")
    throw ValidationError(
      "\(option): \(entry.name) has no promise '\(name)'.\(advice) "
        + "What takes time or answers by itself: \(telling.isEmpty ? "nothing" : telling).")
  }

  private func change(
    of promise: Adjustable, _ number: Int, to value: String
  ) throws -> Override.Change {
    let digits = value.hasSuffix("ms") ? String(value.dropLast(2)) : value
    if let milliseconds = Int64(digits) {
      guard (0...86_400_000).contains(milliseconds) else {
        throw ValidationError("--what-if: \(value) is no length: it is from 0 to 86400000 ms.")
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
        "--what-if: '\(value)' is none of: milliseconds, fails, succeeds, fulfilled@EVENT, "
          + "rejected@EVENT, cancelled@EVENT.")
    }
    guard promise.isOpen(at: event) else {
      let closed = promise.closed.map { ", and settled, locked in or gone from \($0) on" } ?? ""
      throw ValidationError(
        "--what-if: \(promise.name) is not pending at event \(event): it is made at "
          + "\(promise.made)\(closed).")
    }
    return .settle(outcome, after: event)
  }

  private func flip(_ promise: Adjustable, toSuccess: Bool) throws -> Override.Change {
    guard let answer = promise.answer else {
      throw ValidationError(
        "--what-if: \(promise.name) is settled by another promise or by a timer: change that.")
    }
    guard (answer == .fulfilled) != toSuccess else {
      throw ValidationError("--what-if: \(promise.name) is \(answer.rawValue) already.")
    }
    return .flip
  }

  /// One of the lengths of a promise: the first, if there is only one.
  ///
  /// - Throws: a sentence that says which there are.
  func length(_ number: Int, of promise: Adjustable, for option: String) throws -> Adjustable.Length
  {
    guard !promise.lengths.isEmpty else {
      throw ValidationError(
        "\(option): \(promise.name) has no timer, and no handler or body of its own.")
    }
    guard promise.lengths.indices.contains(number) else {
      throw ValidationError(
        "\(option): \(promise.name) has \(promise.lengths.count) "
          + "\(promise.lengths.count == 1 ? "length" : "lengths"), and no number \(number + 1).")
    }
    return promise.lengths[number]
  }
}
