package import PromiseCourse
import PromiseExploration
package import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// Everything that the screens remember: a value, changed only by ``update(_:_:)``.
package struct State: Sendable {
  /// The size of the screen.
  package internal(set) var size: Size
  /// The signs that the terminal can show.
  package let glyphs: GlyphSet
  /// The appearance of each role.
  package let theme: Theme
  /// The keys and what they do.
  package let keys: KeyMap
  /// The demos that the picker lists.
  package let demos: [RunDescriptor]
  /// What a new run begins with: the speed and the panes of the last one.
  package internal(set) var viewSettings: ViewSettings
  /// Whether the picture does without movements: no outcome moves along an edge, and the clock advances twice a
  /// second.
  package internal(set) var isCalm = false
  /// Whether a demo starts playing when it is opened.
  let playsAtOnce: Bool

  /// The open demo; if `nil`, the picker is shown.
  @Box package internal(set) var run: Run?
  /// The original run, beneath one that is changed by hand.
  @Box var unchanged: Run?
  /// The exploration, in front of the run or behind it.
  @Box package internal(set) var exploring: ExplorationState?
  /// The two compared runs, in front of the run that was opened from them or behind it.
  package internal(set) var comparing: ComparisonState?
  /// The tour that plays all demos, one after another.
  var tour: Tour?
  /// The state of a watched program; `nil` if none is watched.
  package internal(set) var watching: WatchState?
  /// The quiz, in front of what is open.
  @Box package internal(set) var quiz: QuizState?
  /// The score since the program was started.
  package internal(set) var score = QuizScore()
  /// What was played and answered in the course, now and before.
  package internal(set) var courseProgress: CourseProgress
  /// The name of what is being opened, before there is anything to show.
  var opening: String?
  /// Whether the next opened run shows its lesson.
  var opensLesson = false
  /// The language of all texts on the screen. With ASCII signs that is English, since the characters of
  /// other languages cannot be shown.
  package let language: Language
  /// Where to show the run that is being opened.
  var arrival: Arrival?
  /// The indices of the selected demo and of its variant; 0 is the demo itself.
  var picked = 0 {
    didSet { if picked != oldValue { pickedVariant = 0 } }
  }
  var pickedVariant = 0
  /// Whether the run was opened from the list, to which Esc returns.
  var isFromList = false
  /// What is typed in the list to find a demo; `nil` if nothing was typed.
  var finder: DemoFinder?
  /// What is known about the runs of the demos, by name, and the demo about which it was requested.
  var previews: [String: DemoPreview] = [:]
  var requestedPreview: String?
  /// What covers the panes.
  var overlay: Overlay?
  /// The history of the prompts, the latest line last.
  var typed: [Prompt.Kind: [String]] = [:]
  /// Whether the program handles the mouse; if not, the terminal does.
  package internal(set) var mouse: Bool
  /// The current activity and its progress, before there is something to show.
  package internal(set) var progress: String?
  /// The notice that replaces the keys in the footer, until the next key.
  package internal(set) var notice: String?
  /// Which warnings are shown.
  let lints: LintSettings
  /// What the mouse drags.
  var dragging: Drag?
  /// The effects requested by the current message.
  var effects: [Effect] = []
  /// The time of the last tick.
  var now: Int64 = 0
  /// The time of the requested tick, if any.
  var nextTick: Int64?

  /// Creates the picker.
  package init(
    size: Size, glyphs: GlyphSet, theme: Theme, demos: [RunDescriptor],
    view: ViewSettings = ViewSettings(), playsAtOnce: Bool = true, mouse: Bool = true,
    language: Language = .english,
    lints: LintSettings = LintSettings(), keys: KeyMap = .standard,
    courseProgress: CourseProgress = CourseProgress(), typed: [String: [String]] = [:],
    isCalm: Bool = false
  ) {
    self.keys = keys
    self.courseProgress = courseProgress
    self.isCalm = isCalm
    self.lints = lints
    self.playsAtOnce = playsAtOnce
    self.size = size
    self.glyphs = glyphs
    self.theme = theme
    self.demos = demos
    self.mouse = mouse
    self.language = glyphs == .ascii ? .english : language
    self.typed = Self.histories(typed)
    viewSettings = view
    viewSettings.speed = min(Run.speeds.upperBound, max(Run.speeds.lowerBound, view.speed))
  }

  /// What the mouse can drag: the playhead, in the time pane or in the scrubber.
  enum Drag: Hashable, Sendable {
    case time, scrubber
  }

  /// What can cover the panes.
  enum Overlay: Hashable, Sendable {
    /// The help.
    case help(HelpPanel)
    /// A line that is being typed.
    case prompt(Prompt)
    /// The export panel.
    case export(ExportPanel)
  }
}

// MARK: - What is open

extension State {
  /// The texts of the course.
  var course: CourseText { CourseText(language) }

  /// The open layers, from back to front. Keys, mouse, Esc, drawing, header and footer all depend on this
  /// list.
  package var layers: [Mode] {
    var layers: [Mode] =
      quiz != nil
      ? [.quiz]
      : isExploring ? [.explore] : isComparing ? [.compare] : run?.layers ?? [.picker]
    switch overlay {
    case .help: layers.append(.help)
    case .prompt(let prompt): layers += prompt.help == nil ? [.prompt] : [.help, .prompt]
    case .export: layers.append(.export)
    case nil: break
    }
    return layers
  }

  /// The front layer, which determines the keys.
  package var mode: Mode { layers.last ?? .picker }

  /// The front layer without the overlay.
  var modeBeneath: Mode { layers.last { ![.help, .prompt, .export].contains($0) } ?? .picker }

  /// Whether the exploration is in front.
  var isExploring: Bool { exploring?.isInFront == true }

  /// Whether two compared runs are in front.
  var isComparing: Bool { comparing?.isInFront == true }

  /// Whether the exploration shows runs of a program, and not schedules of a demo.
  var showsRuns: Bool { isExploring && exploring?.isOfRuns == true }

  /// The focused pane of the exploration or the comparison.
  var pairFocus: PairPane {
    get { (modeBeneath == .compare ? comparing?.focus : exploring?.focus) ?? .list }
    set {
      if mode == .explore { exploring?.focus = newValue } else { comparing?.focus = newValue }
      if mode == .compare, newValue != .list { comparing?.side = newValue }
    }
  }

  /// Returns the layout of an exploration or a comparison.
  func pairLayout(of layer: Mode) -> PairLayout {
    layer == .explore
      ? PairLayout(
        size, focus: exploring?.focus ?? .list, most: (numerator: 2, denominator: 5),
        rows: (exploring?.found?.count ?? 0) + 9)
      : PairLayout(
        size, focus: comparing?.focus ?? .list, most: (numerator: 1, denominator: 2),
        rows: (comparing?.rows.count ?? 0) + 4)
  }
}

extension Run {
  /// The panes, and the panel over them, if any.
  fileprivate var layers: [Mode] {
    let panes: Mode = choosing ? .choosing : .demo
    if lesson != nil { return [panes, .lesson] }
    if let whatIf { return whatIf.isSettling ? [panes, .whatIf, .settling] : [panes, .whatIf] }
    if gate?.isListOpen == true { return [panes, .breakpoints] }
    if why != nil { return [panes, .why] }
    return endCard != nil ? [panes, .ended] : [panes]
  }
}

/// A tour that plays all demos, one after another, without user input.
package struct Tour: Hashable, Sendable {
  /// Whether it starts again after the last demo.
  package let repeats: Bool
  /// The index of the current demo.
  var place = 0
  /// When the next demo starts, while the end of a run is shown.
  var due: Int64?

  package init(repeats: Bool) { self.repeats = repeats }

  /// How long the end of a run is shown, in nanoseconds.
  static let rest: Int64 = 4_000_000_000
}
