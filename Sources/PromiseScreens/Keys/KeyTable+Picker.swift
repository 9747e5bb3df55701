// The keys of the list of demos, where small letters find a demo, and those of the end of a run.
extension KeyTable {
  static let list: [Binding] = [
    Binding([(.enter, .open)], .program, in: [.picker], "run", "run the selected demo"),
    Binding(
      [(.escape, .back)], .find, in: [.picker], "all",
      "in the list: show all demos again; never quits", needs: .typed),
    Binding(
      [("L", .lesson)], .course, in: [.picker], "lesson",
      "in the list: run the selected demo with its lesson"),
  ]

  static let compare: [Binding] = [
    Binding(
      [(.enter, .openCompared)], .compare, in: [.compare], "open",
      "beside two runs: open the chosen run at the selected difference; Esc comes back"),
    Binding(
      [(.left, .chooseRun(.before)), (.right, .chooseRun(.after))], .compare, in: [.compare],
      "A, B",
      "beside two runs: choose run A, run B"),
    Binding(
      [("w", .why)], .compare, in: [.compare], "why",
      "beside two runs: open the chosen run and explain the promise of the difference, or why two handlers "
        + "ran in their order there"),
    Binding(
      [("g", .start), (.home, .start), ("G", .end), (.end, .end)], .compare, in: [.compare], "",
      "beside two runs: first, last difference"),
  ]

  static let picker: [Binding] = [
    Binding(
      [(.up, .up), (.down, .down), (.control("p"), .up), (.control("n"), .down)], .select,
      in: [.picker], "select", "in the list: previous, next demo"),
    Binding(
      [(.right, .nextVariant), (.left, .previousVariant)], .program, in: [.picker], "variant",
      "in the list: next, previous variant of the selected demo"),
    Binding(
      [("N", .nextUnplayed)], .course, in: [.picker], "not played",
      "in the list: next demo that was not played yet; wraps around"),
    Binding(
      [("X", .explore)], .schedules, in: [.picker], "explore",
      "in the list: explore every schedule of the selected demo"),
    Binding(
      [
        (.tab, .nextPane), (.backTab, .previousPane), ("}", .nextChapter), ("{", .previousChapter),
      ], .select, in: [.picker], "chapter", "in the list: next, previous chapter"),
    Binding(
      digits(1...9) { .openNumber($0) }, .program, in: [.picker], "run by number",
      "in the list: run a demo by its number", keysText: "1-9"),
    Binding(
      [("/", .search)], .find, in: [.picker], "find",
      "in the list: find a demo by letters of its name, or by its title, its topic or its source; small "
        + "letters do that immediately, and after this key all characters"),
    Binding(
      [
        (.backspace, .erase), (.control("h"), .erase), (.control("w"), .eraseWord),
        (.control("u"), .eraseToStart),
      ], .find, in: [.picker], "",
      "in the list: erase a letter, a word, everything; ^U is half a page up while nothing is typed"
    ),
    Binding(
      [
        (.home, .start), (.end, .end), ("G", .end), (.pageUp, .pageUp), (.pageDown, .pageDown),
        (.control("d"), .halfPageDown),
      ], .select, in: [.picker], "",
      "in the list: first, last demo; a page, half a page"),
  ]

  static let ended: [Binding] = [
    Binding(
      [(" ", .toggleRunning)], .run, in: [.ended], "play again",
      "at the end of a run: play it again from its start"),
    Binding(
      [("n", .nextDemo)], .course, in: [.ended], "next demo",
      "at the end of a run: open the next demo", needs: .nextDemo),
    Binding(
      [(.escape, .back)], .program, in: [.ended], "close",
      "at the end of a run: close the card; moving closes it, too"),
  ]
}
