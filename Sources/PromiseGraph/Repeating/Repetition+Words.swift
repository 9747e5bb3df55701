extension Repetition {
  /// `500 runs in 41.2 s, 12 failed, 3 outcomes`
  package var summary: String {
    let outcomes = groups.count + (others > 0 ? 1 : 0)
    let failed = failures == 0 ? "none failed" : "\(grouped(failures)) failed"
    let many = others > 0 ? "more than " : ""
    return "\(plural(runs, "run")) in \(elapsed(duration)), \(runs == 0 ? "" : failed + ", ")"
      + "\(many)\(plural(others > 0 ? groups.count : outcomes, "outcome"))"
  }

  /// Remarks about the numbers, as sentences.
  package var remarks: [String] {
    var remarks: [String] = []
    switch progress {
    case .running, .complete: break
    case .failed: remarks.append("stopped at the first run that failed, as requested")
    case .stopped:
      if let problem {
        remarks.append(problem)
        break
      }
      remarks.append(
        "stopped by the user" + (planned < .max ? ", before \(plural(planned, "run"))" : ""))
    }
    if unrecorded > 0 {
      remarks.append(
        unrecorded == runs
          ? "no run recorded anything: a program records if it links PromiseKitLite and creates a promise"
          : "\(plural(unrecorded, "run")) recorded nothing")
    }
    if lost > 0 {
      remarks.append(
        "events were lost in \(plural(lost, "run")): their orders are not fully known")
    }
    if others > 0 {
      let failing = failingOthers > 0 ? ", of which \(grouped(failingOthers)) failed" : ""
      remarks.append(
        "\(plural(others, "run")) had further outcomes\(failing): there are too many "
          + "to list; --by result distinguishes fewer")
    }
    return remarks
  }

  /// `run 17 of 500, 3 outcomes so far, 2 failed, 42 s left`
  package var progressLine: String {
    var parts = ["run \(grouped(runs))" + (planned < .max ? " of \(grouped(planned))" : "")]
    parts.append("\(plural(groups.count, "outcome")) so far")
    if failures > 0 { parts.append("FAIL \(grouped(failures))") }
    if let remaining { parts.append("\(elapsed(remaining)) left") }
    return parts.joined(separator: ", ")
  }
}

extension RunGrouping {
  /// What runs are grouped by.
  package var words: String {
    switch self {
    case .labels: "the order of named handlers and notes"
    case .order: "the order of all handlers and notes"
    case .result: "the notes, in order"
    }
  }
}
