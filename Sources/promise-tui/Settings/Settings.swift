import PromiseGraph
import PromiseInsight
import PromiseScreens

/// What the configuration file and the options of the screen set. Without a value, it is what the environment says, or
/// what is remembered.
struct Settings: Hashable, Sendable {
  /// The theme.
  var theme: Theme.Name?
  /// Other appearances of roles, for each theme.
  var appearances: [Theme.Name: [Role: Appearance]] = [:]
  /// The language of the screen.
  var language: Language?
  /// Whether to draw with ASCII characters only.
  var ascii = false
  /// Whether the program handles the mouse.
  var mouse = true
  /// Whether the picture does without movements.
  var calm = false
  /// The speed of playback, as a power of two.
  var speed: Int?
  /// The focused pane at the start.
  var focus: PaneKind?
  /// Which pane is visible where several share a place.
  var slot: PaneKind?
  /// Whether the focused pane covers the whole screen.
  var zoomed: Bool?
  /// The warnings to silence.
  var silenced: [String] = []
  /// The warnings to report, as `-W` takes them.
  var reported: [String] = []
  /// Other keys.
  var keys = Rebinding()
}

extension Settings {
  /// Returns what a run begins with: `remembered`, except for what is set here.
  func view(_ remembered: ViewSettings) -> ViewSettings {
    ViewSettings(
      speed: speed ?? remembered.speed, focus: focus ?? remembered.focus,
      slot: slot ?? remembered.slot, zoomed: zoomed ?? remembered.zoomed)
  }

  /// Which warnings are shown.
  var lints: LintSettings {
    (try? LintSettings(reading: silenced.map { "\($0)=off" } + reported)) ?? LintSettings()
  }

  /// The keys of the screens.
  var keyMap: KeyMap { KeyMap.standard.rebound(keys) }
}
