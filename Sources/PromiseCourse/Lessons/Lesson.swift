package import PromiseGraph

import PromiseEvents
package import PromiseExploration

/// A lesson: a short text beside a demo, in steps that are tied to events of its run.
///
/// It is written in Markdown that reads well by itself; ``init(markdown:language:)`` says how.
package struct Lesson: Hashable, Sendable {
  package let language: Language
  package let title: String
  /// What it is about, before the first step.
  package let introduction: [LessonBlock]
  package let steps: [LessonStep]
  /// What comes after the steps: what other libraries do, where articles go wrong.
  package let sections: [LessonSection]
  /// The text that it was read from.
  package let markdown: String
}

/// A step of a lesson: one moment, what to look at there, and maybe a question.
package struct LessonStep: Hashable, Sendable {
  package var title: String
  /// Where the playhead goes.
  package var moment: MomentPattern
  /// What to look at, without the claims.
  package var blocks: [LessonBlock]
  /// What is claimed of the run, each with the words that follow it.
  package var claims: [LessonClaim]
  package var question: String?
  /// The answer, with its rule.
  package var answer: String?
}

/// A claim as it stands in a lesson.
package struct LessonClaim: Hashable, Sendable {
  package var claim: RunExpectation
  /// What is said behind it; empty where nothing is.
  package var remark: String
}

/// A part of a lesson that is no step.
package struct LessonSection: Hashable, Sendable {
  package var title: String
  package var blocks: [LessonBlock]
}

/// A piece of a lesson's text. Code and emphasis in it are marked as in Markdown.
package enum LessonBlock: Hashable, Sendable {
  case paragraph(String)
  case item(String)
  case code([String])
  case table(header: [String], rows: [[String]])
}

extension Lesson {
  /// The text of the lesson, with the number and the time of the event at each of its moments.
  package func markdown(in run: NamedRun) -> String {
    var moments = steps.map(\.moment)[...]
    return markdown.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("> "), let moment = moments.popFirst(),
        let event = moment.event(in: run)
      else { return String(line) }
      return "\(line) (event \(event.sequence), \(event.time / 1_000_000) ms)"
    }.joined(separator: "\n")
  }
}

/// What is wrong with a text of the course, and in which line of it.
package struct CourseError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  package let sentence: String
  /// The line, counted from 1, where it is known.
  package let line: Int?

  package init(_ sentence: String, line: Int? = nil) {
    self.sentence = sentence
    self.line = line
  }

  package var description: String { (line.map { "line \($0): " } ?? "") + sentence }
}
