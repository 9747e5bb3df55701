import PromiseEvents

// The keys of the course: lesson, quiz and what-if.
extension KeyTable {
  static let lesson: [Binding] = [
    Binding(
      [(" ", .nextPage), ("n", .nextPage), ("N", .previousPage), ("b", .previousPage)], .course,
      in: [.lesson], "next, back",
      "in the lesson: next, previous step; the playhead moves to its event"),
    Binding(
      [("a", .ask)], .course, in: [.lesson], "answer",
      "in the lesson: show or hide the answer"),
    Binding([(.escape, .back)], .course, in: [.lesson], "close", "in the lesson: close it"),
    Binding(arrows, .course, in: [.lesson], "scroll", "in the lesson: scroll the page"),
  ]

  static let quiz: [Binding] = [
    Binding(
      digits(1...4) { .answer($0) }, .course, in: [.quiz], "answer",
      "in the quiz: choose the answer with that number", keysText: "1-4"),
    Binding(
      [(.enter, .nextQuestion)], .course, in: [.quiz], "next",
      "in the quiz: next question; after the last one, leave"),
    Binding(
      [
        ("n", .nextReason), ("N", .previousReason), (.right, .nextReason), (.left, .previousReason),
      ], .course, in: [.quiz], "why",
      "in the quiz, after the answer: go to the next, previous event that decides it"),
    Binding([(.escape, .back)], .course, in: [.quiz], "leave", "in the quiz: leave it"),
    Binding(
      [(.tab, .nextPane), (.backTab, .previousPane)], .course, in: [.quiz], "pane",
      "in the quiz: next, previous pane beside the question; the arrow keys scroll it"),
    Binding([("s", .skipQuestion)], .course, in: [.quiz], "skip", "in the quiz: skip the question"),
    Binding(
      arrows, .course, in: [.quiz], "", "in the quiz: scroll the question, or the pane beside it"),
    Binding(pages, .course, in: [.lesson, .quiz], "", "scroll by a page, by half a page"),
  ]

  /// What the course adds to a demo.
  static let course: [Binding] = [
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

  static let whatIf: [Binding] = [
    Binding(
      [("r", .settleAs(.rejected))], .whatIf, in: [.settling], "reject",
      "while settling: reject the promise"),
    Binding(
      [("f", .settleAs(.fulfilled))], .whatIf, in: [.settling], "fulfill",
      "while settling: fulfill it, with a known value or an empty one"),
    Binding(
      [("c", .settleAs(.cancelled))], .whatIf, in: [.settling], "cancel",
      "while settling: cancel it"),
    Binding(
      [(.left, .longer(-1)), (.right, .longer(1)), ("-", .longer(-1)), ("+", .longer(1))], .whatIf,
      in: [.whatIf], "1 ms", "in what-if: make the timer or the job 1 ms shorter, longer"),
    Binding(
      [(">", .longer(10)), ("<", .longer(-10))], .whatIf, in: [.whatIf], "10 ms",
      "in what-if: 10 ms longer, shorter"),
    Binding(
      [("[", .previousCritical), ("]", .nextCritical)], .whatIf, in: [.whatIf], "next change",
      "in what-if: make it shorter, longer until the outcome changes: 1 ms past the next critical value"
    ),
    Binding(
      [("f", .flip)], .whatIf, in: [.whatIf], "flip",
      "in what-if: turn a success into a failure, a failure into a success"),
    Binding(
      [(.escape, .back)], .whatIf, in: [.whatIf, .settling], "close",
      "in what-if: discard what is typed, close the panel, return to the original run"),
    Binding(
      [("s", .settle)], .whatIf, in: [.whatIf], "settle",
      "in what-if: settle the promise by hand at this event; then press r, f or c"),
    Binding(
      [("u", .undo)], .whatIf, in: [.whatIf], "undo", "in what-if: undo the last change"),
    Binding(
      digits(0...9) { .digit($0) }, .whatIf, in: [.whatIf], "type ms",
      "in what-if: type the length in milliseconds, then Enter", keysText: "0-9"),
    Binding(
      [(.enter, .acceptLength), (.backspace, .eraseDigit)], .whatIf, in: [.whatIf], "",
      "in what-if: accept the typed number; erase a digit"),
    Binding(
      arrows, .whatIf, in: [.whatIf], "rows",
      "in what-if: previous, next row; the page keys scroll the results"),
  ]

  static let export: [Binding] = [
    Binding(
      [(.enter, .writeExport)], .program, in: [.export], "write",
      "in the export panel: write the file; only you can read it"),
    Binding(
      [(.right, .nextPart), (.left, .previousPart)], .program, in: [.export], "part",
      "in the export panel: the whole run, up to here, from here on, between the bookmarks"),
    Binding(
      arrows, .program, in: [.export], "format", "in the export panel: previous, next format"),
  ]
}
