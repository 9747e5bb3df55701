/// The panes by their numbers, which are also their keys.
package enum PaneKind: Int, Hashable, Sendable, CaseIterable {
  case chain = 1
  case queues, source, inspect, events, warnings, time, output

  /// The key that goes to it.
  package var digit: Character { Character(String(rawValue)) }

  /// What the arrow keys do in it.
  enum Arrows: Hashable, Sendable {
    /// They move the selection among the pane's promises.
    case select
    /// They scroll its text.
    case scroll
    /// They move the playhead.
    case step
    /// They move the selection among the warnings.
    case choose

    /// What they do, for the help.
    var words: String {
      switch self {
      case .select: "select among the promises of the pane"
      case .scroll: "scroll"
      case .step: "one event back, on"
      case .choose: "select among the warnings; Enter goes to the event of the selected one"
      }
    }
  }

  /// What the arrow keys do in it.
  var arrows: Arrows {
    switch self {
    case .chain, .queues, .time: .select
    case .source, .inspect, .output: .scroll
    case .warnings: .choose
    case .events: .step
    }
  }
}

extension PaneKind {
  /// What it is called in sentences.
  var name: String {
    switch self {
    case .chain: "Chain"
    case .queues: "Queues"
    case .source: "Source"
    case .inspect: "Inspect"
    case .events: "Events"
    case .warnings: "Warnings"
    case .time: "Time"
    case .output: "Output"
    }
  }

  /// What it shows and what is to be done in it, for the help.
  var about: [String] {
    switch self {
    case .chain:
      [
        "A row for each promise, below what it hangs on: the sign of its state, its name, the queue of its handler, from when to when, and its value or what it waits for.",
        "The inputs of an all or a race have lanes of their own, which end where it is.",
      ]
    case .queues:
      [
        "Each queue: what runs on it, since when and on which thread, and what waits, the next one first. Below them the timers, the next one due first.",
        "q is how many jobs wait now, max how many ever did; busy is the share of the time that its jobs ran.",
      ]
    case .source:
      [
        "The file in which the selected promise was made. At the right of a line stand the promises that it made; > marks the line whose handler runs."
      ]
    case .inspect:
      [
        "All that is known of the selected promise. A handler has three numbers: attach, its place on the promise; enqueue and run, its place among all jobs put on queues and started."
      ]
    case .events:
      [
        "The events as the library told them, in order; > is the playhead, what is dim lies ahead. The arrow keys step."
      ]
    case .warnings:
      [
        "What is likely to be a mistake, with what to do about it; and what the program said. Enter goes to the event."
      ]
    case .time:
      [
        "The run from left to right: a lane for each queue with its jobs, and for promises where there is room. The line across is the playhead, what is dim lies ahead or is predicted."
      ]
    case .output:
      [
        "What the program printed, as it came; ! marks the lines of the standard error, what is dim was printed after the playhead. A click on a line goes to the event before it."
      ]
    }
  }
}

/// The panes of an exploration by their numbers, which are also their keys.
package enum ExplorePane: Int, Hashable, Sendable, CaseIterable {
  case outcomes = 1
  case passing, failing

  /// The key that goes to it.
  package var digit: Character { Character(String(rawValue)) }
}

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
