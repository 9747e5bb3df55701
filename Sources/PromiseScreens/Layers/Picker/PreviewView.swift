import PromiseCourse
import PromiseGraph
import PromiseInsight

/// The description of the selected demo: what it teaches and, where there is room, the chain of its run, the
/// question that it answers, and how the reader has done.
enum PreviewView {
  static func sheet(_ state: State, in frame: Rect) -> Sheet {
    let demo =
      state.listed.contains(state.demoList.picked)
        && state.demos.indices.contains(state.demoList.picked)
      ? state.demos[state.demoList.picked] : nil
    let width = frame.inside.width - 2
    let lines = demo.map { PreviewLines(state: state, demo: $0, width: width).lines } ?? []
    return Sheet(
      frame: frame, title: demo?.title(state.language) ?? "", footing: "",
      rows: Sheet.Row.rows(Array(lines.prefix(max(0, frame.inside.height)))), margin: 1,
      isFocused: false)
  }
}

/// The lines of the description.
private struct PreviewLines {
  let state: State
  let demo: RunDescriptor
  let width: Int

  private var language: Language { state.language }
  private var glyphs: GlyphSet { state.glyphs }
  private var isAtRight: Bool { state.size.width >= PickerView.previewWidth }

  var lines: [StyledLine] {
    let about = Prose.lines(
      isAtRight ? demo.introduction ?? demo.about(language) : demo.about(language), width: width)
    guard isAtRight else { return about + facts + variants + origin }
    return [about, chain, question, facts + variants, origin].filter { !$0.isEmpty }
      .map { Array($0) }.joined(separator: [StyledLine()]).map { $0 }
  }

  /// What the run looks like, in a few lines.
  private var chain: [StyledLine] {
    guard let preview = state.preview else { return [] }
    var lines = ChainSketchLines(glyphs: glyphs, width: width).lines(preview.chain)
    if preview.chain.others > 0 {
      lines.append(
        StyledLine(
          language.text("and \(language.plural(preview.chain.others, "more chain"))"), .dim))
    }
    return lines
  }

  /// The first question of the lesson.
  private var question: [StyledLine] {
    let question = demo.lesson?.steps.lazy.compactMap(\.question).first
    return question.map { Prose.lines($0, width: width, .heading) } ?? []
  }

  /// The chapter, the length of the run, and what was played and answered.
  private var facts: [StyledLine] {
    var facts = [demo.chapter.map { language.text(Phrase($0.name)) }].compactMap { $0 }
    if let preview = state.preview {
      facts.append("\(milliseconds(preview.length)) ms")
      facts.append(language.plural(preview.promises, "promise"))
      if preview.open > 0 { facts.append(language.text("\(preview.open) never settle")) }
    }
    let played = state.courseProgress.hasPlayed(demo.name)
    let result = state.courseProgress.result(of: demo.name)
    var line = StyledLine()
    if played { line.add("\(glyphs[.fulfilled]) \(language.text("played"))", .fulfilled) }
    if let result {
      line.add(
        (played ? "  " : "")
          + language.text("quiz: \(result.right) of \(result.questions) right"),
        result.right == result.questions ? .fulfilled : .body)
    }
    let separator = glyphs == .ascii ? ", " : " · "
    let lines = wrapped(facts.joined(separator: separator), to: width).map {
      StyledLine($0, .dim)
    }
    return lines + (line.spans.isEmpty ? [] : [line.cut(to: width, ellipsis: glyphs[.ellipsis])])
  }

  /// Which variant is selected, and what it changes; in another language than English only its name, because
  /// there is no translation of the rest.
  private var variants: [StyledLine] {
    let count = demo.variants.count
    guard count > 0 else { return [] }
    let chosen = state.demoList.pickedVariant
    let names = demo.variants.map(\.name).joined(separator: state.course.comma)
    var text = language.text("default; variants: \(names)")
    if chosen > 0, chosen <= count {
      let variant = demo.variants[chosen - 1]
      text = variant.name
      if language == .english { text += ": \(variant.about)" }
    }
    var lead = StyledLine("\(Key.left.name(glyphs))\(Key.right.name(glyphs)) ", .key)
    lead.add("\(chosen + 1)/\(count + 1)  ", .dim)
    guard isAtRight else {
      lead.add(text)
      return [lead.cut(to: width, ellipsis: glyphs[.ellipsis])]
    }
    return hanging(lead, text, width: width, least: 1)
  }

  /// The sources and the knobs.
  private var origin: [StyledLine] {
    [(language.text("from"), demo.from), ("--set", demo.knobs)].filter { !$0.1.isEmpty }.flatMap {
      wrapped("\($0) \($1)", to: width).map { StyledLine($0, .dim) }
    }
  }
}

/// A chain in a few lines: `✓ login ─"tok_9"─→ ✓ fetch`.
struct ChainSketchLines {
  let glyphs: GlyphSet
  let width: Int

  /// Returns the chain; a step that does not fit beside the others begins a new line.
  func lines(_ chain: ChainSketch) -> [StyledLine] {
    var lines: [StyledLine] = []
    var edge = StyledLine()
    for step in chain.steps {
      var piece = edge
      piece.spans += text(step).spans
      if let last = lines.last, last.width + piece.width <= width {
        lines[lines.count - 1].spans += piece.spans
      } else {
        var line = StyledLine(lines.isEmpty ? "" : "  ")
        line.spans += piece.spans
        lines.append(line)
      }
      edge = self.edge(step)
    }
    return lines.map { $0.cut(to: width, ellipsis: glyphs[.ellipsis]) }
  }

  private func text(_ step: ChainSketch.Step) -> StyledLine {
    var line = StyledLine()
    if !step.inputs.isEmpty {
      let names = step.inputs.map { clipped($0, to: 14, ellipsis: glyphs[.ellipsis]) }
      line.add("(" + names.joined(separator: ", ") + ") ", .dim)
    }
    line.add("\(glyphs[step.glyph]) ", step.role)
    line.add(clipped(step.name, to: 20, ellipsis: glyphs[.ellipsis]))
    return line
  }

  /// The edge to the next step, with the value that goes along it.
  private func edge(_ step: ChainSketch.Step) -> StyledLine {
    let line = String(glyphs[.laneHorizontal])
    let arrow = "\(line)\(glyphs[.arrowRight]) "
    guard !step.value.isEmpty else { return StyledLine(" \(line)\(arrow)", .dim) }
    var edge = StyledLine(" \(line)", .dim)
    let value = clipped(step.value, to: 20, ellipsis: glyphs[.ellipsis])
    edge.add(value, step.role == .rejected ? .rejected : .body)
    edge.add(arrow, .dim)
    return edge
  }
}
