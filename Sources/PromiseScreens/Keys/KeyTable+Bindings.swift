extension KeyMap {
  /// The keys of the table.
  package static let standard = KeyMap(KeyTable.bindings)
}

extension KeyTable {
  /// The rows in footer order, the most useful first. Help and quit are always at its end.
  package static let bindings: [Binding] =
    choosing + ended + compare + why + whatIf + export + lesson + quiz + list + breakpoints + run
    + schedules + course
    + find + gate + travel + places + select + panes + picker + inHelp + prompt + program

  private static let choosing: [Binding] = [
    Binding(
      [(.right, .nextChoice), (.left, .previousChoice)], .schedules, in: [.choosing], "choice",
      "while choosing: run to the next choice; go back to the previous one"),
    Binding(
      digits(1...9) { .choose($0) }, .schedules, in: [.choosing], "pick",
      "while choosing: run this one next", needs: .choicePoint, keysText: "1-9"),
  ]

  private static let run: [Binding] = [
    Binding(
      [(" ", .toggleRunning)], .run, in: Mode.panes.union([.whatIf, .breakpoints]), "run",
      "run or pause; of a program with a gate, close or open the gate at its newest event"),
    Binding(
      [(.right, .stepForward), (.left, .stepBack)], .run,
      in: [.demo, .why, .lesson, .breakpoints],
      "step",
      "one event forward, back; past the newest event, the next job runs, or the closed gate lets it start"
    ),
    Binding(
      [("t", .turnForward), ("T", .turnBack)], .run,
      in: Mode.panes.union([.whatIf, .breakpoints]), "turn",
      "one turn forward, back: one job from its start, or one timer firing; while the gate is closed, each "
        + "queue starts its next job"),
    Binding(
      [("w", .why)], .why, in: Mode.panesOrEnd, "why",
      "explain the selected promise: what it waits for, where its outcome came from and its time went; "
        + "in the queues pane, the queue of the selected job; in the warnings pane, the promise of the warning"
    ),
    Binding(
      [("r", .restart)], .run, in: [.demo, .why], "rerun",
      "under promise-tui run: run the program again; press twice if it is still running",
      needs: .restart),
    Binding(
      [("i", .whatIf)], .whatIf, in: Mode.panesOrEnd.union([.whatIf]), "what if",
      "what-if: change how long a timer or a job takes, flip an outcome, settle a promise by hand; "
        + "see what changes, and at which lengths", needs: .changeable),
    Binding(
      [("/", .search)], .find, in: Mode.panes, "find",
      "search as you type: promises by name first, then by value, error, tag or note; source:Login.swift "
        + "searches files; in the events pane, the events"),
  ]

  private static let travel: [Binding] = [
    Binding(
      [("{", .previousSettlement), ("}", .nextSettlement)], .run, in: Mode.panes, "settled",
      "previous, next settlement"),
    Binding(
      [("[", .scrubBack), ("]", .scrubForward)], .run, in: Mode.panes, "scrub",
      "skip 10 % back, forward"),
    Binding(
      [("p", .nextOfPromise), ("P", .previousOfPromise)], .run, in: Mode.panes, "promise",
      "next, previous event of the selected promise", needs: .promise),
    Binding(
      [("E", .nextError)], .run, in: Mode.panes, "next error",
      "next error: a rejection where it arises, or an error that no handler took; wraps around"),
    Binding(
      [("s", .ownSettlement)], .run, in: Mode.panes, "its settlement",
      "go to the settlement of the selected promise", needs: .promise),
    Binding(
      [("d", .nextDecision)], .run, in: Mode.panes, "next decision",
      "next decision: the event at which a race, an all or another fan-in settles; wraps around"),
    Binding(
      [("W", .nextWait)], .run, in: Mode.panes, "next wait",
      "next wait: the start of a job that had to wait in its queue; then w explains what it waited for"
    ),
    Binding(
      [("B", .blocked)], .why, in: Mode.panes, "blocked",
      "explain a queue on which jobs wait: what blocks it, and what waits since when; main first. If none "
        + "is blocked here, go to the next wait"),
    Binding(
      [("+", .faster), ("-", .slower)], .run, in: Mode.panes, "speed",
      "twice as fast, half as fast; in the time pane, zoom in, out; in a folded graph, open, close the selected box",
      needs: .ownPace),
    Binding(
      [("F", .follow)], .run, in: Mode.panes, "follow",
      "go to the newest event and keep running"),
    Binding(
      [("!", .wrong)], .why, in: Mode.panes, "wrong",
      "say that the selected promise went wrong: the warnings that touch what led to it come first; again: no "
        + "longer", needs: .promise),
  ]

  private static let schedules: [Binding] = [
    Binding(
      [("x", .explore)], .schedules, in: Mode.panesOrEnd, "explore",
      "explore every schedule: which outcomes are possible, and how often", needs: .repeatable),
    Binding(
      [("c", .choosing)], .schedules, in: Mode.panes, "choose",
      "play the scheduler: choose what runs next wherever there is a choice, or what the closed gate of a "
        + "program lets start", needs: .choices),
    Binding(
      [(.enter, .openOutcome)], .schedules, in: [.explore], "open",
      "in the exploration: open the schedule of the selected outcome at the first difference",
      ofRuns: "open the trace of the selected outcome where it diverges from the other run"),
  ]

  private static let places: [Binding] = [
    Binding(
      [(":", .goTo)], .places, in: Mode.panes, "anything",
      "go to an event by number or offset (+10), a time (206ms), a promise by id (p3) or name; find a key, "
        + "a promise, a queue or a demo by part of its name"),
    Binding(
      [("g", .start), (.home, .start), ("G", .end), (.end, .end)], .places,
      in: Mode.panes.union([.whatIf]), "start, end", "go to the start, the end of the run"),
    Binding(
      [("m", .mark)], .places, in: Mode.panes, "mark",
      "set or remove a bookmark at this event"),
    Binding(
      [("'", .nextMark), ("\"", .previousMark)], .places, in: Mode.panes, "next mark",
      "next, previous bookmark; wraps around", needs: .bookmark),
  ]

  /// What the course adds to a demo.
  private static let course: [Binding] = [
    Binding(
      [("L", .lesson)], .course, in: Mode.panesOrEnd.union([.lesson]), "lesson",
      "read the lesson beside the demo, step by step", needs: .lesson),
    Binding(
      [("Q", .quiz)], .course, in: Mode.panesOrEnd.union([.picker, .lesson]), "quiz",
      "take a quiz: what prints, who wins, on which queue, in which state", needs: .questions),
    Binding(
      [("O", .otherLibrary)], .course, in: Mode.panesOrEnd, "other library",
      "run the demo by the rules of JavaScript beside the open run; in a run by another library's "
        + "rules, by PromiseKitLite's", needs: .changeable),
    Binding(
      [(.escape, .back)], .compare, in: [.compare], "",
      "close the two runs, if they cover a demo"),
  ]

  private static let gate: [Binding] = [
    Binding(
      [("b", .breakpoints)], .gate, in: Mode.panes.union([.breakpoints]), "breakpoints",
      "open or close the list of breakpoints: playback stops at them, or the gate of a program closes",
      needs: .breakpoints),
    Binding(
      [("u", .unblock)], .gate, in: Mode.panes.union([.breakpoints]), "unblock",
      "let start what a wait depends on, until the wait has ended: a thread waits, and the gate holds what it "
        + "waits for", needs: .gate),
  ]

  private static let find: [Binding] = [
    Binding(
      [("n", .nextMatch), ("N", .previousMatch)], .find, in: Mode.panes, "", "next, previous match",
      needs: .search),
    Binding(
      [("f", .filter)], .find, in: Mode.panes, "filter",
      "show only matching promises: state:rejected, queue:main, name:fetch, source:Login.swift, "
        + "value:503, tag:7f3 or a word; ! inverts; an empty filter shows all"),
  ]

  private static let select: [Binding] = [
    Binding(
      arrows, .select, in: [.demo, .choosing, .help], "select",
      "select a promise in the pane; in a text pane, scroll; in the events pane, step"),
    Binding(
      arrows, .select, in: [.explore], "select", "select an outcome; in the other panes, scroll"),
    Binding(
      arrows, .select, in: [.compare], "select",
      "select a difference; in the other panes, scroll both runs"
    ),
    Binding(
      pages, .select, in: [.demo, .choosing, .why, .whatIf, .explore, .compare, .help], "",
      "move by a page, by half a page"),
    Binding(
      [("h", .parent), ("l", .child)], .select, in: Mode.panes, "parent, child",
      "select the parent, the first child; in the graph, where an arrow comes from or leads to",
      needs: .promise),
    Binding(
      [(.enter, .source)], .select, in: Mode.bare, "",
      "in the chain pane, open or close a folded row; else select where the outcome came from",
      needs: .promise),
    Binding(
      [(.backspace, .returnBack)], .select, in: Mode.bare, "",
      "return to the previously selected promise", needs: .trail),
    Binding(
      [("v", .marked)], .why, in: Mode.panes, "mark it",
      "mark the selected promise; then w on another one explains the order of the two",
      needs: .promise),
  ]

  private static let panes: [Binding] = [
    Binding(
      PaneKind.allCases.filter { $0 != .output }.map { (.character($0.digit), .pane($0)) }, .panes,
      in: [.demo], "panes", "go to a pane by its number", keysText: "1-7"),
    Binding(
      [("8", .pane(.output))], .panes, in: [.demo], "",
      "go to the output of the program, if it is captured", needs: .output),
    Binding(
      PairPane.allCases.map { (.character($0.digit), .explorePane($0)) }, .panes, in: [.explore],
      "panes", "outcomes; passing run; failing run", keysText: "1-3"),
    Binding(
      PairPane.allCases.map { (.character($0.digit), .comparePane($0)) }, .panes, in: [.compare],
      "panes", "differences; run A; run B", keysText: "1-3"),
    Binding(
      [(.tab, .nextPane), (.backTab, .previousPane)], .panes,
      in: [.demo, .choosing, .explore, .compare],
      "next pane", "next, previous pane"),
    Binding(
      [("o", .fold)], .panes, in: Mode.panes, "fold",
      "in the chain pane: fold chains created at the same place into one row each, or unfold all"),
    Binding(
      [("z", .zoom)], .panes, in: Mode.panes, "zoom", "zoom the pane to the whole screen, and back"),
    Binding(
      [("a", .axis)], .panes, in: Mode.panes, "axis",
      "time pane: show turns at equal distances instead of time, or time again"),
    Binding(
      [("<", .scrollLeft), (">", .scrollRight)], .panes, in: Mode.bare, "",
      "scroll the pane left, right"),
    Binding(
      [("V", .graph)], .panes, in: Mode.panes, "graph",
      "in the chain pane: draw the promises as boxes and arrows, or as rows again"),
  ]

  private static let program: [Binding] = [
    Binding(
      [(.escape, .back)], .program, in: [.explore], "back",
      "stop exploring and go back", ofRuns: ""),
    Binding(
      [(.escape, .back)], .program, in: [.demo, .choosing, .help, .prompt, .export], "back",
      "close what is open, end the search, zoom out, clear the selection, the filter, return to the "
        + "list that opened the run; never quits"),
    Binding(
      [("D", .demos)], .program, in: [.demo, .choosing, .ended], "", "go to the list of demos"),
    Binding(
      [("y", .copy)], .program, in: [.demo, .choosing, .why, .whatIf, .explore, .compare], "copy",
      "copy the selection: the promise, the event, the explanation, the difference, or the token of the "
        + "schedule",
      ofRuns: "copy the command that reproduces the run"),
    Binding(
      [("e", .export)], .program, in: Mode.panes, "export",
      "export the run or a part of it: Mermaid, Graphviz, Perfetto, a picture, a web page, or events"
    ),
    Binding(
      [("M", .toggleMouse)], .program, in: Mode.lettered, "",
      "turn the mouse on or off; while it is on, hold Shift to select text"),
    Binding(
      [(.control("l"), .redraw)], .program, in: Set(Mode.allCases), "", "redraw"),
    Binding(
      [(.control("z"), .suspend)], .program, in: Set(Mode.allCases), "", "suspend; fg resumes"),
    Binding(
      [("?", .help)], .program, in: Mode.lettered, "help", "show the keys and what the signs mean"),
    Binding(
      [("q", .quit)], .program, in: Mode.lettered.subtracting([.picker]), "quit", "quit"),
    Binding(
      [(.escape, .back)], .program, in: [.picker], "quit",
      "in the list: show all demos again; if all are shown, quit"),
    Binding([(.control("c"), .quit)], .program, in: Set(Mode.allCases), "", "quit immediately"),
  ]
}
