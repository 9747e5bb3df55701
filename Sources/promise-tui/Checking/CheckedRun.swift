import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// A run to check, and the results.
struct CheckedRun {
  /// Its name on the command line.
  let name: String
  /// The possible names of its section in a golden order, the most likely first.
  let sections: [String]
  let isVirtual: Bool
  let isDemo: Bool
  /// How the recording ended.
  let ending: TraceEnding
  /// Whether the trace is incomplete.
  var isCutShort: Bool { ending.isIncomplete }
  let order: HandlerOrder
  /// The time of its last event, in milliseconds.
  let length: Int64
  private let run: NamedRun
  /// Its events, in order.
  var events: [PromiseEvent] { run.events }
  var results: [CheckResult] = []

  /// What probably went wrong: the first of the ranked warnings, if it is more than advice. O(events)
  var culprit: Culprit? {
    var state = RunState()
    for event in events { state.apply(event) }
    return state.culprits(isOver: true).first.flatMap { $0.isMoreThanAdvice ? $0 : nil }
  }

  /// The number of checks that failed.
  var failures: Int { results.count { $0.failure != nil } }

  init(_ name: String, _ recorded: Recording, isDemo: Bool) {
    self.name = name
    self.isDemo = isDemo
    isVirtual = recorded.isVirtual
    ending = recorded.ending
    length = (recorded.events.last?.time ?? 0) / 1_000_000
    run = NamedRun(recorded.events)
    order = HandlerOrder(recorded.events, sites: true, in: run.graph)
    if isDemo {
      let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
      sections = parts.count > 1 ? [parts[1]] : ["standard"]
    } else {
      let file = Folder.name(of: name)
      let base = file.split(separator: ".").first.map(String.init) ?? file
      let title = recorded.entry.name
      sections =
        (title == base ? [base] : [base, title]) + (base == "standard" ? [] : ["standard"])
    }
  }

  /// Checks an expectation.
  mutating func check(_ expectation: RunExpectation) {
    let failure = expectation.failure(in: run)
    // Something that must never happen may have no name in this run; but the name may also be
    // misspelled.
    let unknown = failure == nil ? expectation.unknownName(in: run) : nil
    let about = unknown.map {
      " (" + RunExpectation.Failure(unknown: $0).sentence(in: run) + ")"
    }
    results.append(
      CheckResult(
        what: expectation.text, about: about ?? "", failure: failure?.sentence(in: run),
        event: failure?.event))
  }

  /// Compares the order with the expected one.
  ///
  /// - Parameters:
  ///   - golden: The expected order.
  ///   - file: The name of the file, with its section.
  ///   - times: Whether to compare the times of a simulated run.
  mutating func compare(_ golden: GoldenOrder, _ file: String, times: Bool) {
    let times = times && isVirtual
    let difference = OrderDifference(golden, order, times: times)
    let what = "order as in \(file)"
    guard !difference.isEmpty else {
      let lines = plural(order.steps.count, "line")
      let aside =
        (golden.hasTimes && !times ? ", times ignored" : "")
        + (difference.hasMoved ? ", line numbers moved" : "")
      results.append(CheckResult(what: what, about: " (\(lines)\(aside))"))
      return
    }
    let place = difference.firstEvent.map { "from event \($0) on" } ?? "at its end"
    results.append(
      CheckResult(
        what: what, failure: "differs \(place)",
        details: difference.text(times: golden.hasTimes && times), isOrder: true,
        event: difference.firstEvent))
  }
}

extension RunExpectation.Failure {
  /// Returns what happened instead in `run`; for an unknown name, also which one may be meant.
  func sentence(in run: NamedRun) -> String {
    guard let unknown else { return sentence }
    let labels = run.labels
    if let nearest = nearestName(to: unknown, among: labels) {
      return "\(sentence); did you mean '\(nearest)'?"
    }
    guard !labels.isEmpty else { return sentence }
    return "\(sentence); the names are: " + labels.prefix(6).joined(separator: ", ")
      + (labels.count > 6 ? ", …" : "")
  }
}

/// The result of one check.
struct CheckResult: Hashable {
  /// What was checked.
  var what: String
  /// A remark, if it holds.
  var about = ""
  /// What happened instead; `nil` if it holds.
  var failure: String?
  /// Lines that show the failure.
  var details = ""
  /// Whether this is the check of the golden order.
  var isOrder = false
  /// The number of the event that shows the failure, if there is one.
  var event: Int?
}

extension CheckedRun {
  /// Returns the results of the checks, and the warnings, for a report.
  ///
  /// - Parameters:
  ///   - golden: The path of the golden order; a difference without a place in the source is there.
  ///   - lints: Which warnings are reported.
  ///   - places: Finds the files.
  func reported(
    golden: String?, _ lints: LintSettings, _ places: inout ProgramPlaces
  ) -> ReportedRun {
    var run = ReportedRun(name: name, length: length)
    run.checks = results.map { result in
      ReportedRun.Check(
        what: result.what, failure: finding(of: result, golden: golden, &places))
    }
    run.addWarnings(of: events, lints, &places)
    return run
  }

  private func finding(
    of result: CheckResult, golden: String?, _ places: inout ProgramPlaces
  ) -> ReportedFinding? {
    guard let failure = result.failure else { return nil }
    let rule: FindingRule = result.isOrder ? .goldenOrder : .expectation
    let file = golden.map { ProgramPlace(file: $0, path: Folder.absolute($0), line: 1) }
    let known = places.place(events.site(ofEvent: result.event))
    // The same check of another run is not the same failure.
    var finding = ReportedFinding(
      rule: rule.id, level: rule.level, message: "\(result.what): \(failure)",
      details: result.details, place: known ?? (result.isOrder ? file : nil), event: result.event,
      identity: result.what)
    if result.isOrder, known != nil { finding.add("the expected order", at: file) }
    return finding
  }
}

extension ReportedRun {
  /// Creates a run that could not be checked, with the reason.
  init(unread name: String, _ reason: String) {
    self.init(name: name)
    problem = ReportedFinding(
      rule: FindingRule.unreadableRun.id, level: .error, message: "\(name): \(reason)",
      identity: name)
  }
}
