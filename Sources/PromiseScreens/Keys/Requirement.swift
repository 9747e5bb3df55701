import PromiseCourse

/// What must hold for a key to do something, and what is said when it does not.
package enum Requirement: Hashable, Sendable {
  /// A promise is selected, or the event at the playhead has one.
  case promise
  /// The selection has been moved along an edge.
  case trail
  /// A bookmark is set.
  case bookmark
  /// The pace is ours: not that of a running program.
  case ownPace
  /// The run is a simulation that goes on.
  case simulated
  /// The run can be run again, by another schedule.
  case repeatable
  /// The run is a simulation, which can be run again with something otherwise.
  case changeable
  /// Something can be chosen at the playhead.
  case choicePoint
  /// An outcome was found.
  case outcome
  /// Something is searched for.
  case search
  /// Questions can be asked about the run, or about the demo that is picked.
  case questions
  /// The demo has a lesson.
  case lesson
  /// The program was started from here.
  case restart
  /// What the program prints is captured.
  case output

  /// Why the key does nothing now; none where it does.
  func obstacle(in state: State) -> String? {
    if self == .outcome {
      return state.exploring?.outcome == nil ? "no outcome was found yet" : nil
    }
    guard let run = state.run else { return self == .questions ? nil : "no demo is open" }
    let isOver = run.isTraced && !run.isLive
    let kind = isOver ? "this run was recorded" : "this program runs by itself"
    return switch self {
    case .promise: run.subject == nil ? "there is no promise at this event" : nil
    case .trail: run.trail.isEmpty ? "nothing to return to: h, l and Enter leave a trail" : nil
    case .bookmark: run.bookmarks.isEmpty ? "no bookmark is set: m sets one" : nil
    case .simulated:
      isOver
        ? "this run is over: it was recorded, and nothing can be chosen any more"
        : run.real ? "real queues choose for themselves: only a simulation lets you" : nil
    case .repeatable:
      run.isTraced ? "only a demo's schedules can be explored: \(kind)" : nil
    case .questions:
      run.isTraced && state.watching == nil ? "only a demo has a quiz: \(kind)" : nil
    case .changeable:
      isOver
        ? "this run was recorded: only a demo can be run again with something otherwise"
        : run.real
          ? "only a simulation can be changed: real queues never run again as they did"
          : nil
    case .choicePoint:
      run.choicePoint == nil
        ? "only one thing can happen here: the arrow keys go to the choices"
        : nil
    case .outcome: nil
    case .restart:
      run.canRunAgain
        ? nil
        : run.isTraced
          ? "only promise-tui run runs a program again: \(kind)"
          : run.real
            ? "a demo is run again from the list"
            : "a simulation runs as before: g goes to its start"
    case .lesson: run.demo.lesson == nil ? state.words.noLesson : nil
    case .output:
      run.output == nil
        ? "nothing printed is captured here: promise-tui run -- PROGRAM shows what it prints" : nil
    case .search: run.search == nil ? "nothing is searched for: / begins" : nil
    case .ownPace: run.isLive && run.focus != .time ? "a running program goes at its own pace" : nil
    }
  }

  /// Nothing that is done in this run will meet it: the footer leaves such keys out.
  func isOutOfReach(in state: State) -> Bool {
    // Who watches a program that runs has no use for it yet.
    if self == .restart { return !(state.run?.canRunAgain == true && state.run?.isLive == false) }
    guard state.run?.isTraced == true else { return false }
    return switch self {
    case .simulated, .repeatable, .changeable, .questions, .lesson: obstacle(in: state) != nil
    default: false
    }
  }
}
