package import PromiseGraph
import PromiseInsight

import PromiseEvents
package import PromiseExploration

/// A lesson: a short text that accompanies a demo, in steps that are tied to events of its run.
///
/// It is written in Markdown that is readable on its own; ``init(markdown:language:)`` describes the format.
package struct Lesson: Hashable, Sendable {
  package let language: Language
  package let title: String
  /// The introduction, before the first step.
  package let introduction: [LessonBlock]
  package let steps: [LessonStep]
  /// The sections after the steps, such as what other libraries do.
  package let sections: [LessonSection]
  /// The Markdown source.
  package let markdown: String
}

/// A step of a lesson: a moment, what to look at there, and optionally a question.
package struct LessonStep: Hashable, Sendable {
  package var title: String
  /// The moment that the playhead moves to.
  package var moment: MomentPattern
  /// The text, without the claims.
  package var blocks: [LessonBlock]
  /// The claims about the run, each with the remark that follows it.
  package var claims: [LessonClaim]
  package var question: String?
  /// The answer, with its rule.
  package var answer: String?
}

/// A claim in a lesson.
package struct LessonClaim: Hashable, Sendable {
  package var claim: RunExpectation
  /// The remark that follows it; may be empty.
  package var remark: String
}

/// A part of a lesson that is not a step.
package struct LessonSection: Hashable, Sendable {
  package var title: String
  package var blocks: [LessonBlock]
}

/// A block of a lesson's text. Code and emphasis are marked as in Markdown.
package enum LessonBlock: Hashable, Sendable {
  case paragraph(String)
  case item(String)
  case code([String])
  case table(header: [String], rows: [[String]])
}

extension Lesson {
  /// Returns the lesson with another section, which follows the steps.
  package func adding(_ section: LessonSection) -> Lesson {
    Lesson(
      language: language, title: title, introduction: introduction, steps: steps,
      sections: [section] + sections, markdown: markdown)
  }

  /// Returns the text of the lesson, with the number and time of the event after each moment.
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
