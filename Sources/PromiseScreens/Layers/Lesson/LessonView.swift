import PromiseCourse
import PromiseExploration

extension LessonPanel: Panel {
  var mode: Mode { .lesson }

  /// It is as tall as its longest page, so that it does not move from page to page.
  func frame(in layout: Layout, _ state: State) -> Rect {
    let most = layout.lesson(state.size)
    let heights = pages.indices.map { place in
      var panel = self
      (panel.place, panel.showsAnswer) = (place, true)
      var text = LessonLines(
        width: most.inside.width - 2, course: state.course, glyphs: state.glyphs)
      text.add(panel, playhead: 0)
      return text.lines.count
    }
    return most.shortened(to: (heights.max() ?? 0) + 2)
  }

  func sheet(_ state: State) -> Sheet? {
    let frame = state.panelFrame
    let course = state.course
    var text = LessonLines(width: frame.inside.width - 2, course: course, glyphs: state.glyphs)
    text.add(self, playhead: state.run?.playhead ?? 0)
    // The question and its answer form one item.
    let question = text.question ?? text.lines.count
    return Sheet(
      frame: frame, title: "\(course.lesson)\(course.colon)\(Prose.plain(lesson.title))",
      status: status(course),
      rows: Sheet.Row.rows(Array(text.lines[..<question]))
        + Sheet.Row.rows(Array(text.lines[question...]), of: Self.question),
      first: scroll, margin: 1)
  }

  /// The item of the rows with the question and its answer.
  static var question: Int { 0 }

  private func status(_ course: CourseText) -> String {
    switch page {
    case .introduction: course.introduction
    case .step(let index): course.step(index + 1, of: lesson.steps.count)
    case .section: ""
    }
  }
}

/// A page of a lesson as lines of a given width.
struct LessonLines {
  let width: Int
  let course: CourseText
  let glyphs: GlyphSet
  private(set) var lines: [StyledLine] = []
  /// The line where the question starts.
  private(set) var question: Int?

  init(width: Int, course: CourseText, glyphs: GlyphSet) {
    self.width = max(1, width)
    self.course = course
    self.glyphs = glyphs
  }

  /// Adds the open page of `panel`.
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
      let shown = panel.steps.indices.contains(index) ? panel.steps[index] : nil
      add("\(index + 1). \(step.title)", shown?.event.map { course.event($0) } ?? course.noMoment)
      for block in step.blocks { add(block) }
      add(step.claims, shown?.marks ?? [], playhead)
      add(step, showsAnswer: panel.showsAnswer)
    }
  }

  /// Adds the title of a step, and its event.
  private mutating func add(_ title: String, _ moment: String) {
    lines += Prose.lines(title, width: width, .title)
    guard let last = lines.last else { return }
    if last.width + 2 + displayWidth(moment) <= width {
      lines[lines.count - 1].add("  \(moment)", .dim)
    } else {
      lines.append(StyledLine(moment, .dim))
    }
  }

  /// Adds an empty line between two blocks.
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
    lines.append(StyledLine(course.claims, .heading))
    for (index, claim) in claims.enumerated() {
      let mark = marks.indices.contains(index) ? marks[index] : .unknown
      let (glyph, role, said) = sign(mark, playhead)
      let remark = claim.remark.isEmpty ? "" : " \(claim.remark)"
      var rows = Prose.lines(
        "\(course.markdown(of: claim.claim))\(remark)", width: width,
        lead: StyledLine("\(glyphs[glyph]) ", role),
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

  /// Returns the sign of a claim, and where the run shows it.
  private func sign(_ mark: LessonPanel.Mark, _ playhead: Int) -> (Glyph, Role, String) {
    switch mark {
    case .shown(let event) where event <= playhead:
      (.fulfilled, .fulfilled, course.event(event))
    case .shown(let event): (.pending, .pending, course.notYet(event))
    case .otherwise: (.rejected, .rejected, course.notInThisRun)
    case .elsewhere: (.passed, .dim, course.inOtherRuns)
    case .unknown: (.pending, .pending, course.atTheEnd)
    }
  }

  // MARK: - Question and answer

  private mutating func add(_ step: LessonStep, showsAnswer: Bool) {
    guard let text = step.question else { return }
    skip()
    question = lines.count
    add(text, under: course.question)
    guard let answer = step.answer else { return }
    if showsAnswer {
      add(answer, under: course.answer)
    } else {
      lines.append(StyledLine(course.showsAnswer, .dim))
    }
  }

  private mutating func add(_ text: String, under name: String) {
    lines += Prose.lines("**\(name)\(course.colon)**\(text)", width: width)
  }
}
