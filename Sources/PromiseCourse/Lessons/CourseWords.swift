package import PromiseGraph

/// What the panels of the course say themselves, in one language.
package struct CourseWords: Hashable, Sendable {
  package let language: Language

  package init(_ language: Language) { self.language = language }

  /// What stands in the tables for both languages.
  func say(_ english: String, _ chinese: String) -> String {
    language == .chinese ? chinese : english
  }
}

// MARK: - The lesson

extension CourseWords {
  package var lesson: String { say("Lesson", "课程") }
  package var introduction: String { say("what this is about", "简介") }
  package var claims: String { say("What the events show", "事件所示") }
  package var question: String { say("Question", "问题") }
  package var answer: String { say("Answer", "答案") }
  /// After a word that something follows.
  package var colon: String { say(": ", "：") }
  package var comma: String { say(", ", "，") }
  package var showsAnswer: String { say("a shows the answer", "按 a 显示答案") }
  package var noLesson: String { say("this demo has no lesson", "此演示没有课程") }
  package var closeLesson: String { say("close the lesson first: Esc", "请先关闭课程：按 Esc") }
  package var lastPage: String { say("this is the last page", "已是最后一页") }
  package var firstPage: String { say("this is the first page", "已是第一页") }

  /// `step 2 of 5`
  package func step(_ number: Int, of count: Int) -> String {
    say("step \(number) of \(count)", "第 \(number) 步，共 \(count) 步")
  }

  /// `event 31`
  package func event(_ number: Int) -> String { say("event \(number)", "事件 \(number)") }

  /// A claim's event lies ahead.
  package func notYet(_ number: Int) -> String { say("at event \(number)", "见事件 \(number)") }
  package var notInThisRun: String { say("not so in this run", "此次运行并非如此") }
  package var inOtherRuns: String { say("of other runs", "关于其他运行") }
  package var atTheEnd: String { say("known at the end", "运行结束时可知") }
  package var noMoment: String { say("this does not happen in this run", "此次运行中没有这一刻") }
  package var noQuestion: String { say("this page asks nothing", "本页没有问题") }
}
