// The keys of the list of demos, where small letters find a demo, and those of the end of a run.
extension Action {
  static let open = Action("open") { $0.openPicked() }
  static func openNumber(_ number: Int) -> Action {
    Action("open-number-\(number)", nil) { $0.openDemo(number - 1) }
  }
  static let nextVariant = Action("next-variant") { $0.pickVariant(1) }
  static let previousVariant = Action("previous-variant") { $0.pickVariant(-1) }
  static let nextChapter = Action("next-chapter") { $0.pickChapter(1) }
  static let previousChapter = Action("previous-chapter") { $0.pickChapter(-1) }
  static let nextDemo = Action("next-demo") { $0.openNextDemo() }
  static let demos = Action("demos") { $0.leaveRun() }
  static let nextUnplayed = Action("next-unplayed") { $0.pickUnplayed() }

  private static func erasing(
    _ action: Action, _ edit: @escaping @Sendable (inout LineEditor) -> Void
  ) -> Action {
    action.meaning { $0.eraseFound(edit) }
  }
  fileprivate static let eraseFound = erasing(.erase) { $0.erase() }
  fileprivate static let eraseFoundWord = erasing(.eraseWord) { $0.eraseWord() }
  fileprivate static let eraseAllFound = Action.eraseToStart.meaning {
    if $0.demoList.finder == nil { return Action.halfPageUp.perform(&$0) }
    $0.eraseFound { $0.eraseToStart() }
  }
  fileprivate static let first = Action.start.meaning { $0.pickEnd($0.listed.first) }
  fileprivate static let last = Action.end.meaning { $0.pickEnd($0.listed.last) }
}

extension KeyTable {
  static let list: [Binding] = [
    Binding([(.enter, .open)], .program, in: [.picker], "run", "run the selected demo"),
    Binding(
      [("L", .lesson.meaning { $0.openPickedLesson() })], .course, in: [.picker], "lesson",
      "in the list: run the selected demo with its lesson"),
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
      [("/", .search.meaning { $0.beginFinding() })], .find, in: [.picker], "find",
      "in the list: find a demo by letters of its name, or by its title, its topic or its source; small "
        + "letters do that immediately, and after this key all characters"),
    Binding(
      [
        (.backspace, .eraseFound), (.control("h"), .eraseFound),
        (.control("w"), .eraseFoundWord), (.control("u"), .eraseAllFound),
      ], .find, in: [.picker], "",
      "in the list: erase a letter, a word, everything; ^U is half a page up while nothing is typed"
    ),
    Binding(
      [
        (.home, .first), (.end, .last), ("G", .last), (.pageUp, .pageUp), (.pageDown, .pageDown),
        (.control("d"), .halfPageDown),
      ], .select, in: [.picker], "",
      "in the list: first, last demo; a page, half a page"),
  ]
}
