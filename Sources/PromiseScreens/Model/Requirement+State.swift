import PromiseCourse
import PromiseGraph
import PromiseInsight

extension Requirement {
  /// Returns why the key does nothing now; `nil` if it works.
  func obstacle(in state: State) -> String? {
    let language = state.language
    guard let run = state.run else {
      return self == .questions ? nil : language.text("no demo is open")
    }
    let isOver = run.isTraced && !run.isLive
    let kind =
      isOver ? language.text("this run is a recording") : language.text("this is a live program")
    return switch self {
    case .promise: run.subject == nil ? language.text("there is no promise at this event") : nil
    case .trail:
      run.trail.isEmpty ? language.text("nothing to return to: h, l and Enter leave a trail") : nil
    case .bookmark: run.bookmarks.isEmpty ? language.text("no bookmark is set: m sets one") : nil
    case .choices:
      isOver
        ? language.text("this run is a recording: there is nothing left to choose")
        : run.real && run.gate == nil && !run.isTraced
          ? language.text("real queues make their own choices: use a simulation")
          : run.real ? gateObstacle(run, language) ?? closedGateObstacle(run, language) : nil
    case .gate: gateObstacle(run, language)
    case .breakpoints:
      run.gate != nil
        ? nil
        : run.isTraced
          ? gateObstacle(run, language)
          : language.text("breakpoints stop a simulation, or a run that has ended")
    case .repeatable:
      run.isTraced ? language.text("only a demo has schedules to explore: \(kind)") : nil
    case .questions:
      run.isTraced && state.watching == nil ? language.text("only a demo has a quiz: \(kind)") : nil
    case .changeable:
      isOver
        ? language.text("this run is a recording: only a demo can be repeated with changes")
        : run.real
          ? language.text(
            "only a simulation can be changed: real queues never repeat a run exactly")
          : nil
    case .choicePoint:
      run.choicePoint == nil
        ? language.text("nothing to choose here: the arrow keys go to the choices")
        : nil
    case .nextDemo: state.nextDemo == nil ? language.text("there is no other demo") : nil
    case .restart:
      run.canRunAgain
        ? nil
        : run.isTraced
          ? language.text("only promise-tui run can run a program again: \(kind)")
          : run.real
            ? language.text("to run a demo again, open it from the list")
            : language.text("a simulation would run the same way: g goes to its start")
    case .lesson: run.demo.lesson == nil ? state.course.noLesson : nil
    case .output:
      run.output == nil
        ? language.text("output is not captured here: promise-tui run -- PROGRAM captures it") : nil
    case .search: run.search == nil ? language.text("no search is active: / starts one") : nil
    case .ownPace:
      run.isLive && run.focus != .time && !run.drawsGraph
        ? language.text("a live program runs at its own pace") : nil
    }
  }

  /// Returns why there is no gate to control; `nil` if there is one.
  private func gateObstacle(_ run: Run, _ language: Language) -> String? {
    guard run.isTraced else { return language.text("only a program has a gate, not a demo") }
    guard run.isLive else {
      return !run.known.gate.isPresent
        ? language.text("this run is a recording: nothing is left for a gate to hold")
        : language.text("the program has ended: nothing is left for its gate to hold")
    }
    guard run.gate == nil else { return nil }
    return run.graph.gate.isPresent
      ? language.text("this screen does not control the gate: promise-tui open --gate does")
      : language.text("no gate: start the program with promise-tui run --gate")
  }

  /// Returns why the gate lets nothing start that could be chosen; `nil` if it does.
  private func closedGateObstacle(_ run: Run, _ language: Language) -> String? {
    if run.isHeldByGate || run.choosing { return nil }
    return run.gate?.isClosed == true
      ? language.text("F goes to the newest event: the gate is closed there")
      : language.text("the gate is open: space closes it")
  }

  /// Whether the condition can never hold in this run, so that footer, help and palette leave the key out.
  func isOutOfReach(in state: State) -> Bool {
    // The footer offers a restart only once the program has ended.
    if self == .restart { return !(state.run?.canRunAgain == true && state.run?.isLive == false) }
    guard let run = state.run else { return false }
    return switch self {
    case .choices: obstacle(in: state) != nil && !run.hasGate
    case .gate: !run.hasGate
    case .breakpoints: run.gate == nil
    case .repeatable, .changeable, .questions, .lesson, .nextDemo:
      obstacle(in: state) != nil
    // The zoom of the time pane works at any pace.
    case .ownPace: run.isLive && run.focus != .time
    case .output: run.output == nil
    case .promise, .trail, .bookmark, .choicePoint, .search, .restart: false
    }
  }
}
