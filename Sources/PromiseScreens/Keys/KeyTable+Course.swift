import PromiseEvents

// The keys of the course: lesson, quiz and what if.
extension KeyTable {
  static let lesson: [Binding] = [
    Binding(
      [(" ", .nextPage), ("n", .nextPage), ("N", .previousPage), ("b", .previousPage)], .course,
      in: [.lesson], "next, back",
      "in the lesson: the next step, the one before; the playhead goes to its event"),
    Binding(
      [("a", .ask)], .course, in: [.lesson], "answer",
      "in the lesson: show the answer to its question, or hide it"),
    Binding([(.escape, .back)], .course, in: [.lesson], "close", "in the lesson: close it"),
    Binding(arrows, .course, in: [.lesson], "scroll", "in the lesson: scroll the page"),
  ]

  static let quiz: [Binding] = [
    Binding(
      digits(1...4) { .answer($0) }, .course, in: [.quiz], "answer",
      "in the quiz: the answer of that number", keysText: "1-4"),
    Binding(
      [(.enter, .nextQuestion)], .course, in: [.quiz], "next",
      "in the quiz: the next question; after the last one, leave"),
    Binding(
      [
        ("n", .nextReason), ("N", .previousReason), (.right, .nextReason), (.left, .previousReason),
      ], .course, in: [.quiz], "why",
      "in the quiz, after the answer: go to the next, the previous event that decides it"),
    Binding([(.escape, .back)], .course, in: [.quiz], "leave", "in the quiz: leave it"),
    Binding(
      [(.tab, .nextPane), (.backTab, .previousPane)], .course, in: [.quiz], "pane",
      "in the quiz: the next, the previous pane beside the question, which the arrow keys scroll"),
    Binding(
      [("s", .skipQuestion)], .course, in: [.quiz], "skip", "in the quiz: leave the question out"),
    Binding(
      arrows, .course, in: [.quiz], "", "in the quiz: scroll the question, or the pane beside it"),
    Binding(pages, .course, in: [.lesson, .quiz], "", "the same by a page, by half a page"),
  ]

  /// What the course adds to a demo.
  static let course: [Binding] = [
    Binding(
      [("L", .lesson)], .course, in: Mode.panes.union([.lesson]), "lesson",
      "read the lesson beside the demo, step by step", needs: .lesson),
    Binding(
      [("Q", .quiz)], .course, in: Mode.panes.union([.picker, .lesson]), "quiz",
      "be asked about the demo: what prints, who wins, on which queue, in what state",
      needs: .questions),
  ]

  static let whatIf: [Binding] = [
    Binding(
      [("r", .settleAs(.rejected))], .whatIf, in: [.settling], "reject",
      "while settling: reject the promise"),
    Binding(
      [("f", .settleAs(.fulfilled))], .whatIf, in: [.settling], "fulfil",
      "while settling: fulfil it with a value that is known or empty"),
    Binding(
      [("c", .settleAs(.cancelled))], .whatIf, in: [.settling], "cancel",
      "while settling: cancel it"),
    Binding(
      [("+", .longer(1)), ("-", .longer(-1))], .whatIf, in: [.whatIf], "1 ms",
      "in what if: the timer or the work takes a millisecond longer, shorter"),
    Binding(
      [(">", .longer(10)), ("<", .longer(-10))], .whatIf, in: [.whatIf], "10 ms",
      "in what if: ten milliseconds longer, shorter"),
    Binding(
      [("f", .flip)], .whatIf, in: [.whatIf], "flip",
      "in what if: a success becomes a failure, a failure a success"),
    Binding(
      [(.escape, .back)], .whatIf, in: [.whatIf, .settling], "close",
      "in what if: give up what is typed or asked, close the panel; then back to the run as it is written"
    ),
    Binding(
      [("s", .settle)], .whatIf, in: [.whatIf], "settle",
      "in what if: settle the promise by hand at this event, then r, f or c"),
    Binding(
      [("u", .undo)], .whatIf, in: [.whatIf], "undo", "in what if: take the last change back"),
    Binding(
      digits(0...9) { .digit($0) }, .whatIf, in: [.whatIf], "type ms",
      "in what if: type how many milliseconds it takes, then Enter", keysText: "0-9"),
    Binding(
      [(.enter, .acceptLength), (.backspace, .eraseDigit)], .whatIf, in: [.whatIf], "",
      "in what if: take the number that was typed; erase a digit"),
    Binding(
      arrows, .whatIf, in: [.whatIf], "rows",
      "in what if: the row above, below; a page scrolls what comes of it"),
  ]

  static let export: [Binding] = [
    Binding(
      [(.enter, .writeExport)], .program, in: [.export], "write",
      "in the panel of exports: write the file, which only you can read"),
    Binding(
      [(.right, .nextPart), (.left, .previousPart)], .program, in: [.export], "part",
      "in the panel of exports: the whole run, up to here, from here on, between the bookmarks"),
    Binding(
      arrows, .program, in: [.export], "form", "in the panel of exports: the form above, below"),
  ]
}
