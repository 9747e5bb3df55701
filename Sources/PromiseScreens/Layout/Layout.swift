/// A pane in its frame: the border and what is inside.
struct Framed<Pane: Hashable & Sendable>: Hashable, Sendable {
  var pane: Pane
  var frame: Rect
}

extension Array {
  /// The rectangle of `pane`, if it is to be seen.
  func frame<Pane>(of pane: Pane) -> Rect? where Element == Framed<Pane> {
    first { $0.pane == pane }?.frame
  }

  /// What stands in a cell of the screen.
  func framed<Pane>(atColumn x: Int, row y: Int) -> Element? where Element == Framed<Pane> {
    first { $0.frame.contains(x, y) }
  }
}

/// Where everything stands on the screen: integers only, a pure function of the size.
struct Layout: Hashable, Sendable {
  /// The panes that are to be seen, in the order of Tab.
  var places: [Framed<PaneKind>]
  /// The row of a scrubber without a frame, where there is no room for the time pane.
  var scrubber: Rect?
  /// The rows above the footer in which the event at the playhead is told, where there is room.
  var narration: Rect?

  /// The smallest screen that shows anything.
  static let minimum = Size(width: 40, height: 10)

  /// Something can be shown at this size.
  static func fits(_ size: Size) -> Bool {
    size.width >= minimum.width && size.height >= minimum.height
  }

  /// The layout for `size`; `focus` is always among its panes, `slot` is the one of source, events,
  /// warnings and output that stands where they share a place. What is printed has a place only where it
  /// is captured.
  init(_ size: Size, focus: PaneKind, slot: PaneKind, zoomed: Bool, hasOutput: Bool = false) {
    let hasOutput = hasOutput || focus == .output
    let told = size.height >= 36 ? 2 : size.height >= 24 ? 1 : 0
    let body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2 - told)
    if told > 0 {
      narration = Rect(x: 0, y: body.y + body.height, width: size.width, height: told)
    }
    if zoomed {
      places = [Framed(pane: focus, frame: body)]
    } else if size.width < 80 || size.height < 18 {
      let pane = Rect(x: 0, y: 1, width: body.width, height: body.height - 1)
      places = [Framed(pane: focus, frame: pane)]
      scrubber = Rect(x: 0, y: 1 + pane.height, width: body.width, height: 1)
    } else if size.width >= 160 {
      places = Self.threeColumns(body, size, hasOutput: hasOutput)
    } else if size.height >= 36 {
      let shared: [PaneKind] = hasOutput ? [.source, .output] : [.source]
      let shown = shared.contains(focus) ? focus : shared.contains(slot) ? slot : .source
      places = Self.twoTallColumns(body, size, slot: shown)
    } else {
      let shared: [PaneKind] = [.source, .events, .warnings, .output]
      places = Self.twoColumns(body, size, slot: shared.contains(focus) ? focus : slot)
    }
  }

  /// The rectangle of `pane`, if it is to be seen.
  func frame(of pane: PaneKind) -> Rect? { places.frame(of: pane) }
}

extension Layout {
  /// Heights that are exact at 24 and at 50 rows, and between them in proportion.
  private static func timeHeight(_ size: Size) -> Int {
    min(12, max(4, 5 + (size.height - 24) * 5 / 26))
  }

  private static func middleHeight(_ size: Size) -> Int {
    min(20, max(4, 5 + (size.height - 24) * 10 / 26))
  }

  /// Chain and queues, source and inspector, time; events and warnings take the source's place.
  private static func twoColumns(_ body: Rect, _ size: Size, slot: PaneKind) -> [Framed<PaneKind>] {
    let rows = rows(body, lower: [middleHeight(size), timeHeight(size)])
    let left = body.width * 59 / 100
    return columns(rows[0], [(.chain, left), (.queues, body.width - left)])
      + columns(rows[1], [(slot, left), (.inspect, body.width - left)])
      + columns(rows[2], [(.time, body.width)])
  }

  /// Two columns of three panes each, whose heights need not agree: the inspector has more to say than
  /// the source, whose place is also that of the output.
  private static func twoTallColumns(_ body: Rect, _ size: Size, slot: PaneKind) -> [Framed<
    PaneKind
  >] {
    let time = timeHeight(size)
    let above = body.height - time
    let width = body.width * 59 / 100
    let left = Rect(x: body.x, y: body.y, width: width, height: above)
    let right = Rect(x: left.x + width, y: body.y, width: body.width - width, height: above)
    let low = above * 26 / 100
    let warnings = max(7, above * 22 / 100)
    let leftRows = rows(left, lower: [low, low])
    let rightRows = rows(right, lower: [(above - warnings) * 54 / 100, warnings])
    return [
      Framed(pane: .chain, frame: leftRows[0]), Framed(pane: .queues, frame: rightRows[0]),
      Framed(pane: slot, frame: leftRows[1]), Framed(pane: .inspect, frame: rightRows[1]),
      Framed(pane: .events, frame: leftRows[2]), Framed(pane: .warnings, frame: rightRows[2]),
      Framed(
        pane: .time,
        frame: Rect(x: body.x, y: body.y + above, width: body.width, height: time)),
    ]
  }

  /// Chain, queues and inspector; source, events, output where there is one, and warnings; time.
  private static func threeColumns(_ body: Rect, _ size: Size, hasOutput: Bool) -> [Framed<
    PaneKind
  >] {
    let rows = rows(body, lower: [middleHeight(size), timeHeight(size)])
    let chain = body.width * 48 / 100
    let right = body.width * 23 / 100
    let source = body.width * (hasOutput ? 29 : 38) / 100
    let output = hasOutput ? body.width * 23 / 100 : 0
    return columns(
      rows[0], [(.chain, chain), (.queues, body.width - chain - right), (.inspect, right)])
      + columns(
        rows[1],
        [(.source, source), (.events, body.width - source - output - right)]
          + (hasOutput ? [(.output, output)] : []) + [(.warnings, right)])
      + columns(rows[2], [(.time, body.width)])
  }

  /// `body` cut into rows: the lower ones of the heights given, the first of what remains.
  private static func rows(_ body: Rect, lower: [Int]) -> [Rect] {
    var y = body.y
    return ([body.height - lower.reduce(0, +)] + lower).map { height in
      defer { y += height }
      return Rect(x: body.x, y: y, width: body.width, height: height)
    }
  }

  private static func columns(_ row: Rect, _ panes: [(PaneKind, Int)]) -> [Framed<PaneKind>] {
    var x = row.x
    return panes.map { pane, width in
      defer { x += width }
      return Framed(pane: pane, frame: Rect(x: x, y: row.y, width: width, height: row.height))
    }
  }
}

// MARK: - A panel over the panes

extension Layout {
  /// Where a panel lies: over the right or the lower part of the panes, so that the chain stays in view.
  func panel(_ size: Size) -> Rect {
    let end = min(narration?.y ?? size.height - 1, scrubber?.y ?? size.height - 1)
    let body = Rect(x: 0, y: 1, width: size.width, height: max(0, end - 1))
    guard size.width >= 120, let chain = frame(of: .chain), chain.width < body.width,
      chain.height >= 14
    else {
      let height = min(body.height, max(9, body.height * 55 / 100))
      return Rect(x: 0, y: body.y + body.height - height, width: body.width, height: height)
    }
    // As far down as the panes go that begin beside the chain.
    let bottom =
      places.filter { $0.frame.x >= chain.width && $0.frame.y < chain.y + chain.height }
      .map { $0.frame.y + $0.frame.height }.max() ?? chain.y + chain.height
    return Rect(
      x: chain.width, y: chain.y, width: body.width - chain.width, height: bottom - chain.y)
  }

  /// The panes beside and above a panel, cut where it begins; those beneath it are left out.
  func cut(by panel: Rect) -> Layout {
    var layout = self
    layout.places = places.compactMap { place in
      var place = place
      let isBeside = place.frame.x + place.frame.width <= panel.x
      if isBeside || place.frame.y >= panel.y + panel.height { return place }
      place.frame.height = min(place.frame.height, panel.y - place.frame.y)
      return place.frame.height >= 3 ? place : nil
    }
    return layout
  }
}

/// Where the panes of an exploration stand: integers only, a pure function of the size.
struct ExploreLayout: Hashable, Sendable {
  /// The panes that are to be seen.
  var places: [Framed<ExplorePane>]
  /// The rows for why the outcomes differ, where there is room for them.
  var cause: Rect?
  /// All between header and footer.
  let body: Rect

  /// The outcomes above, so many of them, the two runs side by side below; the focused pane alone where
  /// there is no room.
  init(_ size: Size, focus: ExplorePane, outcomes: Int) {
    body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
    guard size.width >= 80, size.height >= 18 else {
      places = [Framed(pane: focus, frame: body)]
      return
    }
    let causeRows = size.width >= 120 ? 1 : 2
    // Two fifths at most: less where the outcomes and what stands below them need less.
    let top = max(7, min((body.height * 2 + 4) / 5, outcomes + 9))
    let low = body.height - top - causeRows
    let left = body.width / 2
    places = [
      Framed(pane: .outcomes, frame: Rect(x: 0, y: 1, width: body.width, height: top)),
      Framed(pane: .passing, frame: Rect(x: 0, y: 1 + top, width: left, height: low)),
      Framed(
        pane: .failing,
        frame: Rect(x: left, y: 1 + top, width: body.width - left, height: low)),
    ]
    cause = Rect(x: 0, y: 1 + top + low, width: body.width, height: causeRows)
  }

  /// The rectangle of `pane`, if it is to be seen.
  func frame(of pane: ExplorePane) -> Rect? { places.frame(of: pane) }
}
