/// A pane with its frame, including the border.
struct Framed<Pane: Hashable & Sendable>: Hashable, Sendable {
  var pane: Pane
  var frame: Rect
}

extension Array {
  /// Returns the frame of `pane`; `nil` if it is not visible.
  func frame<Pane>(of pane: Pane) -> Rect? where Element == Framed<Pane> {
    first { $0.pane == pane }?.frame
  }

  /// Returns the pane in a cell of the screen.
  func framed<Pane>(atColumn x: Int, row y: Int) -> Element? where Element == Framed<Pane> {
    first { $0.frame.contains(x, y) }
  }
}

/// The layout of the screen: integers only, a pure function of the size.
struct Layout: Hashable, Sendable {
  /// The visible panes, in Tab order.
  var places: [Framed<PaneKind>]
  /// The row of the scrubber, if there is no room for the time pane.
  var scrubber: Rect?
  /// The rows above the footer that describe the event at the playhead, if there is room.
  var narration: Rect?

  /// The smallest supported screen.
  static let minimum = Size(width: 40, height: 10)

  /// Returns whether the screen is large enough.
  static func fits(_ size: Size) -> Bool {
    size.width >= minimum.width && size.height >= minimum.height
  }

  /// Creates the layout for `size`. `focus` is always visible; `slot` is the visible one of source, events,
  /// warnings and output where they share a place. The output has a place only if it is captured.
  init(_ size: Size, focus: PaneKind, slot: PaneKind, zoomed: Bool, hasOutput: Bool = false) {
    let hasOutput = hasOutput || focus == .output
    let captionRows = size.height >= 36 ? 2 : size.height >= 24 ? 1 : 0
    let body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2 - captionRows)
    if captionRows > 0 {
      narration = Rect(x: 0, y: body.y + body.height, width: size.width, height: captionRows)
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

  /// Returns the frame of `pane`; `nil` if it is not visible.
  func frame(of pane: PaneKind) -> Rect? { places.frame(of: pane) }
}

extension Layout {
  /// Heights that are tuned for 24 and 50 rows, and interpolated between them.
  private static func timeHeight(_ size: Size) -> Int {
    min(12, max(4, 5 + (size.height - 24) * 5 / 26))
  }

  private static func middleHeight(_ size: Size) -> Int {
    min(20, max(4, 5 + (size.height - 24) * 10 / 26))
  }

  /// Chain and queues, source and inspector, time; events and warnings share the source's place.
  private static func twoColumns(_ body: Rect, _ size: Size, slot: PaneKind) -> [Framed<PaneKind>] {
    let rows = rows(body, lower: [middleHeight(size), timeHeight(size)])
    let left = body.width * 59 / 100
    return columns(rows[0], [(.chain, left), (.queues, body.width - left)])
      + columns(rows[1], [(slot, left), (.inspect, body.width - left)])
      + columns(rows[2], [(.time, body.width)])
  }

  /// Two columns of three panes each, with independent heights: the inspector needs more room than the source,
  /// which shares its place with the output.
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

  /// Chain, queues and inspector; source, events, output if there is one, and warnings; time.
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

  /// Returns `body` split into rows: the lower ones with the given heights, the first with the rest.
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
    // Extend it as far down as the panes beside the chain.
    let bottom =
      places.filter { $0.frame.x >= chain.width && $0.frame.y < chain.y + chain.height }
      .map { $0.frame.y + $0.frame.height }.max() ?? chain.y + chain.height
    return Rect(
      x: chain.width, y: chain.y, width: body.width - chain.width, height: bottom - chain.y)
  }

  /// Returns the panes beside and above a panel, cut where it starts, without those beneath it.
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

/// The layout of an exploration: integers only, a pure function of the size.
struct ExploreLayout: Hashable, Sendable {
  /// The visible panes.
  var places: [Framed<ExplorePane>]
  /// The rows that explain why the outcomes differ, if there is room.
  var cause: Rect?
  /// The area between header and footer.
  let body: Rect

  /// Creates a layout with the outcomes above and the two runs side by side below, or only the focused pane if
  /// room is short.
  init(_ size: Size, focus: ExplorePane, outcomes: Int) {
    body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
    guard size.width >= 80, size.height >= 18 else {
      places = [Framed(pane: focus, frame: body)]
      return
    }
    let causeRows = size.width >= 120 ? 1 : 2
    // Two fifths at most, less if the outcomes and the text below them need less.
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

  /// Returns the frame of `pane`; `nil` if it is not visible.
  func frame(of pane: ExplorePane) -> Rect? { places.frame(of: pane) }
}
