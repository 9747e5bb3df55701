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
  var about: [String] {
    switch self {
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
}
