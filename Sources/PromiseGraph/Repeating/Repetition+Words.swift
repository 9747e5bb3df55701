extension Repetition {
  /// `500 runs in 41.2 s, 12 failed, 3 outcomes`
  package var summary: String {
    let outcomes = groups.count + (others > 0 ? 1 : 0)
    let failed = failures == 0 ? "none failed" : "\(grouped(failures)) failed"
    let many = others > 0 ? "more than " : ""
    return "\(Self.count(runs, "run")) in \(Self.time(duration)), \(runs == 0 ? "" : failed + ", ")"
      + "\(many)\(Self.count(others > 0 ? groups.count : outcomes, "outcome"))"
  }

  /// What else has to be known of the figures: sentences.
  package var remarks: [String] {
    var remarks: [String] = []
    switch progress {
    case .running, .complete: break
    case .failed: remarks.append("stopped at the first run that failed, as it was told to")
    case .stopped:
      if let problem {
        remarks.append(problem)
        break
      }
      remarks.append(
        "stopped by hand" + (planned < .max ? ", before \(Self.count(planned, "run"))" : ""))
    }
    if unrecorded > 0 {
      remarks.append(
        unrecorded == runs
          ? "no run recorded anything: a program records where it links PromiseKitLite and makes a promise"
          : "\(Self.count(unrecorded, "run")) recorded nothing")
    }
    if lost > 0 {
      remarks.append(
        "events were lost in \(Self.count(lost, "run")): their orders are not wholly known")
    }
    if others > 0 {
      let failing = failingOthers > 0 ? ", of which \(grouped(failingOthers)) failed" : ""
      remarks.append(
        "\(Self.count(others, "run")) did something else again\(failing): there are too many "
          + "outcomes to tell all; --by result tells fewer apart")
    }
    return remarks
  }

  /// `run 17 of 500, 3 outcomes so far, 2 failed, 42 s left`
  package var progressLine: String {
    var parts = ["run \(grouped(runs))" + (planned < .max ? " of \(grouped(planned))" : "")]
    parts.append("\(Self.count(groups.count, "outcome")) so far")
    if failures > 0 { parts.append("FAIL \(grouped(failures))") }
    if let remaining { parts.append("\(Self.time(remaining)) left") }
    return parts.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `350 ms`, `41.2 s`, `12 min`
  static func time(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if seconds >= 600 { return "\(seconds / 60) min" }
    if seconds >= 1 { return "\(seconds).\(attoseconds / 100_000_000_000_000_000) s" }
    return "\(attoseconds / 1_000_000_000_000_000) ms"
  }
}

extension RunGrouping {
  /// What runs are told apart by, in words.
  package var words: String {
    switch self {
    case .labels: "the order of named handlers and of notes"
    case .order: "the order of all handlers and of notes"
    case .result: "what was said, in order"
    }
  }
}
