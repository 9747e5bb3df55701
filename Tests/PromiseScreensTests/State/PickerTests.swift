import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

extension State {
  /// A list of demos with two chapters, of which the first demos begin the course.
  fileprivate static func listing(
    _ width: Int = 80, _ height: Int = 24, _ progress: CourseProgress = CourseProgress()
  ) -> State {
    let names = [
      ("login-fetch-submit", "values travel down a chain, from queue to queue"),
      ("dashboard-race", "the first to settle wins a race"),
      ("cache-or-fetch", "recover continues after an error"),
      ("queue-order", "a serial queue keeps the order"),
      ("quiet", "nothing is printed"),
    ]
    let demos = names.enumerated().map { index, pair in
      var demo = RunDescriptor(name: pair.0, teaches: pair.1)
      demo.startsCourse = index < 2
      demo.chapter = .init(
        name: index < 3 ? "stories" : "queues",
        about: index < 3 ? "whole programs, and bugs that depend on timing" : "where handlers run")
      return demo
    }
    return State(
      size: Size(width: width, height: height), glyphs: .unicode, theme: .color, keys: .standard,
      demos: demos,
      courseProgress: progress)
  }

  /// The names of the listed demos.
  fileprivate var names: [String] { listed.map { demos[$0].name } }
}

/// Presses keys; returns the effects, except those for the description.
@discardableResult
private func strike(_ state: inout State, _ keys: String) -> [Effect] {
  var effects: [Effect] = []
  for key in Key.list(keys) { effects += update(&state, .key(key)) }
  return effects.filter { if case .preview = $0 { false } else { true } }
}

@Suite("The list of demos")
struct PickerTests {
  @Test("Letters find at once: the best match comes first and is selected, with the count")
  func finds() {
    var state = State.listing()
    strike(&state, "fetch")
    #expect(state.names == ["login-fetch-submit", "cache-or-fetch"])
    #expect(state.demoList.picked == 0)
    let screen = view(state).text
    #expect(screen.contains("find: fetch▏") && screen.contains("2 of 5"))
    #expect(!screen.contains("start here") && !screen.contains("dashboard-race"))
    #expect(strike(&state, "<down><enter>") == [.open(demo: "cache-or-fetch")])
  }

  @Test("The initials of a name, several words, and words of the topic find a demo")
  func words() {
    for (typed, name) in [
      ("lfs", "login-fetch-submit"), ("cof", "cache-or-fetch"),
      ("fetch values", "login-fetch-submit"),
      ("wins", "dashboard-race"), ("dsh", "dashboard-race"), ("serial", "queue-order"),
    ] {
      var state = State.listing()
      strike(&state, typed)
      #expect(state.names.first == name, "\(typed): \(state.names)")
    }
    var none = State.listing()
    strike(&none, "zzz")
    #expect(none.names.isEmpty && view(none).text.contains("no demo matches"))
    #expect(strike(&none, "<enter><down>Q").isEmpty)
  }

  @Test("The matched letters of a name are marked")
  func marked() {
    var state = State.listing()
    strike(&state, "lfs")
    let canvas = view(state)
    let row = canvas.text.split(separator: "\n").firstIndex { $0.contains("login-fetch-submit") }
    let marks = (0..<40).filter { x in row.map { canvas[x, $0].role == .match } == true }
    #expect(marks.map { canvas[$0, row ?? 0].text } == ["l", "f", "s"])
  }

  @Test(
    "Esc shows all demos again and keeps the selection; the next one quits, and the footer says so")
  func escape() {
    var state = State.listing()
    strike(&state, "quiet<esc>")
    #expect(state.demoList.finder == nil && state.listed.count == 5 && state.demoList.picked == 4)
    #expect(view(state).text.contains("Esc quit"))
    strike(&state, "f")
    #expect(view(state).text.contains("Esc all"))
    #expect(strike(&state, "<esc>") == [])
    #expect(strike(&state, "<esc>") == [.quit])
  }

  @Test("Every small letter types, q too, and ? helps only while nothing is typed")
  func letters() {
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      var state = State.listing()
      #expect(strike(&state, String(letter)).isEmpty)
      #expect(state.demoList.finder?.line.text == String(letter))
    }
    var state = State.listing()
    strike(&state, "?")
    #expect(state.mode == .help)
    strike(&state, "<esc>")
    #expect(strike(&state, "oq?").isEmpty)
    #expect(state.demoList.finder?.line.text == "oq?")
    #expect(!view(state).text.contains("quit"))
    _ = update(&state, .key(.control("u")))
    #expect(state.demoList.finder == nil)
    #expect(update(&state, .key(.control("c"))) == [.quit])
  }

  @Test("After / all characters are typed; without it, capitals and digits are keys")
  func capitals() {
    var state = State.listing()
    strike(&state, "/QUIET1")
    #expect(state.demoList.finder?.line.text == "QUIET1")
    _ = update(&state, .key(.backspace))
    #expect(state.names == ["quiet"])
    strike(&state, "<esc>race")
    #expect(strike(&state, "Q") == [.prepareQuiz(demo: "dashboard-race")])
    strike(&state, "<esc>")
    #expect(strike(&state, "1") == [.open(demo: "dashboard-race")])
  }

  @Test("Pasted text finds, and control keys erase a letter, a word, everything")
  func editing() {
    var state = State.listing()
    _ = update(&state, .paste("fetch race"))
    #expect(state.demoList.finder?.line.text == "fetch race" && state.listed.isEmpty)
    _ = update(&state, .key(.control("w")))
    #expect(state.names.count == 2)
    _ = update(&state, .key(.control("h")))
    #expect(state.demoList.finder?.line.text == "fetch")
    for _ in 0..<5 { _ = update(&state, .key(.backspace)) }
    #expect(state.demoList.finder == nil && state.listed.count == 5)
    #expect(strike(&state, " ").isEmpty)
    #expect(state.demoList.finder == nil)
  }

  @Test("The demos to begin with are a group at the top; Tab goes from chapter to chapter")
  func groups() {
    var state = State.listing()
    let lines = view(state).text.split(separator: "\n").map(String.init)
    let first = lines.firstIndex { $0.contains("start here") } ?? -1
    #expect(lines[first + 1].contains("1") && lines[first + 1].contains("login-fetch-submit"))
    #expect(lines[first + 3].contains("stories"))
    strike(&state, "<tab>")
    #expect(state.demoList.picked == 2)
    strike(&state, "<tab>")
    #expect(state.demoList.picked == 3)
    strike(&state, "{{")
    #expect(state.demoList.picked == 0)
  }

  @Test(
    "G, End and Home go to the ends; N goes to the next demo that was not played, and wraps around")
  func ends() {
    var state = State.listing(
      80, 24, CourseProgress(played: ["login-fetch-submit", "cache-or-fetch"]))
    strike(&state, "G")
    #expect(state.demoList.picked == 4)
    strike(&state, "<home>")
    #expect(state.demoList.picked == 0)
    strike(&state, "<end>")
    #expect(state.demoList.picked == 4)
    strike(&state, "N")
    #expect(state.demoList.picked == 1)
    strike(&state, "N")
    #expect(state.demoList.picked == 3)
    #expect(view(state).text.contains("2 of 5 played"))
  }

  @Test("What was played has a sign, and what was answered its result")
  func marks() {
    let progress = CourseProgress(
      played: ["dashboard-race"], results: ["quiet": .init(right: 3, of: 4)])
    let lines = view(State.listing(80, 24, progress)).text.split(separator: "\n")
    #expect(lines.first { $0.contains("dashboard-race") }?.contains("✓ dashboard-race") == true)
    #expect(lines.first { $0.contains("quiet") }?.contains("3/4") == true)
    #expect(lines.first { $0.contains("cache-or-fetch") }?.contains("✓") == false)
  }

  @Test("L opens the selected demo with its lesson, if it has one")
  func lesson() {
    var state = State.listing()
    #expect(strike(&state, "L").isEmpty)
    #expect(state.notice != nil && !state.opensLesson)
    var other = State.course(.english)
    #expect(update(&other, .key("L")) == [.open(demo: "zalgo")])
    #expect(other.opensLesson)
  }

  @Test("A run opened from the list returns to it with Esc; one that was opened directly stays")
  func opened() {
    var state = State.listing()
    strike(&state, "race<enter>")
    _ = update(&state, .opened(state.demos[1], real: false, prediction: []))
    #expect(strike(&state, "<esc>") == [.closeDemo])
    #expect(state.mode == .picker && state.demoList.finder?.line.text == "race")

    state = .listing()
    _ = update(&state, .opened(state.demos[1], real: false, prediction: []))
    #expect(strike(&state, "<esc><esc>").isEmpty)
    #expect(state.mode == .demo)
    #expect(state.notice == "nothing is open: D goes to the list of demos, q quits")
    #expect(strike(&state, "D") == [.closeDemo])
    #expect(state.mode == .picker && state.demoList.picked == 1)
  }

  @Test("From 100 columns on, the run of the selected demo is requested once, and described")
  func preview() {
    var state = State.listing(100, 30)
    #expect(
      update(&state, .key(.down)) == [.preview(demo: "dashboard-race", countsQuestions: false)])
    #expect(update(&state, .key(.up)) == [], "one request at a time")
    let preview = DemoPreview(EventStream.loginWithSource)
    #expect(
      update(&state, .previewed(demo: "dashboard-race", preview))
        == [.preview(demo: "login-fetch-submit", countsQuestions: false)])
    #expect(update(&state, .previewed(demo: "login-fetch-submit", preview)) == [])
    let screen = view(state).text
    #expect(screen.contains("✓ login"), "\(screen)")
    #expect(screen.contains("\(preview.promises) promises"))
    #expect(update(&state, .key(.down)) == [], "it is known")

    var narrow = State.listing(99, 30)
    #expect(update(&narrow, .key(.down)) == [])
  }

  @Test("A demo without an answer is not requested again")
  func noPreview() {
    var state = State.listing(120, 40)
    _ = update(&state, .key(.down))
    #expect(update(&state, .previewed(demo: "dashboard-race", nil)) == [])
    #expect(update(&state, .resize(Size(width: 120, height: 41))) == [])
  }

  @Test("While a demo is being opened neither the list nor its keys are there")
  func opening() {
    var state = State.listing()
    state.awaitOpening(of: "quiet")
    let screen = view(state).text
    #expect(!screen.contains("login-fetch-submit") && !screen.contains("Demos"))
    #expect(screen.contains("quiet"))
    #expect(strike(&state, "a<enter>1Q").isEmpty)
    #expect(state.demoList.finder == nil)
    #expect(strike(&state, "q") == [.quit])
    _ = update(&state, .opened(state.demos[4], real: false, prediction: []))
    #expect(state.opening == nil && state.mode == .demo)
  }

  @Test(
    "Every size shows the selected demo",
    arguments: [(40, 10), (40, 12), (80, 24), (100, 30), (200, 50)])
  func sizes(width: Int, height: Int) {
    for typed in ["", "G", "race", "zzz", "/"] {
      var state = State.listing(width, height)
      strike(&state, typed)
      let screen = view(state).text
      guard let name = state.pickedName else { continue }
      #expect(screen.contains(name), "\(typed) at \(width)x\(height)\n\(screen)")
    }
  }
}

@Suite("What is kept of the course")
struct CourseProgressTests {
  @Test("A variant counts as its demo, and only the best result is kept")
  func progress() {
    var progress = CourseProgress()
    let played = [progress.play("all/dictionary"), progress.play("all")]
    #expect(played == [true, false])
    #expect(progress.hasPlayed("all") && progress.hasPlayed("all/tuple"))
    #expect(!progress.hasPlayed("any"))
    let taken = [
      progress.take(.init(right: 2, of: 4), of: "all"),
      progress.take(.init(right: 1, of: 4), of: "all"),
      progress.take(.init(right: 3, of: 4), of: "all/tuple"),
    ]
    #expect(taken == [true, false, true])
    #expect(progress.result(of: "all") == .init(right: 3, of: 4))
  }

  @Test("An answer is kept when it makes the result better")
  func answers() throws {
    var state = State.quiz()
    let question = try #require(state.quiz?.question)
    let questions = try #require(state.quiz?.sheet?.questions.count)
    let effects = update(&state, .key(.character(Character("\(question.right + 1)"))))
    let kept = CourseProgress(results: ["zalgo": .init(right: 1, of: questions)])
    #expect(effects.contains(.keepProgress(kept)))
    #expect(state.courseProgress == kept)
  }
}
