import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// The number of lines that a notch of the wheel scrolls.
  private static var notch: Int { 3 }

  /// Whether the program handles clicks, and the screen is large enough to click on.
  package var takesMouse: Bool { mouse && Layout.fits(size) }

  /// Handles a mouse event; outside all panes it does nothing.
  mutating func point(_ mouse: Mouse) {
    guard takesMouse else { return }
    switch mouse.kind {
    case .press:
      notice = nil
      dragging = nil
      guard overlays.all.isEmpty, mouse.y == size.height - 1 else {
        return front.press(x: mouse.x, y: mouse.y, &self)
      }
      if let key = FooterView.key(atColumn: mouse.x, self) { press(key) }
    case .drag: drag(toColumn: mouse.x)
    case .release: dragging = nil
    case .wheelUp: front.wheel(by: -Self.notch, x: mouse.x, y: mouse.y, &self)
    case .wheelDown: front.wheel(by: Self.notch, x: mouse.x, y: mouse.y, &self)
    }
  }
}
