package import PromiseGraph

extension Repetition {
  /// `500 runs in 41.2 s, 12 failed, 3 outcomes`
  package var summary: String { summary(in: .english) }

  /// Returns the numbers of runs, failures and outcomes, in a language.
  package func summary(in language: Language) -> String {
    let runs = language.plural(self.runs, "run")
    var parts = [language.text("\(runs) in \(elapsed(duration))")]
    if self.runs > 0 {
      parts.append(
        failures == 0
          ? language.text("none failed") : language.text("\(grouped(failures)) failed"))
    }
    let outcomes = language.plural(groups.count, "outcome")
    parts.append(others > 0 ? language.text("more than \(outcomes)") : outcomes)
    return parts.dropFirst().reduce(parts[0]) { language.text("\($0), \($1)") }
  }

  /// Remarks about the numbers, as sentences.
  package var remarks: [String] { remarks(in: .english) }

  /// Returns remarks about the numbers, as sentences in a language.
  package func remarks(in language: Language) -> [String] {
    var remarks: [String] = []
    switch progress {
    case .running, .complete: break
    case .failed:
      remarks.append(language.text("stopped at the first run that failed, as requested"))
    case .stopped:
      if let problem {
        remarks.append(problem)
        break
      }
      remarks.append(
        planned < .max
          ? language.text("stopped by the user, before \(language.plural(planned, "run"))")
          : language.text("stopped by the user"))
    }
    remarks += judgement(in: language)
    if failures == runs, runs > 0, progress != .running {
      remarks.append(language.text("every run failed: there is none that passed to compare with"))
    }
    if unrecorded > 0 {
      remarks.append(
        unrecorded == runs
          ? language.text(
            "no run recorded anything: a program records if it links PromiseKitLite and creates a promise"
          )
          : language.text("\(language.plural(unrecorded, "run")) recorded nothing"))
    }
    if lost > 0 {
      remarks.append(
        language.text(
          "events were lost in \(language.plural(lost, "run")): their orders are not fully known"))
    }
    if others > 0 {
      let failing =
        failingOthers > 0 ? language.text(", of which \(grouped(failingOthers)) failed") : ""
      remarks.append(
        language.text(
          "\(language.plural(others, "run")) had further outcomes\(failing): there are too many "
            + "to list; --by notes distinguishes fewer"))
    }
    return remarks
  }

  /// Returns by what the runs were judged, and what else could judge them if none failed.
  private func judgement(in language: Language) -> [String] {
    let words = judges.map { $0.words(in: language) }
    guard var sentence = words.first.map({ language.text("judged by \($0)") }) else { return [] }
    for word in words.dropFirst() { sentence = language.text("\(sentence), \(word)") }
    guard failures == 0, runs > 0, progress != .running else { return [sentence] }
    let used = Set(judges.map(\.option))
    let unused = [RunJudge.output(0), .check(""), .expectations(0)].map(\.option)
      .filter { !used.contains($0) }
    var remarks = [sentence]
    if !unused.isEmpty {
      let options = unused.joined(separator: ", ")
      remarks = [language.text("\(sentence), and by nothing else; see also \(options)")]
    }
    if outputCount > 1, grouping != .output {
      let count = grouped(outputCount)
      remarks.append(
        outputCount < Self.mostOutputs
          ? language.text("the runs printed \(count) different outputs: --by output lists them")
          : language.text("the runs printed at least \(count) different outputs"))
    }
    return remarks
  }

  /// `run 17 of 500, 3 outcomes so far, FAIL 2, 42 s left`
  package var progressLine: String { progressLine(in: .english) }

  /// Returns the progress in a line, in a language.
  package func progressLine(in language: Language) -> String {
    var parts = [
      planned < .max
        ? language.text("run \(grouped(runs)) of \(grouped(planned))")
        : language.text("run \(grouped(runs))"),
      language.text("\(language.plural(groups.count, "outcome")) so far"),
    ]
    if failures > 0 { parts.append(language.text("FAIL \(grouped(failures))")) }
    if let remaining { parts.append(language.text("\(elapsed(remaining)) left")) }
    return parts.dropFirst().reduce(parts[0]) { language.text("\($0), \($1)") }
  }
}

extension RunGrouping {
  /// What runs are grouped by.
  package var words: String { words(in: .english) }

  /// Returns what runs are grouped by, in a language.
  package func words(in language: Language) -> String {
    switch self {
    case .labels: language.text("the order of named handlers and notes")
    case .order: language.text("the order of all handlers and notes")
    case .result: language.text("the notes, in order")
    case .output: language.text("the output")
    case .exit: language.text("how they ended")
    }
  }
}
