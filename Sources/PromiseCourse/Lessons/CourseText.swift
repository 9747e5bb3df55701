package import PromiseExploration
package import PromiseGraph
import PromiseInsight

/// The texts of the course's own panels, in one language.
package struct CourseText: Hashable, Sendable {
  package let language: Language

  package init(_ language: Language) { self.language = language }
}

// MARK: - The lesson

extension CourseText {
  package var lesson: String { language.text("Lesson") }
  package var introduction: String { language.text("introduction") }
  package var claims: String { language.text("What the events show") }
  package var question: String { language.text("Question") }
  package var answer: String { language.text("Answer") }
  /// Stands between a heading and what it introduces.
  package var colon: String { language.text(": ") }
  package var comma: String { language.text(", ") }
  package var showsAnswer: String { language.text("press a to show the answer") }
  package var noLesson: String { language.text("this demo has no lesson") }
  package var closeLesson: String { language.text("close the lesson first: Esc") }
  package var lastPage: String { language.text("this is the last page") }
  package var firstPage: String { language.text("this is the first page") }

  /// `step 2 of 5`
  package func step(_ number: Int, of count: Int) -> String {
    language.text("step \(number) of \(count)")
  }

  /// `event 31`
  package func event(_ number: Int) -> String { language.text("event \(number)") }

  /// The event that shows a claim is still ahead.
  package func notYet(_ number: Int) -> String { language.text("at event \(number)") }
  /// Returns a claim with its code and names marked as in Markdown.
  package func markdown(of claim: RunExpectation) -> String {
    language == .english
      ? "`\(claim.text)`" : claim.text(in: language) { "`\($0)`" }
  }
  package var notInThisRun: String { language.text("not in this run") }
  package var inOtherRuns: String { language.text("in other runs") }
  package var atTheEnd: String { language.text("known at the end") }
  package var noMoment: String { language.text("this does not happen in this run") }
  package var noQuestion: String { language.text("this page has no question") }
}
