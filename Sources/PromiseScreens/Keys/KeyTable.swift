/// Every key that does something, once.
package enum KeyTable {
  /// The rows in the order of the footer: the most needed first. Help and quit stand at its end.
  package static let bindings: [Binding] =
    choosing + why + whatIf + export + lesson + quiz + list + run + schedules + course + find
    + travel + places + select + panes + picker + prompt + program

  /// The row and the action of `key` in `mode`.
  package static func stroke(for key: Key, in mode: Mode) -> (binding: Binding, action: Action)? {
    for binding in bindings where binding.modes.contains(mode) {
      if let stroke = binding.strokes.first(where: { $0.key == key }) {
        return (binding, stroke.action)
      }
    }
    return nil
  }

  /// What moves by a row, and what by a page.
  static let arrows: [(Key, Action)] = [(.up, .up), (.down, .down), ("k", .up), ("j", .down)]
  static let pages: [(Key, Action)] = [
    (.pageUp, .pageUp), (.pageDown, .pageDown), (.control("u"), .halfPageUp),
    (.control("d"), .halfPageDown),
  ]

  /// A key for each number.
  static func digits(_ numbers: ClosedRange<Int>, _ action: (Int) -> Action) -> [(Key, Action)] {
    numbers.map { (.character(Character(String($0))), action($0)) }
  }

  private static let choosing: [Binding] = [
    Binding(
      [(.right, .nextChoice), (.left, .previousChoice)], .schedules, in: [.choosing], "choice",
      "while choosing: run to the next choice; back to the one before"),
    Binding(
      digits(1...9) { .choose($0) }, .schedules, in: [.choosing], "pick",
      "while choosing: let this one run next", needs: .choicePoint, keysText: "1-9"),
  ]

  private static let why: [Binding] = [
    Binding(
      [(.enter, .followReason)], .why, in: [.why], "follow",
      "in the answers: go where the row leads, to its promise and its event, or into its schedule"),
    Binding(
      [(.backspace, .returnFromReason)], .why, in: [.why], "return",
      "in the answers: go back to where the last row was followed"),
    Binding(arrows, .why, in: [.why], "rows", "in the answers: the row above, below"),
    Binding([(.escape, .back)], .why, in: [.why], "close", "in the answers: close them"),
  ]

  private static let list: [Binding] = [
    Binding([(.enter, .open)], .program, in: [.picker], "run", "run the selected demo")
  ]

  private static let run: [Binding] = [
    Binding([(" ", .toggleRunning)], .run, in: Mode.panes.union([.whatIf]), "run", "run or pause"),
    Binding(
      [(.right, .stepForward), (.left, .stepBack)], .run, in: [.demo, .why, .lesson, .whatIf],
      "step", "one event on, back; past the newest event the next real job runs"),
    Binding(
      [("t", .turnForward), ("T", .turnBack)], .run, in: Mode.panes, "turn",
      "one turn on, back: one job from its start, or one timer that fires"),
    Binding(
      [("w", .why)], .why, in: Mode.panes, "why",
      "why is the selected promise so: what it waits for, where its outcome is from, where its time went",
      needs: .promise),
    Binding(
      [("r", .restart)], .run, in: [.demo, .why], "rerun",
      "under promise-tui run: run the program again; twice where it still runs", needs: .restart),
    Binding(
      [("i", .whatIf)], .whatIf, in: Mode.panes.union([.whatIf]), "what if",
      "what if: change how long a timer or work takes, flip an answer, settle a promise by hand, and see "
        + "what comes of it and at which lengths something else would", needs: .changeable),
    Binding(
      [("/", .search)], .find, in: Mode.panes, "find",
      "search names, values, errors and files while you type; in events, the events"),
  ]

  private static let travel: [Binding] = [
    Binding(
      [("{", .previousSettlement), ("}", .nextSettlement)], .run, in: Mode.panes, "settled",
      "previous, next settlement"),
    Binding(
      [("[", .scrubBack), ("]", .scrubForward)], .run, in: Mode.panes, "scrub",
      "a tenth of the run back, on"),
    Binding(
      [("p", .nextOfPromise), ("P", .previousOfPromise)], .run, in: Mode.panes, "promise",
      "next, previous event of the selected promise", needs: .promise),
    Binding(
      [("+", .faster), ("-", .slower)], .run, in: Mode.panes, "speed",
      "twice as fast, half as fast; in the time pane, show a shorter or a longer time",
      needs: .ownPace),
    Binding(
      [("F", .follow)], .run, in: Mode.panes, "follow",
      "go to the newest event and run on from there"),
  ]

  private static let schedules: [Binding] = [
    Binding(
      [("x", .explore)], .schedules, in: Mode.panes, "explore",
      "explore every schedule: what could come out, and how often", needs: .repeatable),
    Binding(
      [("c", .choosing)], .schedules, in: Mode.panes, "choose",
      "be the scheduler: choose what runs next, wherever several things could", needs: .simulated),
    Binding(
      [(.enter, .openOutcome)], .schedules, in: [.explore], "open",
      "in the exploration: open the selected outcome's schedule at the first difference",
      ofRuns: "open the trace of the selected outcome where it parts from the other one",
      needs: .outcome),
  ]

  private static let places: [Binding] = [
    Binding(
      [(":", .goTo)], .places, in: Mode.panes, "go to",
      "an event by number, so many on as +10, a time as 206ms, a promise as p3 or by name"),
    Binding(
      [("g", .start), (.home, .start), ("G", .end), (.end, .end)], .places,
      in: Mode.panes.union([.whatIf]), "start, end", "the start; the end of the run"),
    Binding(
      [("m", .mark)], .places, in: Mode.panes, "mark",
      "set a bookmark at this event, or take it away"),
    Binding(
      [("'", .nextMark), ("\"", .previousMark)], .places, in: Mode.panes, "next mark",
      "go to the next, the previous bookmark, round and round", needs: .bookmark),
  ]

  private static let find: [Binding] = [
    Binding(
      [("n", .nextMatch), ("N", .previousMatch)], .find, in: Mode.panes, "", "next, previous match",
      needs: .search),
    Binding(
      [("f", .filter)], .find, in: Mode.panes, "filter",
      "show only some promises: state:rejected, queue:main, name:fetch, source:Login.swift, "
        + "value:503, tag:7f3 or a word; ! inverts; an empty filter shows all"),
  ]

  private static let select: [Binding] = [
    Binding(
      arrows, .select, in: [.demo, .choosing, .picker, .help], "select",
      "select among the promises of the pane; in a pane of text, scroll; in events, step"),
    Binding(
      arrows, .select, in: [.explore], "select", "select an outcome; in the other panes, scroll"),
    Binding(
      pages, .select, in: [.demo, .choosing, .why, .whatIf, .explore, .picker, .help], "",
      "the same by a page, by half a page"),
    Binding(
      [("h", .parent), ("l", .child)], .select, in: Mode.panes, "parent, child",
      "select the parent, the first child", needs: .promise),
    Binding(
      [(.enter, .source)], .select, in: Mode.bare, "",
      "in the chain, open or close a folded row; else select the promise that its outcome comes from",
      needs: .promise),
    Binding(
      [(.backspace, .returnBack)], .select, in: Mode.bare, "",
      "return to the promise selected before", needs: .trail),
    Binding(
      [("v", .marked)], .why, in: Mode.panes, "mark it",
      "mark the selected promise: w on another one says why these two ran in their order",
      needs: .promise),
  ]

  private static let panes: [Binding] = [
    Binding(
      PaneKind.allCases.filter { $0 != .output }.map { (.character($0.digit), .pane($0)) }, .panes,
      in: [.demo], "panes", "go to a pane by its number", keysText: "1-7"),
    Binding(
      [("8", .pane(.output))], .panes, in: [.demo], "",
      "go to what the program printed, where that is captured", needs: .output),
    Binding(
      ExplorePane.allCases.map { (.character($0.digit), .explorePane($0)) }, .panes, in: [.explore],
      "panes", "outcomes; the passing run; the failing run", keysText: "1-3"),
    Binding(
      [(.tab, .nextPane), (.backTab, .previousPane)], .panes, in: [.demo, .choosing, .explore],
      "next pane", "go to the next, the previous pane"),
    Binding(
      [("o", .fold)], .panes, in: Mode.panes, "fold",
      "in the chain: fold chains of one place into a row each, or unfold them all"),
    Binding(
      [("z", .zoom)], .panes, in: Mode.panes, "zoom", "give the whole screen to the pane, and back"),
    Binding(
      [("<", .scrollLeft), (">", .scrollRight)], .panes, in: Mode.bare, "",
      "scroll the pane to the left, to the right"),
  ]

  private static let picker: [Binding] = [
    Binding(
      [("x", .explore)], .program, in: [.picker], "explore",
      "explore every schedule of the selected demo"),
    Binding(
      [(.right, .nextVariant), (.left, .previousVariant)], .program, in: [.picker], "variant",
      "in the list: the next, the previous variant of the selected demo"),
    Binding(
      [("{", .previousChapter), ("}", .nextChapter)], .program, in: [.picker], "chapter",
      "in the list: the previous, the next chapter"),
    Binding(
      [("/", .search)], .find, in: [.picker], "find",
      "in the list: find a demo by its name, what it teaches, where it comes from"),
    Binding(
      digits(1...9) { .openNumber($0) }, .program, in: [.picker], "run by number",
      "run a demo by its number", keysText: "1-9"),
  ]

  private static let prompt: [Binding] = [
    Binding([(.enter, .accept)], .places, in: [.prompt], "go", "do what the line says"),
    Binding(
      [
        (.left, .cursorLeft), (.right, .cursorRight), (.home, .cursorStart), (.end, .cursorEnd),
        (.control("a"), .cursorStart), (.control("e"), .cursorEnd),
      ], .places, in: [.prompt], "", "move in the line"),
    Binding(
      [
        (.backspace, .erase), (.control("h"), .erase), (.control("w"), .eraseWord),
        (.control("u"), .eraseToStart),
      ], .places, in: [.prompt], "erase", "erase a character, a word, all before the cursor"),
    Binding(
      [(.up, .earlierLine), (.down, .laterLine)], .places, in: [.prompt], "lines before",
      "the lines typed before"),
  ]

  private static let program: [Binding] = [
    Binding(
      [(.escape, .back)], .program, in: [.explore], "back",
      "stop exploring, and go back to where you came from", ofRuns: ""),
    Binding(
      [(.escape, .back)], .program, in: [.demo, .choosing, .help, .prompt, .export], "back",
      "close what is open, end the search, zoom out, let go of the selection, of the filter, go back to "
        + "the list; never quits"),
    Binding(
      [("y", .copy)], .program, in: [.demo, .choosing, .why, .whatIf, .explore], "copy",
      "copy what is selected: the promise, the event, the answers to why, the schedule's token",
      ofRuns: "copy the command line that makes the run again"),
    Binding(
      [("e", .export)], .program, in: Mode.panes, "export",
      "export the run, or a part of it: for Mermaid, Graphviz, Perfetto, as a picture, a page, or events"
    ),
    Binding(
      [("M", .toggleMouse)], .program, in: Mode.lettered, "",
      "mouse on or off; while it is on, Shift selects text as without it"),
    Binding(
      [(.control("l"), .redraw)], .program, in: Set(Mode.allCases), "", "draw the screen anew"),
    Binding(
      [(.control("z"), .suspend)], .program, in: Set(Mode.allCases), "", "suspend; fg resumes"),
    Binding(
      [("?", .help)], .program, in: Mode.lettered, "help", "these keys and what the signs mean"),
    Binding([("q", .quit)], .program, in: Mode.lettered, "quit", "quit"),
    Binding([(.control("c"), .quit)], .program, in: Set(Mode.allCases), "", "quit at once"),
  ]
}
