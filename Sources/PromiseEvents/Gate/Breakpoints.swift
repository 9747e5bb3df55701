/// The breakpoints of a gate or of a run that is played, and how often each has matched.
package struct Breakpoints: Sendable {
  private var list: [Breakpoint] = []
  private var hits: [Breakpoint: Int] = [:]
  package private(set) var matchJobs = false
  package private(set) var matchSettlements = false
  /// Whether a condition reads the value that a job's handler reads.
  package private(set) var needValues = false

  /// Creates an empty list.
  package init() {}

  /// Replaces the breakpoints. Those that stay keep their counts.
  package mutating func replace(with new: [Breakpoint]) {
    list = new
    hits = hits.filter { new.contains($0.key) }
    matchJobs = new.contains(where: \.matchesJobs)
    matchSettlements = new.contains(where: \.matchesSettlements)
    needValues = new.contains { $0.matchesJobs && $0.condition != nil }
  }

  /// Returns why the program stops before a job; `nil` if it does not.
  package mutating func reason(before subject: GateSubject) -> String? {
    first { breakpoint in
      guard breakpoint.condition?.holds(for: subject.value) ?? true else { return nil }
      switch breakpoint.place {
      case .label(let label): return subject.label == label ? "before '\(label)'" : nil
      case .tag(let tag):
        return subject.tag == tag ? "before \(subject.text), with tag '\(tag)'" : nil
      case .queue(let queue):
        return subject.queue == queue ? "before \(subject.text) on '\(queue)'" : nil
      case .line(let file, let line):
        guard let site = subject.site, site.line == line, site.file.isPath(endingIn: file) else {
          return nil
        }
        return "before \(subject.label.map { "'\($0)'" } ?? "the handler") of \(file):\(line)"
      case .state, .error, .warning: return nil
      }
    }
  }

  /// Returns why the program stops when a promise settles; `nil` if it does not.
  package mutating func reason(
    settling label: String?, _ outcome: PromiseEvent.Outcome, _ description: String
  ) -> String? {
    let name = label.map { "'\($0)'" } ?? "a promise"
    return first { breakpoint in
      guard breakpoint.condition?.holds(for: description) ?? true else { return nil }
      switch breakpoint.place {
      case .state(outcome, of: nil): return "\(name) is \(outcome.rawValue)"
      case .state(outcome, of: label): return "\(name) is \(outcome.rawValue)"
      case .error(let text):
        return outcome != .fulfilled && description.containsText(text)
          ? "\(name) is rejected with \(QuotedText.quoted(text))" : nil
      default: return nil
      }
    }
  }

  /// Returns the reason of the first breakpoint that stops. Each that matches is counted.
  private mutating func first(_ match: (Breakpoint) -> String?) -> String? {
    var result: String?
    for (index, breakpoint) in list.enumerated() where breakpoint.isOn {
      guard let reason = match(breakpoint) else { continue }
      let count = (hits[breakpoint] ?? 0) + 1
      hits[breakpoint] = count
      if count >= breakpoint.count, result == nil {
        result = "breakpoint \(index + 1): \(reason)"
      }
    }
    return result
  }
}
