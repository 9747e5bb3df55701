extension ExplorePane {
  /// What it is called in sentences.
  var name: String {
    switch self {
    case .outcomes: "Outcomes"
    case .passing: "Passing run"
    case .failing: "Failing run"
    }
  }

  /// What it shows, for the help.
  func about(ofRuns: Bool) -> [String] {
    if ofRuns { return aboutRuns }
    return switch self {
    case .outcomes:
      [
        "What can come out, and in how many schedules: the result, what the program said, and in which order its handlers ran first. Below stands what was covered."
      ]
    case .passing:
      ["The run that is nearest to the one beside it and comes out otherwise."]
    case .failing:
      ["The run of the selected outcome that departs least from the one beside it, and its token."]
    }
  }

  /// The same where a program is run again and again.
  private var aboutRuns: [String] {
    switch self {
    case .outcomes:
      [
        "What came out, and in how many runs: how they ended, what the program said, and in which order its handlers ran first. Below stands how far it is."
      ]
    case .passing:
      ["The run beside it: one that passes, where the selected one fails."]
    case .failing:
      ["The first run of the selected outcome, and what makes it again."]
    }
  }
}
