/// What is kept from one start of the program to the next.
package struct KeptState: Hashable, Sendable {
  /// The speed and the panes of the last run.
  package var view: ViewSettings
  /// How far the reader has come in the course.
  package var progress: CourseProgress
  /// The lines that were typed into each kind of prompt, by the name of the kind; the latest line is last.
  package var typed: [String: [String]]

  package init(
    view: ViewSettings = ViewSettings(), progress: CourseProgress = CourseProgress(),
    typed: [String: [String]] = [:]
  ) {
    self.view = view
    self.progress = progress
    self.typed = typed
  }

  /// The most lines that are kept of each kind of prompt.
  package static let mostLines = 100
}

extension State {
  /// What is kept of the state.
  package var kept: KeptState {
    KeptState(
      view: viewSettings, progress: courseProgress,
      typed: Dictionary(uniqueKeysWithValues: typed.map { ($0.key.rawValue, $0.value) }))
  }

  /// Returns the histories of the prompts by their kinds.
  static func histories(_ typed: [String: [String]]) -> [Prompt.Kind: [String]] {
    var histories: [Prompt.Kind: [String]] = [:]
    for kind in Prompt.Kind.allCases {
      guard let lines = typed[kind.rawValue], !lines.isEmpty else { continue }
      histories[kind] = lines.suffix(KeptState.mostLines)
    }
    return histories
  }

  /// Notes the speed and the panes of the run, for the next one.
  mutating func keepView() {
    guard let run else { return }
    viewSettings = ViewSettings(
      speed: run.speed, focus: run.focus, slot: run.slot, zoomed: run.zoomed)
  }
}

extension Run {
  /// Begins with the speed and the panes of an earlier run. Output that is not captured has no pane.
  mutating func begin(with view: ViewSettings) {
    speed = view.speed
    focus = view.focus == .output && output == nil ? .chain : view.focus
    slot = view.slot == .output && output == nil ? .source : view.slot
    zoomed = view.zoomed
  }
}
