// MARK: - A panel over the panes

extension Layout {
  /// Returns the frame of a panel: over the right or lower part of the panes, so that the chain stays visible.
  func panel(_ size: Size) -> Rect {
    let end = min(narration?.y ?? size.height - 1, scrubber?.y ?? size.height - 1)
    let body = Rect(x: 0, y: 1, width: size.width, height: max(0, end - 1))
    guard size.width >= 120, let chain = frame(of: .chain), chain.width < body.width,
      chain.height >= 14
    else {
      let height = min(body.height, max(9, body.height * 55 / 100))
      return Rect(x: 0, y: body.y + body.height - height, width: body.width, height: height)
    }
    // Extend it as far down as the panes beside the chain, but not into a pane below the chain.
    let beside =
      places.filter { $0.frame.x >= chain.width && $0.frame.y < chain.y + chain.height }
      .map { $0.frame.y + $0.frame.height }.max() ?? chain.y + chain.height
    let below =
      places.filter { $0.frame.y > chain.y && $0.frame.x + $0.frame.width > chain.width }
      .filter { $0.frame.x < chain.width }.map(\.frame.y).min() ?? beside
    let bottom = min(beside, below)
    return Rect(
      x: chain.width, y: chain.y, width: body.width - chain.width, height: bottom - chain.y)
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

/// The layout of a list with two runs below it: integers only, a pure function of the size.
struct PairLayout: Hashable, Sendable {
  /// The visible panes.
  var places: [Framed<PairPane>]
  /// The rows that explain how the runs differ, if there is room.
  var cause: Rect?
  /// The area between header and footer.
  let body: Rect

  /// Creates a layout with the list above and the two runs side by side below, all three above one another on a narrow
  /// high screen, or only the focused pane if room is short. The list has `rows` rows, if these are not more than the
  /// greatest share.
  init(_ size: Size, focus: PairPane, most: (numerator: Int, denominator: Int), rows: Int) {
    body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
    guard size.height >= (size.width >= Layout.Shape.least ? 18 : 30) else {
      places = [Framed(pane: focus, frame: body)]
      return
    }
    let causeRows = size.width >= 120 ? 1 : 2
    let share = (body.height * most.numerator + most.denominator - 1) / most.denominator
    let top = max(7, min(share, rows))
    let low = body.height - top - causeRows
    let isWide = size.width >= Layout.Shape.least
    let (width, height) = isWide ? (size.width / 2, low) : (size.width, low / 2)
    places = [
      Framed(pane: .list, frame: Rect(x: 0, y: 1, width: size.width, height: top)),
      Framed(pane: .before, frame: Rect(x: 0, y: 1 + top, width: width, height: height)),
      Framed(
        pane: .after,
        frame: isWide
          ? Rect(x: width, y: 1 + top, width: size.width - width, height: low)
          : Rect(x: 0, y: 1 + top + height, width: width, height: low - height)),
    ]
    cause = Rect(x: 0, y: 1 + top + low, width: size.width, height: causeRows)
  }

  /// Returns the frame of `pane`; `nil` if it is not visible.
  func frame(of pane: PairPane) -> Rect? { places.frame(of: pane) }
}
