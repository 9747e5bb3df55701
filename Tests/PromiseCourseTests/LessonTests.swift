import PromiseGraph
import PromiseInsight
import PromiseExploration
import PromiseKitLite
import Testing
@testable import PromiseCourse

@Suite("Lessons in Markdown")
struct LessonTests {
  private static let text = """
    # Two steps

    What this is about,
    in a paragraph.

    ## 1. It begins

    > `load created`

    Look at `load`.

    - `load is pending` because nobody answered.
    - a plain item

    **Question.** What next?

    **Answer.** It settles. (Rule 1)

    ## 2. It ends

    > `end`

    - `load before show`

    ## In other libraries

    What was seen:

    | library | order |
    |---|---|
    | PromiseKit | a b |
    | Bolts | b a |
    """

  @Test(
    "A lesson has an introduction; steps with moment, claims, question, and answer; and sections")
  func whole() throws {
    let lesson = try Lesson(markdown: Self.text)
    #expect(lesson.title == "Two steps")
    #expect(lesson.introduction == [.paragraph("What this is about, in a paragraph.")])
    #expect(lesson.steps.map(\.title) == ["It begins", "It ends"])
    #expect(lesson.steps.map(\.moment.text) == ["load created", "end"])
    let step = lesson.steps[0]
    #expect(step.blocks == [.paragraph("Look at `load`."), .item("a plain item")])
    #expect(step.claims.map(\.claim.text) == ["load is pending"])
    #expect(step.claims.map(\.remark) == ["because nobody answered."])
    #expect(step.question == "What next?" && step.answer == "It settles. (Rule 1)")
    #expect(lesson.steps[1].question == nil)
    #expect(
      lesson.sections == [
        LessonSection(
          title: "In other libraries",
          blocks: [
            .paragraph("What was seen:"),
            .table(
              header: ["library", "order"], rows: [["PromiseKit", "a b"], ["Bolts", "b a"]]),
          ])
      ])
  }

  @Test("Lines of Chinese are joined without a space, and their questions use Chinese markers")
  func chinese() throws {
    let lesson = try Lesson(
      markdown: """
        # 开始

        第一行，
        第二行 load
        结束。

        ## 1. 开始

        > `start`

        **问题。** 为什么？

        **答案。** 因为。（规则 1）
        """, language: .chinese)
    #expect(lesson.introduction == [.paragraph("第一行，第二行 load 结束。")])
    #expect(lesson.steps[0].question == "为什么？" && lesson.steps[0].answer == "因为。（规则 1）")
  }

  @Test(
    "What is wrong in a lesson is reported with the line",
    arguments: [
      ("", "a lesson must start with '# TITLE'"),
      ("# A", "'A' has no step '## 1. …'"),
      ("# A\n## 1. B\n", "line 2: step 'B' names no moment: > `fetch starts`"),
      ("# A\n## 2. B\n", "line 2: this is step 1, not 2"),
      (
        "# A\n## 1. B\n> fetch starts\n",
        "line 3: a quote must name the moment of a step, as in > `fetch starts`"
      ),
      (
        "# A\n## 1. B\n> `end`\n\n**Question.** C\n",
        "line 2: step 'B' has a question or an answer, but not both"
      ),
    ])
  func problems(text: String, problem: String) {
    #expect(throws: InputError.self) { try Lesson(markdown: text) }
    do { _ = try Lesson(markdown: text) } catch { #expect("\(error)" == problem) }
  }

  @Test("An item that is code but not a claim is an error that explains what a claim is")
  func noClaim() {
    do {
      _ = try Lesson(markdown: "# A\n## 1. B\n> `end`\n- `fetch` goes\n")
      Issue.record("it was read")
    } catch {
      #expect(
        error.line == 4
          && error.sentence.hasPrefix("'fetch' is not an expectation; an expectation is"))
    }
  }

  @Test("A locale chooses the language")
  func languages() {
    #expect(["zh_CN.UTF-8", "zh", "zh-Hans"].allSatisfy { Language(locale: $0) == .chinese })
    #expect(["", "C", "en_US", "zhuang", "de"].allSatisfy { Language(locale: $0) == .english })
  }
}
