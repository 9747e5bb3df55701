import PromiseCourse
import PromiseExploration

/// The panel of a lesson: a sheet where the answers to why would lie, so that the chain stays in view.
enum LessonView {
  static func sheet(_ state: State) -> Sheet? {
    guard let run = state.run, let panel = run.lesson else { return nil }
    let frame = state.panelFrame
    var text = LessonLines(
      width: frame.inside.width - 2, words: state.words, glyphs: state.glyphs)
    text.add(panel, playhead: run.playhead)
    // The question and its answer belong together.
    let question = text.question ?? text.lines.count
    return Sheet(
      frame: frame,
      title: "\(state.words.lesson)\(state.words.colon)\(Prose.plain(panel.lesson.title))",
      status: status(panel, state.words),
      rows: Sheet.Row.rows(Array(text.lines[..<question]))
        + Sheet.Row.rows(Array(text.lines[question...]), of: self.question),
      first: panel.scroll, margin: 1)
  }

  /// The item of the rows of the question and its answer.
  static let question = 0

  private static func status(_ panel: LessonPanel, _ words: CourseWords) -> String {
    switch panel.page {
    case .introduction: words.introduction
    case .step(let index): words.step(index + 1, of: panel.lesson.steps.count)
    case .section: ""
    }
  }
}

/// A page of a lesson in lines of a width.
struct LessonLines {
  let width: Int
  let words: CourseWords
  let glyphs: GlyphSet
  private(set) var lines: [StyledLine] = []
  /// The line with which the question begins.
  private(set) var question: Int?

  init(width: Int, words: CourseWords, glyphs: GlyphSet) {
    self.width = max(1, width)
    self.words = words
    self.glyphs = glyphs
  }

  /// The page of `panel` that is open.
  mutating func add(_ panel: LessonPanel, playhead: Int) {
    switch panel.page {
    case .introduction:
      for block in panel.lesson.introduction { add(block) }
    case .section(let index):
      let section = panel.lesson.sections[index]
      lines += Prose.lines(section.title, width: width, .title)
      for block in section.blocks { add(block) }
    case .step(let index):
      let step = panel.lesson.steps[index]
      let told = panel.steps.indices.contains(index) ? panel.steps[index] : nil
      add("\(index + 1). \(step.title)", told?.event.map { words.event($0) } ?? words.noMoment)
      for block in step.blocks { add(block) }
      add(step.claims, told?.marks ?? [], playhead)
      add(step, showsAnswer: panel.showsAnswer)
    }
  }

  /// The title of a step, and the event that it is about.
  private mutating func add(_ title: String, _ moment: String) {
    lines += Prose.lines(title, width: width, .title)
    guard let last = lines.last else { return }
    if last.width + 2 + displayWidth(moment) <= width {
      lines[lines.count - 1].add("  \(moment)", .dim)
    } else {
      lines.append(StyledLine(moment, .dim))
    }
  }

  /// A line between what is there and what comes.
  private mutating func skip() {
    if !lines.isEmpty { lines.append(StyledLine()) }
  }

  private mutating func add(_ block: LessonBlock) {
    switch block {
    case .paragraph(let text):
      skip()
      lines += Prose.lines(text, width: width)
    case .item(let text):
      lines += Prose.lines(
        text, width: width, lead: StyledLine("\(glyphs[.passed]) ", .dim), hanging: "  ")
    case .code(let code):
      skip()
      lines += code.map { StyledLine("  " + $0, .key) }
    case .table(let header, let rows):
      skip()
      lines += TableLines.lines(header, rows, width: width, glyphs)
    }
  }

  // MARK: - Claims

  private mutating func add(_ claims: [LessonClaim], _ marks: [LessonPanel.Mark], _ playhead: Int) {
    guard !claims.isEmpty else { return }
    skip()
    lines.append(StyledLine(words.claims, .heading))
    for (index, claim) in claims.enumerated() {
      let mark = marks.indices.contains(index) ? marks[index] : .unknown
      let (glyph, role, said) = sign(mark, playhead)
      let remark = claim.remark.isEmpty ? "" : " \(claim.remark)"
      var rows = Prose.lines(
        "`\(claim.claim.text)`\(remark)", width: width, lead: StyledLine("\(glyphs[glyph]) ", role),
        hanging: "  ")
      guard var last = rows.popLast() else { continue }
      if last.width + 2 + displayWidth(said) <= width {
        last.add("  " + said, .dim)
        lines += rows + [last]
      } else {
        lines += rows + [last, StyledLine("  " + said, .dim)]
      }
    }
  }

  /// The sign of a claim, and what is said of it.
  private func sign(_ mark: LessonPanel.Mark, _ playhead: Int) -> (Glyph, Role, String) {
    switch mark {
    case .shown(let event) where event <= playhead:
      (.fulfilled, .fulfilled, words.event(event))
    case .shown(let event): (.pending, .pending, words.notYet(event))
    case .otherwise: (.rejected, .rejected, words.notInThisRun)
    case .elsewhere: (.passed, .dim, words.inOtherRuns)
    case .unknown: (.pending, .pending, words.atTheEnd)
    }
  }

  // MARK: - Question and answer

  private mutating func add(_ step: LessonStep, showsAnswer: Bool) {
    guard let text = step.question else { return }
    skip()
    question = lines.count
    add(text, under: words.question)
    guard let answer = step.answer else { return }
    if showsAnswer {
      add(answer, under: words.answer)
    } else {
      lines.append(StyledLine(words.showsAnswer, .dim))
    }
  }

  private mutating func add(_ text: String, under name: String) {
    lines += Prose.lines("**\(name)\(words.colon)**\(text)", width: width)
  }
}
