import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// What makes a program fail or pass: the smallest change of the order of its jobs and timers, as text and as
/// JSON.
struct OrderReport: OutcomeReport {
  let plan: RepeatPlan
  let state: OrderTrials.State
  let folder: String
  var width = LinearReport.width

  init(_ trials: OrderTrials, width: Int) {
    (plan, state, folder) = (trials.plan, trials.now, trials.kept.path)
    self.width = width
  }

  var subject: String { plan.program }
  var found: OutcomeSummary? { nil }
  var resultWidth: Int { width }
  var problem: String? { nil }
  var fails: Bool {
    state.freeFailures > 0 || state.start?.fails == true
      || state.search?.finding.map { $0.changed.wanted > 0 } ?? false
  }

  var summary: [String] {
    let judges = plan.judges.map(\.words).joined(separator: ", ")
    return [counts, "judged by \(judges)"] + remarks
  }

  /// How many runs there were.
  private var counts: String {
    var parts = [
      plural(state.freeRuns, "run")
        + (plan.schedule == nil && state.start?.fails == true && state.freeFailures == 1
          ? " until one failed" : "")
    ]
    if let search = state.search {
      parts.append(
        "then \(plural(search.runs, "run")) with \(plural(search.tried.count + 1, "order"))")
    }
    return parts.joined(separator: ", ") + " in \(elapsed(state.duration))"
  }

  var remarks: [String] {
    guard let search = state.search else {
      let isStopped = state.isStopping ? "stopped by the user: " : ""
      return [
        "\(isStopped)no run failed, so there is no order to change: "
          + "try more runs (-n), longer delays (--seed 1:max=20ms), or judge by more (--expect, --check)"
      ]
    }
    var remarks: [String] = []
    if let miss = state.startMisses.first {
      remarks.append(
        "the order of \(plan.schedule ?? "") was not kept (\(miss)): the search begins with what happened"
      )
    }
    if search.ending == nil {
      remarks.append(
        (state.isStopping
          ? "stopped by the user" : "stopped after \(plural(search.runs, "run")) (-n)")
          + (search.finding == nil
            ? ": nothing found" : ": the change may be smaller, and was repeated less often"))
    }
    remarks += search.remarks
    if let miss = state.miss, search.finding == nil || !search.unkept.isEmpty {
      remarks.append("where an order was not kept, for example: \(miss)")
    }
    return remarks
  }

  var sections: [[String]] { [heading, start, change, keptFiles, next] }

  private var start: [String] {
    guard let run = state.start, let search = state.search else { return [] }
    let seed = run.seed.map { ", seed \($0)" } ?? ""
    let words =
      run.reasonsToFail.isEmpty ? "\(run.ending)" : run.reasonsToFail.joined(separator: "; ")
    let lastOutput = run.crashSummary.map { ", last output: \($0)" } ?? ""
    return ["ORDER OF RUN \(run.number)\(seed), with \(plural(search.base.count, "start"))"]
      + folded("\(search.baseFails ? "FAIL" : "passes"): \(words)\(lastOutput)")
      + folded(
        "the same result in \(search.repeated.wanted) of \(plural(search.repeated.kept, "run")) with the same order"
      )
  }

  private var change: [String] {
    guard let sentence = state.search?.sentence else { return [] }
    return ["SMALLEST CHANGE"] + folded(sentence)
  }

  private var keptFiles: [String] {
    let names = OrderResult.allCases.compactMap { state.files[$0]?.schedule }
    guard !names.isEmpty else { return [] }
    return ["KEPT in \(folder): the orders, and a trace of a run with each"]
      + names.map { "  \($0)" }
  }

  private var next: [String] {
    let files = OrderResult.allCases.compactMap { state.files[$0]?.schedule }
    guard let first = files.first else { return [] }
    var lines = ["NEXT"]
    lines += files.map { "  PROMISE_SCHEDULE=\(shellQuoted($0)) \(plan.program)" }
    lines.append("  promise-tui run --schedule \(shellQuoted(first)) -- \(plan.program)")
    let traces = [OrderResult.passing, .failing].compactMap { state.files[$0]?.trace }
    if traces.count == 2 {
      lines.append("  promise-tui diff \(traces.map(shellQuoted).joined(separator: " "))")
    } else if let trace = traces.first {
      lines.append("  promise-tui open \(shellQuoted(trace))")
    }
    return lines
  }
}

// MARK: - JSON

extension OrderReport {
  var keys: [(String, JSON)] {
    let search = state.search
    return [
      ("promise-orders", .number(1)),
      ("program", .texts(plan.arguments)),
      ("schedule", .maybe(plan.schedule)),
      ("runs", .number(state.freeRuns)),
      ("failures", .number(state.freeFailures)),
      ("seconds", .fraction(state.duration / .seconds(1))),
      ("stopped", .flag(state.isStopping)),
      ("start", state.start.map(start) ?? .null),
      ("orders", .number(search?.tried.count ?? 0)),
      ("ordersNotKept", .number(search?.unkept.count ?? 0)),
      ("orderRuns", .number(search?.runs ?? 0)),
      ("same", search.map { tally($0.repeated, .init(fails: $0.baseFails)) } ?? .null),
      ("ending", .maybe(search?.ending?.rawValue)),
      ("sentence", .maybe(search?.sentence)),
      ("parts", .list(search.map(parts) ?? [])),
      ("failing", side(.failing)),
      ("passing", side(.passing)),
      ("remarks", .texts(remarks)),
      ("kept", .text(folder)),
    ]
  }

  func keys(ofOutcome place: Int) -> [(String, JSON)] { [] }

  private func start(_ run: RepeatedRun) -> JSON {
    .object([
      ("run", .number(run.number)), ("seed", .maybe(run.seed.map { "\($0)" })),
      ("fails", .flag(run.fails)), ("ending", .text("\(run.ending)")),
      ("reasons", .texts(run.reasonsToFail)), ("said", .maybe(run.crashSummary)),
    ])
  }

  /// The parts of the change: what starts before what in the order that was not changed.
  private func parts(_ search: ScheduleSearch) -> [JSON] {
    (search.finding?.change.parts ?? []).map { part in
      switch part {
      case .before(let first, let second):
        .object([("first", .text(search.name(second))), ("second", .text(search.name(first)))])
      case .apart(let start): .object([("overlaps", .text(search.name(start)))])
      }
    }
  }

  private func side(_ result: OrderResult) -> JSON {
    guard let search = state.search, let finding = search.finding else { return .null }
    let isStart = result == OrderResult(fails: search.baseFails)
    return tally(isStart ? finding.unchanged : finding.changed, result)
  }

  private func tally(_ tally: ScheduleSearch.Tally, _ result: OrderResult) -> JSON {
    .object([
      ("runs", .number(tally.kept)), ("asExpected", .number(tally.wanted)),
      ("notKept", .number(tally.lost)), ("schedule", .maybe(state.files[result]?.schedule)),
      ("trace", .maybe(state.files[result]?.trace)),
    ])
  }
}
