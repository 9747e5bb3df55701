package import PromiseEvents
package import PromiseGraph
import PromiseInsight

import PromiseExploration

extension Lesson {
  /// Parses a lesson: a title `# …`, an introduction, steps `## 1. …`, and further sections `## …`.
  ///
  /// A step names its moment in a quote, ``> `fetch starts` ``; list items that start with code are claims;
  /// `**Question.**` and `**Answer.**` (`**问题。**`, `**答案。**`) start paragraphs of their own.
  ///
  /// - Throws: An error with its line.
  package init(markdown: String, language: Language = .english) throws(InputError) {
    var parts = Parts()
    for piece in MarkdownReader(markdown).pieces {
      switch piece.kind {
      case .heading(1, let text): parts.title = text
      case .heading(_, let text): try parts.begin(text, piece.line)
      case .quote(let text): try parts.quote(text, piece.line)
      case .block(let block): try parts.add(block, piece.line)
      }
    }
    try parts.finishStep()
    guard let title = parts.title else { throw InputError("a lesson must start with '# TITLE'") }
    guard !parts.steps.isEmpty else { throw InputError("'\(title)' has no step '## 1. …'") }
    self.init(
      language: language, title: title, introduction: parts.introduction, steps: parts.steps,
      sections: parts.sections, markdown: markdown)
  }
}

/// The parts read so far.
private struct Parts {
  var title: String?
  var introduction: [LessonBlock] = []
  var steps: [LessonStep] = []
  var sections: [LessonSection] = []
  /// The step being read.
  private var step: Step?

  private struct Step {
    var line: Int
    var title: String
    var moment: MomentPattern?
    var blocks: [LessonBlock] = []
    var claims: [LessonClaim] = []
    var question: String?
    var answer: String?
  }

  mutating func begin(_ heading: String, _ line: Int) throws(InputError) {
    try finishStep()
    let number = heading.prefix { $0.isNumber }
    guard !number.isEmpty, heading.dropFirst(number.count).hasPrefix(".") else {
      sections.append(LessonSection(title: heading, blocks: []))
      return
    }
    guard Int(number) == steps.count + 1 else {
      throw InputError("this is step \(steps.count + 1), not \(number)", line: line)
    }
    step = Step(line: line, title: heading.dropFirst(number.count + 1).trimmed)
  }

  mutating func quote(_ text: String, _ line: Int) throws(InputError) {
    guard step != nil, let code = Self.code(text), let moment = MomentPattern(code.code) else {
      throw InputError(
        "a quote must name the moment of a step, as in > `fetch starts`", line: line)
    }
    step?.moment = moment
  }

  mutating func add(_ block: LessonBlock, _ line: Int) throws(InputError) {
    guard step != nil else {
      if sections.isEmpty {
        introduction.append(block)
      } else {
        sections[sections.count - 1].blocks.append(block)
      }
      return
    }
    switch block {
    case .item(let text):
      guard let (code, remark) = Self.code(text) else { break }
      do {
        step?.claims.append(
          LessonClaim(claim: try RunExpectation(reading: code, for: .lesson), remark: remark))
      } catch {
        throw InputError(error.sentence, line: line)
      }
      return
    case .paragraph(let text):
      if let question = Self.text(text, after: Self.questions) {
        step?.question = question
        return
      }
      if let answer = Self.text(text, after: Self.answers) {
        step?.answer = answer
        return
      }
      // Paragraphs after the answer belong to it.
      if let answer = step?.answer {
        step?.answer = answer + "\n" + text
        return
      }
    default: break
    }
    step?.blocks.append(block)
  }

  mutating func finishStep() throws(InputError) {
    guard let step else { return }
    guard let moment = step.moment else {
      throw InputError("step '\(step.title)' names no moment: > `fetch starts`", line: step.line)
    }
    guard (step.question == nil) == (step.answer == nil) else {
      throw InputError(
        "step '\(step.title)' has a question or an answer, but not both", line: step.line)
    }
    steps.append(
      LessonStep(
        title: step.title, moment: moment, blocks: step.blocks, claims: step.claims,
        question: step.question, answer: step.answer))
    self.step = nil
  }

  /// Returns the code at the start of `text`, and the rest.
  private static func code(_ text: String) -> (code: String, rest: String)? {
    guard text.first == "`", let end = text.dropFirst().firstIndex(of: "`") else { return nil }
    return (String(text.dropFirst()[..<end]), text[text.index(after: end)...].trimmed)
  }

  private static let questions = ["**Question.**", "**问题。**"]
  private static let answers = ["**Answer.**", "**答案。**"]

  private static func text(_ text: String, after marks: [String]) -> String? {
    marks.first { text.hasPrefix($0) }.map { text.dropFirst($0.count).trimmed }
  }
}
