import PromiseGraph
import PromiseInsight
import PromiseCourse
import PromiseKitLite
import TestSupport

@testable import PromiseScreens

extension EventStream {
  private static let puzzleSource = """
    // Which of the two is inline, and what is printed?
    func puzzle() {
      print("A")
      let p = Promise.value(1)
      p.done(label: "inline", on: nil) { _ in note("B") }
      p.done(label: "queued") { _ in note("C") }
      note("D")
    }
    """

  /// One handler inline, one on main: `A B D C`, or, if nothing is inline, `A D B C`.
  static func puzzle(inline: Bool = true) -> EventStream {
    var stream = EventStream()
    let main: QueueID = 1
    let nowhere: QueueID = 2
    stream.at(0, thread: 1)
    stream.post(.sourceText(file: "Demos/Login.swift", firstLine: 1, text: puzzleSource))
    stream.queue(main, "main")
    stream.queue(nowhere, "inline", inline ? .immediate : .serial)
    stream.post(.note("A"))
    stream.root(1, "p", .pending, line: 4)
    stream.fulfill(1, "1")
    stream.link(2, on: 1, .done, "inline", queue: inline ? nowhere : main, line: 5)
    stream.enqueue(1, 2, on: inline ? nowhere : main)
    let first = { (stream: inout EventStream) in
      stream.start(1, 2, on: inline ? nowhere : main)
      stream.post(.note("B"))
      stream.end(1, 2, on: inline ? nowhere : main)
      stream.fulfill(2, "()")
    }
    if inline { first(&stream) }
    stream.link(3, on: 1, .done, "queued", queue: main, line: 6)
    stream.enqueue(2, 3, on: main)
    stream.post(.note("D"))
    stream.at(0, thread: 1, queue: main)
    if !inline { first(&stream) }
    stream.start(2, 3, on: main)
    stream.post(.note("C"))
    stream.end(2, 3, on: main)
    stream.fulfill(3, "()")
    return stream
  }
}

extension QuizSheet {
  /// Questions about ``EventStream/puzzle(inline:)``.
  static func puzzle(_ demo: String = "zalgo") -> QuizSheet {
    let events = EventStream.puzzle().events
    let maker = QuizMaker(
      QuizRun(events), others: [QuizRun(EventStream.puzzle(inline: false).events)], name: demo)
    return QuizSheet(demo: demo, events: events, questions: maker.questions())
  }
}

extension Lesson {
  private static let english = """
    # Inline at once

    A handler with `on: nil` runs **inside** the call that hangs it on, where the promise is settled
    already. Watch when `B` is printed.

    ## 1. The promise is settled

    > `p fulfilled`

    It has its value before anything hangs on it.

    - `p is fulfilled with 1`
    - `inline on inline` at once
    - `note B before note D`
    - `never inline rejected`
    - `with answer=late: note D before note B`

    **Question.** Does the handler run before the next line?

    **Answer.** Yes: `on: nil` asks for no queue. (Rule 2)

    ## 2. The other one waits

    > `queued starts`

    - `queued on main`

    ## In other libraries

    Nobody else starts a handler inside the call.

    | library | order | why |
    |---|---|---|
    | PromiseKit 8 | A B D C | `on: nil` is inline |
    | google/promises | A D B C | always queued |
    | JavaScript | A D B C | microtasks |
    """

  private static let chinese = """
    # 立即内联

    带 `on: nil` 的处理函数在挂接它的调用**之内**运行，只要 promise 已经敲定。请注意 `B` 何时打印。

    ## 1. promise 已经敲定

    > `p fulfilled`

    在任何东西挂接之前，它已经有了值。

    - `p is fulfilled with 1`
    - `inline on inline` 立即运行
    - `note B before note D`
    - `never inline rejected`
    - `with answer=late: note D before note B`

    **问题。** 处理函数会在下一行之前运行吗？

    **答案。** 会：`on: nil` 不要求队列。（规则 2）

    ## 2. 另一个在等待

    > `queued starts`

    - `queued on main`

    ## 其他库的表现

    没有别的库会在调用之内启动处理函数。

    | 库 | 顺序 | 原因 |
    |---|---|---|
    | PromiseKit 8 | A B D C | `on: nil` 是内联的 |
    | google/promises | A D B C | 总是排队 |
    | JavaScript | A D B C | 微任务 |
    """

  /// A lesson for ``EventStream/puzzle(inline:)``.
  static func puzzle(_ language: Language) -> Lesson? {
    try? Lesson(markdown: language == .chinese ? chinese : english, language: language)
  }
}

extension State {
  /// The list of demos, of which the first has a lesson; `state` in the given language.
  static func course(_ language: Language = .english, like state: State = .picker()) -> State {
    var zalgo = RunDescriptor(name: "zalgo", teaches: "inline at one time and queued at another")
    zalgo.lesson = .puzzle(state.glyphs == .ascii ? .english : language)
    return State(
      size: state.size, glyphs: state.glyphs, theme: state.theme, keys: .standard,
      demos: [zalgo, RunDescriptor(name: "other", teaches: "something else")], language: language)
  }

  /// The quiz about the demo with a lesson, with its first question open.
  static func quiz(_ language: Language = .english, like state: State = .picker()) -> State {
    var state = State.course(language, like: state)
    _ = state.startQuiz(["zalgo"])
    _ = update(&state, .quizPrepared(.puzzle()))
    return state
  }
}

extension Driver {
  /// The demo with a lesson, before its first event.
  static func course(
    _ language: Language = .english, like state: State = .picker(), predicts: Bool = true
  ) -> Driver {
    Driver(
      EventStream.puzzle().events, state: .course(language, like: state), predicts: predicts)
  }
}
