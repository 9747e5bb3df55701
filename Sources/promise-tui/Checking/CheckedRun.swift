import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseScreens

/// A run that is checked, and what was found.
struct CheckedRun {
  /// As it was named.
  let name: String
  /// How its own section in a golden order may be called, the likeliest first.
  let sections: [String]
  let isVirtual: Bool
  let isDemo: Bool
  /// The trace breaks off.
  let isCutShort: Bool
  let order: HandlerOrder
  /// When its last event happened, in milliseconds.
  let length: Int64
  private let run: NamedRun
  var results: [CheckResult] = []

  /// How much of what was checked does not hold.
  var failures: Int { results.count { $0.failure != nil } }

  init(_ name: String, _ recorded: RecordedRun, isDemo: Bool) {
    self.name = name
    self.isDemo = isDemo
    isVirtual = recorded.isVirtual
    isCutShort = recorded.isCutShort
    order = HandlerOrder(recorded.events)
    length = (recorded.events.last?.time ?? 0) / 1_000_000
    run = NamedRun(recorded.events)
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
    // What never happens may well have no name in this run, and may as well be misspelt.
    let unknown = failure == nil ? expectation.unknownName(in: run) : nil
    let about = unknown.map {
      " (" + RunExpectation.Failure(unknown: $0).sentence(in: run) + ")"
    }
    results.append(
      CheckResult(
        what: expectation.text, about: about ?? "", failure: failure?.sentence(in: run)))
  }

  /// Compares the order with the one that is expected.
  ///
  /// - Parameters:
  ///   - file: What the file is called, with its section.
  ///   - times: Whether the times of a simulated run are compared.
  mutating func compare(_ golden: GoldenOrder, _ file: String, times: Bool) {
    let times = times && isVirtual
    let difference = OrderDifference(golden, order, times: times)
    let what = "order as in \(file)"
    guard !difference.isEmpty else {
      let lines = plural(order.steps.count, "line")
      let aside = golden.hasTimes && !times ? ", times left aside" : ""
      results.append(CheckResult(what: what, about: " (\(lines)\(aside))"))
      return
    }
    let place = difference.firstEvent.map { "from event \($0) on" } ?? "at its end"
    results.append(
      CheckResult(
        what: what, failure: "otherwise \(place)",
        details: difference.text(times: golden.hasTimes && times), isOrder: true))
  }
}

extension RunExpectation.Failure {
  /// What is so instead in that run; of a name that nothing has, also which one may be meant.
  func sentence(in run: NamedRun) -> String {
    guard let unknown else { return sentence }
    let labels = run.labels
    if let nearest = nearestName(to: unknown, among: labels) {
      return "\(sentence); did you mean '\(nearest)'?"
    }
    guard !labels.isEmpty else { return sentence }
    return "\(sentence); there is: " + labels.prefix(6).joined(separator: ", ")
      + (labels.count > 6 ? ", …" : "")
  }
}

/// One thing that was checked in a run.
struct CheckResult: Hashable {
  /// What was checked, in words.
  var what: String
  /// More about it where it holds.
  var about = ""
  /// What is so instead; nothing where it holds.
  var failure: String?
  /// Lines that show it.
  var details = ""
  /// It is about the golden order.
  var isOrder = false
}
