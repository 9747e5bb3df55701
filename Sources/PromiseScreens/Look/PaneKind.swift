/// The panes by their numbers, which are also their keys.
package enum PaneKind: Int, Hashable, Sendable, CaseIterable {
  case chain = 1
  case queues, source, inspect, events, warnings, time, output

  /// The key that goes to it.
  package var digit: Character { Character(String(rawValue)) }

  /// What the arrow keys do in it.
  enum Arrows: Hashable, Sendable {
    /// They select a promise of the pane.
    case select
    /// They scroll its text.
    case scroll
    /// They move the playhead.
    case step
    /// They select a warning.
    case choose

    /// The text in the help.
    var help: String {
      switch self {
      case .select: "select a promise of the pane"
      case .scroll: "scroll"
      case .step: "one event back, forward"
      case .choose: "select a warning; Enter goes to its event"
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
  /// The title of the pane.
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

  /// What the pane shows and how to use it, for the help.
  var about: [String] {
    switch self {
    case .chain:
      [
        "A row for each promise, below its parent: the sign of its state, its name, the queue of its handler, its start and end, and its value or what it waits for.",
        "The inputs of a fan-in (all, race) have lanes of their own, which end at its row.",
      ]
    case .queues:
      [
        "Each queue: what is running on it, since when and on which thread, and what is waiting, the next job first. Below the queues are the timers, the next one due first.",
        "q is the number of waiting jobs, max the most that ever waited; busy is the share of time in which jobs ran.",
      ]
    case .source:
      [
        "The file in which the selected promise was created. At the right of a line are the promises that it created; > marks the line whose handler is running."
      ]
    case .inspect:
      [
        "Everything known about the selected promise. A handler has three numbers: attach, its position among the handlers of the promise; enqueue and run, its position among all jobs enqueued and started."
      ]
    case .events:
      [
        "The events in the order in which the library posted them; > is the playhead, dim events are ahead. The arrow keys step."
      ]
    case .warnings:
      [
        "Probable mistakes and how to fix them, followed by the notes of the program. Enter goes to the event."
      ]
    case .time:
      [
        "The run from left to right: a lane for each queue with its jobs, and for each promise if there is room. The vertical line is the playhead; dim parts are ahead or predicted."
      ]
    case .output:
      [
        "The output of the program in order of arrival; E marks lines of standard error, dim lines were printed after the playhead. A click on a line goes to the event before it."
      ]
    }
  }
}

/// The panes of a screen with a list and two runs, by their numbers, which are also their keys.
package enum PairPane: Int, Hashable, Sendable, CaseIterable {
  case list = 1
  case before, after

  /// The key that goes to it.
  package var digit: Character { Character(String(rawValue)) }
}

extension PairPane {
  /// Returns the title of the pane, and what it shows, for the help: of two compared runs, or of the outcomes of schedules
  /// or runs.
  func about(comparing: Bool) -> (name: String, texts: [String]) {
    switch (self, comparing) {
    case (.list, false):
      (
        "Outcomes",
        [
          "The outcomes, and in how many schedules or runs each occurs: the result, the notes, and the order in which the handlers ran the first time. Below is the coverage, or the progress."
        ]
      )
    case (.before, false):
      (
        "Passing run",
        ["The most similar run with another outcome: a passing one beside a failing one."]
      )
    case (.after, false):
      (
        "Failing run",
        [
          "The run of the selected outcome that differs least from the one beside it, and what reproduces it."
        ]
      )
    case (.list, true):
      (
        "Differences",
        [
          "What the two runs do differently, what decides first: a race that another one won, an outcome, a value, a promise or a text of one run only, an order from which these can follow. Then other orders, the structure, times and warnings. + is only in B, - only in A, ~ is changed, ? is unknown.",
          "Handlers in another order that explains no difference are left out and counted: they were not attached to one promise, declare no state in common, do not print, and did not pass a handler that was given the same and did something else.",
        ]
      )
    case (.before, true):
      (
        "Run A",
        [
          "Run A: its handlers and texts, and the settlements of promises without a handler. What both runs do in the same order is in one row; the arrow is at the selected difference. Below is what came out."
        ]
      )
    case (.after, true): ("Run B", ["Run B, in the same rows as run A."])
    }
  }
}

extension CaseIterable where Self: Equatable, AllCases.Index == Int {
  /// Returns the case `step` places after this one, or before it; wraps around.
  func beside(_ step: Int) -> Self {
    let all = Self.allCases
    let place = all.firstIndex(of: self) ?? 0
    return all[(place + step + all.count) % all.count]
  }
}
