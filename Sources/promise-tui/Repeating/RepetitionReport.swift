import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// The runs of a program as text and as JSON.
struct RepetitionReport: OutcomeReport {
  let plan: RepeatPlan
  let repetition: Repetition
  /// The most similar failing and passing runs; without a failure, runs of the first two groups.
  let pair: Comparison?
  let folder: String
  var width = LinearReport.width

  /// Creates a report on the runs so far, or on all of them.
  init(_ repetition: Repetition, of repeater: Repeater, width: Int) {
    plan = repeater.plan
    self.repetition = repetition
    pair = Comparison(toShow: repetition)
    folder = repeater.kept.path
    self.width = width
  }

  var subject: String { repetition.program }
  var summary: [String] { [repetition.summary] + repetition.remarks }
  var resultWidth: Int { max(12, min(44, width - 56)) }
  var problem: String? { nil }
  var fails: Bool { repetition.failures > 0 }

  var found: OutcomeSummary? { .runs(repetition) }

  var sections: [[String]] {
    let title = "OUTCOMES, by \(repetition.grouping.words)"
    return [
      heading, evidence, signs, table(title, hasSeeds: plan.seed != nil, most: 20), failures,
      divergence, keptRuns, next,
    ]
  }
}

extension RepetitionReport {
  private var failures: [String] {
    let failing = repetition.groups.enumerated().filter { $0.element.first.fails }
    guard !failing.isEmpty else { return [] }
    return ["FAIL"]
      + failing.prefix(20).flatMap { place, group -> [String] in
        let lastOutput = group.first.crashSummary.map { ", last output: \($0)" } ?? ""
        let reasons = group.first.reasonsToFail.joined(separator: "; ")
        let why = reasons.isEmpty ? "\(group.first.ending)" : reasons
        return folded(
          "outcome \(place + 1), run \(group.first.number): \(why)\(lastOutput)", indent: 2)
      }
  }

  /// What distinguishes the failing runs from those that pass.
  private var evidence: [String] {
    guard let evidence = repetition.evidence else { return [] }
    return [evidence.title().uppercased()]
      + evidence.sentences.flatMap { folded($0, indent: 2) }
      + evidence.remarks().flatMap { folded("(\($0))", indent: 2) }
  }

  /// What is said of failing runs rather than of those that pass.
  private var signs: [String] {
    let problem = repetition.signs.unknownSymptom.map { ["(--wrong: \($0))"] } ?? []
    let sentences = repetition.signs.sentences() + problem
    return sentences.isEmpty
      ? [] : ["WARNINGS IN FAILURES"] + sentences.flatMap { folded($0, indent: 2) }
  }

  private var divergence: [String] {
    guard let pair else { return [] }
    let title = { (side: Comparison.Side) -> String in
      guard let run = side.run else { return "" }
      let fails = repetition.groups[run.group].first.fails
      return "\(fails ? "FAIL" : "passes"): outcome \(run.group + 1), run \(run.number)"
    }
    let heading =
      repetition.closest.map { closest in
        let count = closest.differences
        return "CLOSEST RUNS, "
          + (count == 0 ? "in the same order" : "differing in \(plural(count, "handler"))")
      } ?? "FIRST DIFFERENCE"
    let lines = SideBySide(
      left: title(pair.other), Array(pair.other.lines.prefix(around: pair.other.event)),
      right: title(pair.this), Array(pair.this.lines.prefix(around: pair.this.event)), width: width
    ).lines
    return [heading] + lines + folded(pair.cause)
  }

  private var keptRuns: [String] {
    if repetition.groups.contains(where: { $0.trace != nil }) {
      return ["KEPT in \(folder): one trace of each outcome"]
    }
    guard repetition.groups.contains(where: { $0.printed != nil }) else { return [] }
    return ["KEPT in \(folder): the output of the first run of each outcome"]
  }

  private var next: [String] {
    let first = repetition.firstFailure.flatMap { repetition.groups[$0].trace }
    guard let trace = pair?.this.run?.trace ?? first else { return [] }
    var lines = ["NEXT", "  promise-tui open \(shellQuoted(trace))"]
    if let wrong = plan.wrong { lines.append("\(lines[1]) --wrong \(shellQuoted(wrong))") }
    if let other = pair?.other.run {
      lines.append("  promise-tui diff \(shellQuoted(other.trace)) \(shellQuoted(trace))")
    }
    if let why = pair?.order {
      lines.append("  promise-tui open \(shellQuoted(trace)) --why \(why)")
    }
    let number =
      pair?.this.run?.number
      ?? repetition.firstFailure.map { repetition.groups[$0].first.number }
    if let number, let again = plan.replay(number) { lines.append("  \(again)") }
    return lines
  }
}

extension Array<RunLine> {
  /// Returns the lines up to a few after that of `event`.
  fileprivate func prefix(around event: Int) -> ArraySlice<Element> {
    let place = firstIndex { $0.event >= event } ?? count
    return prefix(place + 12)
  }
}

// MARK: - JSON

extension RepetitionReport {
  var keys: [(String, JSON)] {
    [
      ("promise-repetition", .number(1)),
      ("program", .texts(plan.arguments)),
      ("by", .text(repetition.grouping.rawValue)),
      ("planned", repetition.planned < .max ? .number(repetition.planned) : .null),
      ("runs", .number(repetition.runs)),
      ("failures", .number(repetition.failures)),
      ("ended", .text(repetition.progress.rawValue)),
      ("seconds", .fraction(repetition.duration / .seconds(1))),
      ("unrecorded", .number(repetition.unrecorded)),
      ("lost", .number(repetition.lost)),
      ("others", .number(repetition.others)),
      ("failingOthers", .number(repetition.failingOthers)),
      ("expectations", .texts(plan.expectations.map(\.text))),
      ("failOnOutput", .texts(plan.failingOutput)),
      ("passOnOutput", .texts(plan.passingOutput)),
      ("check", .maybe(plan.check)),
      ("anyExit", .flag(plan.allowsAnyExit)),
      ("outputs", .number(repetition.outputCount)),
      ("remarks", .texts(repetition.remarks)),
      ("kept", .text(folder)),
      ("outcomes", outcomeList),
      ("evidence", repetition.evidence.map(evidence) ?? .null),
      ("signs", .list(repetition.signs.best.map(sign))),
      ("difference", pair.map(difference) ?? .null),
    ]
  }

  func keys(ofOutcome place: Int) -> [(String, JSON)] {
    let group = repetition.groups[place]
    let run = group.first
    return [
      // As a string: a JSON number may not hold all of its digits.
      ("seed", .maybe(run.seed.map { "\($0)" })),
      ("fails", .flag(run.fails)),
      ("ending", .text("\(run.ending)")),
      ("notes", .texts(run.digest?.notes ?? [])),
      ("unhandled", .texts(run.digest?.unhandled ?? [])),
      ("order", .texts(run.digest?.names ?? [])),
      ("breaks", .texts(run.broken)),
      ("reasons", .texts(run.reasons)),
      ("faults", .texts(run.faults.map(\.words))),
      ("checkSaid", .maybe(run.checkSummary)),
      ("said", .maybe(run.crashSummary)),
      ("events", .number(run.digest?.events ?? 0)),
      ("trace", .maybe(group.trace)),
      ("printed", .maybe(group.printed)),
      ("replay", .maybe(run.seed.map { _ in plan.replay(run) })),
    ]
  }

  private func evidence(_ evidence: RunEvidence) -> JSON {
    .object([
      ("failures", .number(evidence.failures)), ("passes", .number(evidence.passes)),
      ("decisive", .flag(evidence.isDecisive)),
      ("sentences", .texts(evidence.sentences)), ("remarks", .texts(evidence.remarks())),
      (
        "orders",
        .list(
          evidence.orders.map { order in
            .object([
              ("first", .text(order.first.text)), ("second", .text(order.second.text)),
              ("beforeEnd", .flag(order.isBeforeEnd)), ("failures", .number(order.failures)),
              ("passes", .number(order.passes)), ("withoutSecond", .number(order.withoutSecond)),
              (
                "others",
                .list(
                  order.others.map {
                    .object([("first", .text($0.first.text)), ("second", .text($0.second.text))])
                  })
              ),
              ("moreOthers", .number(order.moreOthers)),
            ])
          })
      ),
      (
        "handlers",
        .list(
          evidence.presences.map { presence in
            .object([
              ("name", .text(presence.name.text)), ("timer", .flag(presence.name.isTimer)),
              ("failures", .number(presence.failures)), ("passes", .number(presence.passes)),
            ])
          })
      ),
    ])
  }

  private func sign(_ sign: RunSigns.Sign) -> JSON {
    let warning = sign.culprit.warning
    return .object([
      ("lint", .text(warning.lint)), ("severity", .text(warning.severity.name(in: .english))),
      ("sentence", .text(sign.culprit.sentence(in: .english))),
      ("place", .maybe(warning.site.map { "\($0)" })), ("failures", .number(sign.failures)),
      ("passes", .number(sign.passes)),
    ])
  }

  private func difference(_ pair: Comparison) -> JSON {
    .object([
      ("differences", repetition.closest.map { .number($0.differences) } ?? .null),
      ("sentence", .text(pair.cause)), ("other", side(pair.other)), ("this", side(pair.this)),
    ])
  }

  private func side(_ side: Comparison.Side) -> JSON {
    guard let run = side.run else { return .null }
    return .object([
      ("outcome", .number(run.group + 1)), ("run", .number(run.number)),
      ("trace", .text(run.trace)), ("event", .number(side.event)),
      ("lines", list(side.lines, "parts", .parting)),
    ])
  }
}
