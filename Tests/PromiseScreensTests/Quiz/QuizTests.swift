import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("The quiz on the screen")
struct QuizTests {
  private var words: CourseText { CourseText(.english) }

  private func press(_ state: inout State, _ keys: String) -> [Effect] {
    Key.list(keys).flatMap { update(&state, .key($0)) }
  }

  /// The digit of the right answer, and that of a wrong one.
  private func digits(_ state: State) throws -> (right: Character, wrong: Character) {
    let question = try #require(state.quiz?.question)
    let wrong = question.right == 0 ? 1 : 0
    return (Character("\(question.right + 1)"), Character("\(wrong + 1)"))
  }

  @Test("Q requests the questions about the open or selected demo")
  func begins() {
    var driver = Driver.course()
    driver.type("Q")
    #expect(driver.effects == [.prepareQuiz(demo: "zalgo")])
    #expect(driver.state.mode == .quiz)
    var picker = State.course()
    #expect(press(&picker, "<down>Q") == [.prepareQuiz(demo: "other")])
  }

  @Test("While a question is open, no pane shows later events")
  func hidden() throws {
    var state = State.quiz()
    #expect(state.quiz?.question?.kind == .order)
    for _ in 0..<6 {
      let screen = view(state).text
      #expect(!screen.contains("'B'") && !screen.contains("note B\n"))
      let run = try #require(state.quiz?.run)
      #expect(run.history.last == state.quiz?.question?.event && run.prediction == nil)
      _ = press(&state, "<tab>")
    }
  }

  @Test("The right digit is right: score, explanation, and the playhead at the decisive event")
  func right() throws {
    var state = State.quiz()
    let effects = press(&state, "\(try digits(state).right)")
    guard case .answeredQuestion(let record)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(record.isRight && record.demo == "zalgo" && record.kind == .order)
    #expect(record.choices[record.chosen] == "A → B → D → C")
    #expect(state.score.right == 1)
    let question = try #require(state.quiz?.question)
    #expect(state.quiz?.run?.playhead == question.deciding[0])
    #expect(view(state).text.contains("✓ correct"))
    #expect(view(state).text.contains("score 1 of 1"))
  }

  @Test("A wrong digit is wrong, and the explanation begins where it first differs")
  func wrong() throws {
    var state = State.quiz()
    _ = press(&state, "\(try digits(state).wrong)")
    #expect(state.score.right == 0 && state.score.records.count == 1)
    let screen = view(state).text
    #expect(screen.contains("✗ incorrect") && screen.contains("correct answer"))
    let run = try #require(state.quiz?.run)
    // The job that prints B starts there; in the wrong order it starts later.
    #expect(run.graph.currentJob == 1)
  }

  @Test(
    "After an answer the verdict is on the screen, whatever the question was", arguments: [80, 40])
  func verdict(width: Int) throws {
    var state = State.quiz(like: width == 80 ? .picker(80, 24) : .picker(40, 12))
    for _ in 0..<(state.quiz?.sheet?.questions.count ?? 0) {
      _ = press(&state, "\(try digits(state).wrong)")
      #expect(view(state).text.contains("✗ incorrect"))
      _ = press(&state, "<enter>")
    }
    #expect(state.quiz?.stage == .over)
    for key in "2sn" {
      _ = press(&state, "\(key)")
      #expect(state.notice == words.isOver)
    }
  }

  @Test("Q in a run by another schedule says what the quiz is about, and does not start it")
  func anotherRun() {
    var driver = Driver(EventStream.choices.events)
    driver.type("Q")
    #expect(driver.state.quiz == nil)
    #expect(
      driver.state.notice == "the quiz is about the original run, and this one is changed")
  }

  @Test("n and N step through the deciding events, and say when there are no more")
  func reasons() throws {
    var state = State.quiz()
    _ = press(&state, "\(try digits(state).right)")
    let deciding = try #require(state.quiz?.question).deciding
    var seen = [state.quiz?.run?.playhead]
    for _ in 1..<deciding.count {
      _ = press(&state, "n")
      seen.append(state.quiz?.run?.playhead)
    }
    #expect(seen == deciding.map { $0 })
    _ = press(&state, "n")
    #expect(state.notice == words.lastReason)
    _ = press(&state, "N")
    #expect(state.quiz?.run?.playhead == deciding[deciding.count - 2])
    for _ in 0..<deciding.count { _ = press(&state, "N") }
    #expect(state.notice == words.firstReason)
  }

  @Test("Enter continues only after the answer; s skips a question")
  func next() throws {
    var state = State.quiz()
    _ = press(&state, "<enter>")
    #expect(state.notice == "choose 1-2" && state.quiz?.index == 0)
    _ = press(&state, "s")
    #expect(state.quiz?.index == 1 && state.score.records.isEmpty)
    _ = press(&state, "1")
    #expect(state.score.records.count == 1)
    _ = press(&state, "1")
    #expect(state.score.records.count == 1 && state.notice == words.isAnswered)
    #expect(press(&state, "<enter>") == [.askedQuestion])
    #expect(state.quiz?.index == 2)
  }

  @Test("A digit without a choice answers nothing")
  func noChoice() {
    var state = State.quiz()
    #expect(press(&state, "4") == [])
    #expect(state.notice == "choose 1-2" && state.score.records.isEmpty)
  }

  @Test("After the last question, the summary lists what to review; Enter leaves")
  func summary() throws {
    var state = State.quiz()
    let count = try #require(state.quiz?.sheet).questions.count
    for number in 0..<count {
      let digits = try digits(state)
      _ = press(&state, "\(number == 0 ? digits.wrong : digits.right)<enter>")
    }
    let screen = view(state).text
    #expect(screen.contains("score \(count - 1) of \(count)"))
    #expect(screen.contains("Review these") && screen.contains("promise-tui demo zalgo"))
    #expect(screen.contains("What prints, in order?"))
    #expect(press(&state, "<enter>") == [.endQuiz])
    #expect(state.quiz == nil && state.mode == .picker)
  }

  @Test("The score is that of the session: another quiz adds to it")
  func session() throws {
    var state = State.quiz()
    _ = press(&state, "\(try digits(state).right)<esc>")
    #expect(state.notice == "Quiz: score 1 of 1")
    _ = state.startQuiz(["zalgo"])
    _ = update(&state, .quizPrepared(.puzzle()))
    _ = press(&state, "\(try digits(state).wrong)")
    #expect(view(state).text.contains("score 1 of 2"))
  }

  @Test("Esc returns to the same screen")
  func leave() {
    var driver = Driver.course()
    driver.type(":12")
    driver.press(.enter)
    let picture = driver.screen
    driver.type("Q")
    driver.send(.quizPrepared(.puzzle()))
    driver.press(.escape)
    #expect(driver.screen == picture)
  }

  @Test("Demos follow one another; those without questions are skipped")
  func several() throws {
    var state = State.course()
    #expect(state.startQuiz(["other", "zalgo"]) == [.prepareQuiz(demo: "other")])
    let empty = QuizSheet(demo: "other", events: [], questions: [])
    #expect(update(&state, .quizPrepared(empty)) == [.prepareQuiz(demo: "zalgo")])
    #expect(update(&state, .quizPrepared(.puzzle())) == [.askedQuestion])
    // A late answer to an earlier request changes nothing.
    #expect(update(&state, .quizPrepared(empty)) == [])
    #expect(view(state).text.contains("demo 2 of 2"))
    for _ in 0..<(state.quiz?.sheet?.questions.count ?? 0) { _ = press(&state, "s") }
    #expect(view(state).text.contains("there was nothing to ask") || state.score.records.isEmpty)
    #expect(state.quiz?.stage == .over)
  }

  @Test("If there is no question at all, the quiz says so")
  func nothing() {
    var state = State.course()
    _ = state.startQuiz(["other"])
    _ = update(&state, .quizPrepared(QuizSheet(demo: "other", events: [], questions: [])))
    #expect(state.notice == "there is nothing to ask about other")
    #expect(view(state).text.contains("there was nothing to ask"))
  }

  @Test("After the answer, the table of other libraries is beside the run if there is room")
  func table() throws {
    for (width, height) in [(80, 24), (132, 43), (200, 50)] {
      var state = State.quiz(like: .picker(width, height))
      #expect(!view(state).text.contains("google/promises"))
      _ = press(&state, "\(try digits(state).right)")
      #expect(try QuizLayout(#require(state.quiz), state).table != nil)
      #expect(view(state).text.contains("google/promises  A D B C"))
    }
    var small = State.quiz(like: .picker(40, 12))
    _ = press(&small, "\(try digits(small).right)")
    for _ in 0..<6 { _ = press(&small, "<pagedown>") }
    #expect(try QuizLayout(#require(small.quiz), small).table == nil)
    #expect(view(small).text.contains("google/promises"))
  }

  @Test("A click on a choice answers")
  func click() throws {
    var state = State.quiz()
    let rows = view(state).text.split(separator: "\n")
    let row = try #require(rows.firstIndex { $0.contains("A → B → D → C") })
    _ = update(&state, .mouse(Mouse(.press, x: 6, y: row)))
    #expect(state.score.right == 1)
  }

  @Test("The quiz is in Chinese if that is the language")
  func chinese() throws {
    var state = State.quiz(.chinese)
    #expect(view(state).text.contains("按 什 么 顺 序 打 印 ？".filter { $0 != " " }))
    _ = press(&state, "\(try digits(state).right)")
    #expect(view(state).text.contains("答对了"))
  }
}
