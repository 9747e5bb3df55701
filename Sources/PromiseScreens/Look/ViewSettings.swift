/// What a run on the screen begins with, and what is remembered of the last one.
package struct ViewSettings: Hashable, Sendable {
  /// The speed of playback, as a power of two.
  package var speed: Int
  /// The focused pane.
  package var focus: PaneKind
  /// Which pane is visible where several share a place.
  package var slot: PaneKind
  /// Whether the focused pane covers the whole screen.
  package var zoomed: Bool

  package init(
    speed: Int = 0, focus: PaneKind = .chain, slot: PaneKind = .source, zoomed: Bool = false
  ) {
    self.speed = speed
    self.focus = focus
    self.slot = slot
    self.zoomed = zoomed
  }

  /// The panes that can share a place.
  package static let slots: [PaneKind] = [.source, .events, .warnings, .output]
}
