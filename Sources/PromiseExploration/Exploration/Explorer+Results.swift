import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization

extension Explorer {
  /// Adds the parts to the result that have ended, as long as those before them have.
  func addFinishedParts() {
    let isOver = state.withLock { state in
      while state.coverage == .running {
        if let coverage = addNext(to: &state) {
          // A single thread would not have come to the parts that follow.
          for part in state.parts { part.runner?.stop() }
          state.parts = []
          state.coverage = coverage
        } else if state.parts.first?.result == nil {
          return false
        }
      }
      return true
    }
    if isOver { end() }
  }

  /// Adds the first part to the result, if it has ended. Returns the coverage if it was the last one
  /// to add.
  private func addNext(to state: inout State) -> Coverage? {
    guard let part = state.parts.first else { return coverageAtEnd(of: state) }
    if let reached = limits.reached(by: state.result) { return reached }
    guard let tally = part.result else { return nil }
    let left = limits.after(state.result)
    if part.limits != left, left.reached(by: tally) != nil {
      // The limit is reached within this part, which runs again up to there.
      for other in state.parts { other.runner?.stop() }
      var again = Part(section: part.section, search: part.search, isFirst: part.isFirst)
      again.number = state.count
      state.count += 1
      state.hasDropped = state.hasDropped || state.parts.count > 1
      state.parts = [again]
      news.signal()
      return nil
    }
    state.result.append(tally)
    state.addToSection(part.section, tally)
    state.parts.removeFirst()
    return tally.coverage ?? (state.parts.isEmpty ? coverageAtEnd(of: state) : nil)
  }

  private func coverageAtEnd(of state: State) -> Coverage {
    if state.hasDropped, let reached = limits.reached(by: state.result) { return reached }
    if let ending = state.ending { return ending }
    if case .random = setup.search { return .scheduleLimit }
    if setup.outside.isAny { return .outsideCalls }
    return state.result.hasEndlessRuns ? .stepLimit : .exhaustive
  }

  /// The results so far. While the exploration is running, the number of orders is a lower bound.
  var exploration: Exploration {
    let (tally, most, coverage) = state.withLock { state -> (Tally, Int, Coverage) in
      var (tally, most) = (state.result, 0)
      let isFinal = state.coverage != .running
      for part in state.parts {
        if let known = isFinal ? part.tally ?? part.runner?.tally : part.tally {
          tally.append(known)
        } else if let (summary, orders) = part.runner?.summary {
          tally.append(summary)
          most = max(most, orders)
        }
      }
      return (tally, max(most, tally.orders.count), state.coverage)
    }
    var exploration = Exploration(tally, coverage, setup)
    exploration.orders = most
    exploration.duration = .now - start
    exploration.findings = exploration.findings.enumerated().compactMap { place, finding in
      order(of: tally.findings[place]).map { order in
        var finding = finding
        finding.order = order
        return finding
      }
    }
    exploration.coverage = self.coverage
    return exploration
  }

  /// Returns the handlers in the first schedule of an outcome. Returns `nil`, and stops the
  /// exploration, if the schedule leads to another outcome now.
  private func order(of finding: Tally.Finding) -> [String]? {
    if let order = finding.order { return order }
    if let known = state.withLock({ $0.orders[finding.schedule] }) { return known }
    let run = setup.scenario.run(
      finding.schedule, steps: setup.budget.steps, watching: setup.invariants)
    let isSame = run.outcome == finding.outcome
    let order = isSame ? handlerOrder(of: run.events) : nil
    state.withLock { $0.orders[finding.schedule] = .some(order) }
    guard !isSame, !Exploration.isUnreliable(coverage) else { return order }
    let difference = setup.difference(finding.outcome, run.outcome, by: finding.schedule)
    state.withLock { $0.coverage = difference }
    end()
    return nil
  }

  private var coverage: Coverage { state.withLock { $0.coverage } }

  /// The results of each section, in order, without those of which no schedule was run.
  var sections: [Section] {
    state.withLock { state in
      var copy = state
      for part in state.parts {
        if let tally = part.tally ?? part.runner?.tally { copy.addToSection(part.section, tally) }
      }
      return copy.sections ?? []
    }
  }
}

extension Explorer.State {
  mutating func addToSection(_ number: Int, _ tally: Tally) {
    guard let last = sections?.indices.last, sections?[last].number == number else {
      sections?.append(Explorer.Section(number: number, tally: tally))
      return
    }
    sections?[last].tally.append(tally)
  }
}

extension Exploration {
  /// Creates the results of an exploration from a tally; the handlers of the outcomes are those that
  /// the tally knows.
  init(_ tally: Tally, _ coverage: Coverage, _ setup: ExplorationSetup) {
    self.init(search: setup.search, accessing: setup.scenario.accessing)
    let unmet =
      coverage == .running ? [] : setup.invariants.filter { tally.unmet.contains($0) }
    findings = tally.findings.map {
      Finding(
        outcome: $0.outcome, count: $0.count, first: $0.first, schedule: $0.schedule,
        token: ScheduleToken($0.schedule, of: setup.scenario), order: $0.order ?? [],
        broken: $0.broken + unmet)
    }
    (schedules, pruned, steps) = (tally.schedules, tally.pruned, tally.steps)
    (deadlocks, neverSettled) = (tally.deadlocks, tally.neverSettled)
    (orders, stepLimit) = (tally.orders.count, setup.budget.steps)
    self.coverage = coverage
  }

  /// Returns whether two runs of a schedule are already known to differ.
  fileprivate static func isUnreliable(_ coverage: Coverage) -> Bool {
    switch coverage {
    case .notRepeatable, .outsideCalls: true
    case .running, .exhaustive, .scheduleLimit, .timeLimit, .stopped, .stepLimit, .parkedThreads:
      false
    }
  }
}
