package import PromiseCourse
import PromiseEvents
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
  /// The exploration, the two compared runs and the quiz, each in front of the run or behind it.
  var workspaces = LayerStack()
  /// What covers all of that.
  var overlays = LayerStack()
  /// The tour that plays all demos, one after another.
  var tour: Tour?
  /// The state of a watched program; `nil` if none is watched.
  package internal(set) var watching: WatchState?
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
  /// What is selected and typed in the list of demos, and what is known about them.
  var demoList = DemoList()
  /// The history of the prompts by the name of their kind, the latest line last.
  var typed: [String: [String]] = [:]
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
    size: Size, glyphs: GlyphSet, theme: Theme, keys: KeyMap, demos: [RunDescriptor],
    view: ViewSettings = ViewSettings(), playsAtOnce: Bool = true, mouse: Bool = true,
    language: Language = .english,
    lints: LintSettings = LintSettings(),
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
    self.typed = typed.mapValues { $0.suffix(KeptState.mostLines) }
    viewSettings = view
    viewSettings.speed = min(Run.speeds.upperBound, max(Run.speeds.lowerBound, view.speed))
  }

  /// What the mouse can drag: the playhead, in the time pane or in the scrubber.
  enum Drag: Hashable, Sendable {
    case time, scrubber
  }
}

// MARK: - What is open

extension State {
  /// The texts of the course.
  var course: CourseText { CourseText(language) }

  /// Shows nothing but the name of a run until it is open.
  package mutating func awaitOpening(of name: String) { opening = name }

  /// Whether a run is being opened before there is anything to show.
  var isOpening: Bool { opening != nil && run == nil }
}

/// A tour that plays all demos, one after another and again, without user input.
package struct Tour: Hashable, Sendable {
  /// The index of the current demo.
  var place = 0
  /// When the next demo starts, while the end of a run is shown.
  var due: Int64?

  package init() {}

  /// How long the end of a run is shown, in nanoseconds.
  static let rest: Int64 = 4_000_000_000
}

/// Where to show a run that is being opened, and how.
struct Arrival: Sendable {
  /// The place for the playhead.
  var place: Effect.Place
  /// The run that it replaces, whose view settings it keeps.
  @Box var like: Run?
  /// The promise to select, and the one to mark.
  var selection: PromiseID?
  var marked: PromiseID?
  /// Whether the explanation opens with it.
  var explains = false
}
