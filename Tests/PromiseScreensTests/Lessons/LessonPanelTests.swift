import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("The lesson on the screen")
struct LessonPanelTests {
  private var words: CourseText { CourseText(.english) }

  @Test("L opens the lesson at its introduction, and closes it")
  func opens() {
    var driver = Driver.course()
    driver.type("L")
    #expect(driver.state.mode == .lesson)
    #expect(driver.screen.contains("Lesson: Inline at once"))
    #expect(driver.screen.contains("A handler with on: nil runs inside the call"))
    driver.type("L")
    #expect(driver.state.mode == .demo)
    driver.type("L")
    driver.press(.escape)
    #expect(driver.state.mode == .demo)
  }

  @Test("The lesson reopens at the page at which it was closed")
  func opensAgain() {
    for close in [Key.escape, .character("L")] {
      var driver = Driver.course()
      driver.type("L n")
      driver.press(close)
      driver.type("L")
      #expect(driver.state.run?.lesson?.page == .step(1))
      #expect(driver.screen.contains("step 2 of 2"))
    }
  }

  @Test("A key of the demo says that the lesson has to be closed first")
  func inTheWay() {
    for key in "wxit" {
      var driver = Driver.course()
      driver.type("L\(key)")
      #expect(driver.state.notice == "close the lesson first: Esc")
      #expect(driver.state.mode == .lesson)
    }
  }

  @Test("Emphasis and code lose their marks; an asterisk that marks nothing stays")
  func marks() {
    #expect(Prose.plain("a *b* **c d** `e*f` and `*`") == "a b c d e*f and *")
    #expect(Prose.plain("2 * 3 * 4, a* lone, **open") == "2 * 3 * 4, a* lone, **open")
    #expect(Prose.plain("只有*一次*") == "只有一次")
    let spans = Prose.lines("an *odd* one", width: 40)[0].spans
    #expect(spans.map(\.text) == ["an ", "odd", " one"] && spans[1].role == .heading)
  }

  @Test("Without a lesson, L says so")
  func none() {
    var driver = Driver()
    driver.type("L")
    #expect(driver.state.notice == "this demo has no lesson")
  }

  @Test("Space goes to the next step: the playhead is at its event, and the run advances as needed")
  func steps() throws {
    var driver = Driver.course()
    driver.type("L ")
    #expect(driver.screen.contains("1. The promise is settled"))
    #expect(driver.screen.contains("step 1 of 2"))
    guard case .settled(let settlement)? = driver.event?.kind else {
      Issue.record("\(driver.event as Any)")
      return
    }
    #expect(settlement.promise == 1)
    driver.type("n")
    #expect(driver.event?.kind == .jobStarted(job: 2, child: 3, queue: 1))
    driver.type("b")
    #expect(driver.state.run?.lesson?.page == .step(0))
    driver.type("NN")
    #expect(driver.state.run?.lesson?.page == .introduction)
    #expect(driver.playhead == 0 && driver.state.notice == words.firstPage)
  }

  @Test("A claim has a check mark once the playhead has passed what shows it")
  func claims() {
    var driver = Driver.course(like: .picker(200, 50))
    driver.type("L ")
    #expect(driver.screen.contains("✓ p is fulfilled with 1  event 6"))
    #expect(driver.screen.contains("○ note B before note D  at event"))
    #expect(driver.screen.contains("· with answer=late: note D before note B"))
    let end = EventStream.puzzle().events.count
    for _ in 0..<end { driver.press(.right) }
    #expect(driver.screen.contains("✓ note B before note D  event"))
    #expect(driver.screen.contains("✓ never inline rejected  event \(end)"))
  }

  @Test("In a different run, a claim that does not hold says so")
  func otherwise() {
    var driver = Driver(
      EventStream.puzzle(inline: false).events, state: .course(.english, like: .picker(200, 50)))
    driver.type("L ")
    #expect(driver.screen.contains("✗ note B before note D  not in this run"))
  }

  @Test("Without a prediction, a claim is decided when the run has ended")
  func noPrediction() {
    var driver = Driver.course(like: .picker(200, 50), predicts: false)
    driver.type("L")
    #expect(driver.state.run?.lesson?.steps.isEmpty == false)
    driver.press(.escape)
    driver.type("GL ")
    #expect(driver.screen.contains("✓ p is fulfilled with 1  event 6"))
  }

  @Test("a shows and hides the answer; a page without a question says so")
  func ask() {
    var driver = Driver.course(like: .picker(200, 50))
    driver.type("L ")
    #expect(driver.screen.contains("Question: Does the handler run before the"))
    #expect(!driver.screen.contains("Answer: Yes: on: nil asks"))
    driver.type("a")
    #expect(driver.screen.contains("Answer: Yes: on: nil asks for no queue."))
    driver.type("a")
    #expect(!driver.screen.contains("Answer: Yes: on: nil asks"))
    driver.type("na")
    #expect(driver.state.notice == words.noQuestion)
  }

  @Test("On a small screen the answer is scrolled into view")
  func scrolls() {
    var driver = Driver.course(like: .picker(80, 24))
    driver.type("L a")
    #expect(driver.screen.contains("(Rule 2)"))
  }

  @Test("After the steps, the table of other libraries is the last page")
  func sections() {
    var driver = Driver.course()
    driver.type("L   ")
    #expect(driver.state.run?.lesson?.page == .section(0))
    #expect(driver.screen.contains("PromiseKit 8     A B D C  on: nil is inline"))
    driver.type(" ")
    #expect(driver.state.notice == words.lastPage)
  }

  @Test("Columns are aligned even with wide characters")
  func wide() throws {
    var driver = Driver.course(.chinese, like: .picker(80, 24))
    driver.type("L   ")
    let canvas = view(driver.state)
    let columns = (0..<canvas.height).compactMap { y in
      (0..<canvas.width).first { x in
        (0..<7).map { canvas[x + $0, y].text }.joined().hasSuffix(" C")
          && canvas[x, y].text == "A"
      }
    }
    #expect(Set(columns).count == 1 && columns.count == 3)
    #expect(driver.screen.contains("其他库的表现"))
  }

  @Test(
    "The left and right arrow keys step the run while the lesson is open; up and down scroll it"
  )
  func arrows() {
    var driver = Driver.course(like: .picker(40, 12))
    driver.type("L ")
    let playhead = driver.playhead
    driver.press(.right)
    #expect(driver.playhead == playhead + 1)
    driver.press(.down, .down)
    #expect(driver.state.run?.lesson?.scroll == 2)
    driver.press(.up)
    #expect(driver.state.run?.lesson?.scroll == 1)
    for _ in 0..<20 { driver.press(.pageDown) }
    #expect(driver.state.run?.lesson?.scroll == driver.state.run?.lesson?.sheet(driver.state)?.last)
  }

  @Test("A demo opened for its lesson is paused, with the lesson open")
  func opensWithRun() {
    var state = State.course()
    state.openLesson()
    _ = update(
      &state,
      .opened(state.demos[0], real: false, prediction: EventStream.puzzle().events))
    #expect(state.mode == .lesson && state.run?.playing == false)
  }
}
