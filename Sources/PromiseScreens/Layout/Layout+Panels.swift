// Where panels over the panes are.
extension Layout {
  /// The area of the panes.
  private func body(_ size: Size) -> Rect {
    let end = min(narration?.y ?? size.height - 1, scrubber?.y ?? size.height - 1)
    return Rect(x: 0, y: 1, width: size.width, height: max(0, end - 1))
  }

  /// The frame of the chain and the area at its right down to the panes below; `nil` if there is no room beside it.
  private func beside(_ size: Size) -> (chain: Rect, area: Rect)? {
    guard size.width >= 120, let chain = frame(of: .chain), chain.width < size.width,
      chain.height >= 14
    else { return nil }
    let bottom =
      places.filter { $0.frame.x >= chain.width && $0.frame.y < chain.y + chain.height }
      .map { $0.frame.y + $0.frame.height }.max() ?? chain.y + chain.height
    return (
      chain,
      Rect(
        x: chain.width, y: chain.y, width: size.width - chain.width, height: bottom - chain.y)
    )
  }

  /// Returns the frame of a panel: over the right or lower part of the panes, so that the chain stays visible.
  func panel(_ size: Size) -> Rect {
    guard let (chain, area) = beside(size) else {
      let body = body(size)
      let height = min(body.height, max(9, body.height * 55 / 100))
      return Rect(x: 0, y: body.y + body.height - height, width: body.width, height: height)
    }
    // It does not extend into a pane below the chain.
    let below =
      places.filter { $0.frame.y > chain.y && $0.frame.x + $0.frame.width > chain.width }
      .filter { $0.frame.x < chain.width }.map(\.frame.y).min() ?? .max
    var panel = area
    panel.height = min(area.height, below - area.y)
    return panel
  }

  /// Returns the frame of a lesson: beside the chain and the queues if there is room, otherwise over the lower part
  /// of the panes.
  func lesson(_ size: Size) -> Rect {
    guard let (chain, area) = beside(size), let queues = frame(of: .queues) else {
      return panel(size)
    }
    let end = frame(of: .time)?.y ?? chain.y + chain.height
    // A column of its own at the right of the queues, down to the time pane.
    let left = queues.x + queues.width
    if size.width - left >= 34 {
      return Rect(x: left, y: chain.y, width: size.width - left, height: end - chain.y)
    }
    // Below the queues.
    let top = queues.y + queues.height
    return end - top >= 12
      ? Rect(x: area.x, y: top, width: area.width, height: end - top) : panel(size)
  }

  /// Returns the frame of the card at the end of a run, which needs the `height` of its width: below the queues or the chain, such
  /// that the chain and, if possible, the lanes stay visible.
  func card(_ size: Size, height: (_ width: Int) -> Int) -> Rect {
    let body = body(size)
    if let (_, area) = beside(size) {
      let height = min(height(area.width), area.height - 5)
      return Rect(
        x: area.x, y: area.y + area.height - height, width: area.width, height: height)
    }
    let end = body.y + body.height
    if places.count > 1, let chain = frame(of: .chain), chain.y + chain.height + 5 <= end {
      let top = chain.y + chain.height
      let time = frame(of: .time)?.y ?? end
      let bottom = time - top >= 5 ? time : end
      return Rect(x: 0, y: top, width: body.width, height: bottom - top)
    }
    let height = min(height(body.width), max(5, body.height * 6 / 10))
    return Rect(x: 0, y: end - height, width: body.width, height: height)
  }

  /// Returns the panes beside, above and below a panel, cut where it covers them, without those beneath it.
  func cut(by panel: Rect) -> Layout {
    var layout = self
    layout.places = places.compactMap { place in
      var place = place
      let isBeside = place.frame.x + place.frame.width <= panel.x
      if isBeside || place.frame.y >= panel.y + panel.height { return place }
      let rest = place.frame.y + place.frame.height - panel.y - panel.height
      if rest >= 3, place.frame.x >= panel.x {
        place.frame.y = panel.y + panel.height
        place.frame.height = rest
        return place
      }
      place.frame.height = min(place.frame.height, panel.y - place.frame.y)
      return place.frame.height >= 3 ? place : nil
    }
    return layout
  }
}

extension Rect {
  /// Returns the frame of a panel with less text than it has room for: over the lower part of the panes it keeps its
  /// lower border, beside the chain its upper one.
  func shortened(to rows: Int) -> Rect {
    var frame = self
    frame.height = min(height, max(Self.leastPanel, rows))
    if x == 0 { frame.y += height - frame.height }
    return frame
  }

  /// The least height of a panel, so that it does not move with every line.
  private static let leastPanel = 9
}
