package import PromiseCourse
import PromiseExploration
package import PromiseGraph
import PromiseSimulation

/// Everything that the screens remember: a value, changed only by ``update(_:_:)``.
package struct State: Sendable {
  /// The cells that there are.
  package internal(set) var size: Size
  /// The signs that the terminal can show.
  package let glyphs: GlyphSet
  /// What each role looks like.
  package let theme: Theme
  /// What the picker lists.
  package let demos: [RunDescriptor]
  /// The speed that a demo begins to play at, as a power of two.
  let initialSpeed: Int
  /// A demo begins to play when it is opened, instead of waiting for keys.
  let playsAtOnce: Bool

  /// The demo that is open; without one the picker is shown.
  package internal(set) var run: Run?
  /// The run as it is written, beneath one that is changed by hand.
  var unchanged: Run?
  /// The schedules that are explored, in front of the run or behind it.
  package internal(set) var exploring: ExplorationState?
  /// All demos are played, one after another.
  var tour: Tour?
  /// How far a program is that is built and run whenever it is saved; none where none is.
  package internal(set) var watching: WatchState?
  /// The quiz, in front of what is open.
  package internal(set) var quiz: QuizState?
  /// What was answered since the program was started.
  package internal(set) var score = QuizScore()
  /// The next run that is opened shows its lesson.
  var opensLesson = false
  /// The words of the course.
  let words: CourseWords
  /// Where the run that is being opened is to be shown, and how.
  var arrival: Arrival?
  /// The demo that is selected in the list, and which of its variants: 0 is the demo as it is.
  var picked = 0 {
    didSet { if picked != oldValue { pickedVariant = 0 } }
  }
  var pickedVariant = 0
  /// What lies over the panes.
  var overlay: Overlay?
  /// What was typed in prompts, the latest last.
  var typed: [Prompt.Kind: [String]] = [:]
  /// Clicks and the wheel are the program's; where they are not, they are the terminal's.
  package internal(set) var mouse: Bool
  /// What is being done before there is something to see, and how far it is.
  package internal(set) var progress: String?
  /// What the footer says instead of the keys, until the next key.
  package internal(set) var notice: String?
  /// Which mistakes are told of the runs.
  let lints: LintSettings
  /// What the mouse drags.
  var dragging: Drag?
  /// What is to be done outside, while a message is taken in.
  var effects: [Effect] = []
  /// The time of the last tick.
  var now: Int64 = 0
  /// The earliest tick that counts, while one is awaited.
  var nextTick: Int64?

  /// The picker; `speed` is a power of two.
  package init(
    size: Size, glyphs: GlyphSet, theme: Theme, demos: [RunDescriptor], speed: Int = 0,
    playsAtOnce: Bool = true, mouse: Bool = true, language: Language = .english,
    lints: LintSettings = LintSettings()
  ) {
    self.lints = lints
    self.playsAtOnce = playsAtOnce
    self.size = size
    self.glyphs = glyphs
    self.theme = theme
    self.demos = demos
    self.mouse = mouse
    // Without its characters a language cannot be read.
    words = CourseWords(glyphs == .ascii ? .english : language)
    initialSpeed = min(Run.speeds.upperBound, max(Run.speeds.lowerBound, speed))
  }

  /// What the mouse can drag: the playhead, in the pane of time or in the line that stands for it.
  enum Drag: Hashable, Sendable {
    case time, scrubber
  }

  /// What lies over the panes.
  enum Overlay: Hashable, Sendable {
    /// The help, scrolled by so many lines.
    case help(scroll: Int)
    /// A line that is being typed.
    case prompt(Prompt)
    /// The form of an export is chosen.
    case export(ExportPanel)
  }
}

// MARK: - What is open

extension State {
  /// What is open, from the back to the front: the one answer for keys, mouse, Esc, drawing, header and
  /// footer.
  package var layers: [Mode] {
    var layers = quiz != nil ? [.quiz] : isExploring ? [.explore] : run?.layers ?? [.picker]
    switch overlay {
    case .help: layers.append(.help)
    case .prompt: layers.append(.prompt)
    case .export: layers.append(.export)
    case nil: break
    }
    return layers
  }

  /// What stands in front: its keys hold.
  package var mode: Mode { layers.last ?? .picker }

  /// What stands in front where nothing lies over all.
  var modeBeneath: Mode { layers.dropLast(overlay == nil ? 0 : 1).last ?? .picker }

  /// The exploration stands in front.
  var isExploring: Bool { exploring?.isInFront == true }

  /// What is seen are the runs of a program, and not the schedules of a demo.
  var showsRuns: Bool { isExploring && exploring?.isOfRuns == true }

  /// Where the panes stand, beside or above the panel that lies over them.
  var layout: Layout {
    run?.hasPanel == true ? wholeLayout.cut(by: wholeLayout.panel(size)) : wholeLayout
  }

  /// Where the panes stand with nothing over them.
  var wholeLayout: Layout {
    Layout(
      size, focus: run?.focus ?? .chain, slot: run?.slot ?? .source, zoomed: run?.zoomed ?? false,
      hasOutput: run?.output != nil)
  }

  /// Where a panel over the panes lies.
  var panelFrame: Rect { wholeLayout.panel(size) }

  /// Where the panes of the exploration stand.
  var exploreLayout: ExploreLayout {
    ExploreLayout(
      size, focus: exploring?.focus ?? .outcomes, outcomes: exploring?.found?.count ?? 0)
  }
}

extension Run {
  /// The panes, and the panel over them: there is one at most.
  fileprivate var layers: [Mode] {
    let panes: Mode = choosing ? .choosing : .demo
    if lesson != nil { return [panes, .lesson] }
    if let whatIf { return whatIf.isSettling ? [panes, .whatIf, .settling] : [panes, .whatIf] }
    return why != nil ? [panes, .why] : [panes]
  }

  fileprivate var hasPanel: Bool { why != nil || lesson != nil || whatIf != nil }
}

/// All demos, played one after another on a screen that nobody types at.
package struct Tour: Hashable, Sendable {
  /// It begins again after the last one.
  package let repeats: Bool
  /// The demo that plays, by its place in the list.
  var place = 0
  /// When the next one begins, while one that is over is still looked at.
  var due: Int64?

  package init(repeats: Bool) { self.repeats = repeats }

  /// How long the end of a run is looked at, in nanoseconds.
  static let rest: Int64 = 4_000_000_000
}
