import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// Two real runs side by side, from some lines before the place where they diverge, or where they have the order
/// that distinguishes the failing runs.
extension Comparison {
  /// The number of lines shown before the runs diverge, before an order that distinguishes them, and after that.
  private static let (before, beforeOrder, after) = (40, 8, 60)
  /// The number of other groups to compare with.
  private static let candidates = 8

  /// Pairs a failing run with the passing run that differs least; without a failing and a passing run, the second
  /// group with the most similar other group.
  init?(toShow repetition: Repetition) {
    let place = repetition.failureToShow ?? (repetition.groups.count > 1 ? 1 : nil)
    guard let place else { return nil }
    self.init(repetition, group: place)
  }

  /// Pairs a run of the group at `place` with a run of another group, one with another result if there is any:
  /// the closest pair if it is in this group, or else the first run of each group, with the one that does the
  /// same for longest. `nil` if there is none, or it has no trace.
  init?(_ repetition: Repetition, group place: Int, language: Language = .english) {
    guard repetition.groups.indices.contains(place) else { return nil }
    if let closest = repetition.closest, closest.failing.group == place {
      let alignment = RunAlignment(
        before: ComparedRun(of: closest.passing), after: ComparedRun(of: closest.failing))
      self.init(
        closest.passing, closest.failing, alignment, repetition, language,
        orders: repetition.evidence?.decisiveOrders ?? [])
      return
    }
    guard let this = repetition.first(ofGroup: place) else { return nil }
    let ours = ComparedRun(of: this)
    var closest: (run: ClosestRuns.Run, alignment: RunAlignment, shared: Int)?
    for other in repetition.counterparts(of: place).prefix(Self.candidates) {
      guard let other = repetition.first(ofGroup: other) else { continue }
      let alignment = RunAlignment(before: ComparedRun(of: other), after: ours)
      let shared = alignment.firstDivergence?.shared ?? .max
      if shared > closest?.shared ?? -1 { closest = (other, alignment, shared) }
    }
    guard let (other, alignment, _) = closest else { return nil }
    self.init(other, this, alignment, repetition, language)
  }

  private init(
    _ one: ClosestRuns.Run, _ another: ClosestRuns.Run, _ alignment: RunAlignment,
    _ repetition: Repetition, _ language: Language, orders: [RunEvidence.Order] = []
  ) {
    /// Shows a run from a step on, with the step where it diverges from the other one, if there is one.
    func side(
      _ run: ClosestRuns.Run, _ compared: ComparedRun, from start: Int, parting: Int?
    ) -> Side {
      let step = parting.map { compared.steps[$0] } ?? compared.steps.last
      return Side(
        lines: compared.lines(from: start, parting: parting, after: Self.after),
        outcome: repetition.groups[run.group].first.words(in: language), run: run,
        event: step?.moment.sequence ?? 0)
    }
    if let place = orders.lazy.compactMap({ OrderPlace($0, alignment) }).first {
      self.init(
        other: side(
          one, alignment.before, from: place.passing - Self.beforeOrder, parting: place.passing),
        this: side(
          another, alignment.after, from: place.failing - Self.beforeOrder, parting: place.failing),
        cause: place.words(one.number, another.number, language), order: place.promises)
      return
    }
    let divergence = alignment.firstDivergence
    let skipped = (divergence?.shared ?? 0) - Self.before
    self.init(
      other: side(one, alignment.before, from: skipped, parting: divergence?.before?.step),
      this: side(another, alignment.after, from: skipped, parting: divergence?.after?.step),
      cause: divergence.map { Self.words($0, one.number, another.number, language) }
        ?? language.text(
          "handlers and notes are in the same order in run \(one.number) and run \(another.number)")
    )
  }

  private static func words(
    _ divergence: Divergence, _ other: Int, _ this: Int, _ language: Language
  ) -> String {
    let theirs = divergence.before?.text(in: language)
    guard let ours = divergence.after?.text(in: language) else {
      let rest = theirs ?? language.text("its end")
      return language.text("run \(this) ends where run \(other) continues with \(rest)")
    }
    guard let theirs else {
      return language.text("run \(this) continues with \(ours) where run \(other) has its end")
    }
    return language.text("run \(this) continues with \(ours) where run \(other) has \(theirs)")
  }
}

/// Where a failing and a passing run have the opposite order of two handlers that distinguishes the failing runs.
private struct OrderPlace {
  /// The steps at which the first handler starts in the failing run, and the other one in the passing run.
  let failing: Int
  let passing: Int
  private let order: RunEvidence.Order
  /// Whether the other handler starts in the failing run.
  private let hasSecond: Bool
  /// The promises of the two handlers in the failing run, as `p8,p9`; `nil` if that run does not have one of them.
  let promises: String?

  /// Finds the handlers by their names; `nil` if one of them is not found.
  init?(_ order: RunEvidence.Order, _ alignment: RunAlignment) {
    func step(_ name: HandlerNumbers.Name, in run: ComparedRun) -> Int? {
      run.steps.firstIndex { step in
        step.note == nil && step.promise.map { run.name(of: $0) } == name.text
      }
    }
    guard let failing = step(order.first, in: alignment.after),
      let passing = step(order.second, in: alignment.before)
    else { return nil }
    (self.failing, self.passing, self.order) = (failing, passing, order)
    let run = alignment.after
    hasSecond = step(order.second, in: run) != nil
    let first = run.steps[failing].promise.map { run.promises[$0].id }
    let second = run.promises.indices.first { run.name(of: $0) == order.second.text }
      .map { run.promises[$0].id }
    if let first, let second { promises = "\(first),\(second)" } else { promises = nil }
  }

  /// Returns what each run did, in a language.
  func words(_ other: Int, _ this: Int, _ language: Language) -> String {
    let (first, second) = (order.first.text, order.second.text)
    if order.isBeforeEnd {
      return language.text(
        "run \(this) starts \(first) before \(second) has ended; run \(other) only after that")
    }
    return hasSecond
      ? language.text("run \(this) starts \(first) before \(second); run \(other) after it")
      : language.text(
        "run \(this) starts \(first), and \(second) never; run \(other) starts \(second) first")
  }
}

extension ComparedRun {
  /// Reads the trace of a run.
  fileprivate init(of run: ClosestRuns.Run) { self.init(Recording.events(of: run.trace)) }
}

extension Repetition {
  /// Returns the first run of a group; `nil` if it has no trace.
  fileprivate func first(ofGroup place: Int) -> ClosestRuns.Run? {
    groups[place].trace.map {
      ClosestRuns.Run(number: groups[place].first.number, group: place, trace: $0)
    }
  }
}
