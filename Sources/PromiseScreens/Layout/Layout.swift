/// Where everything stands on the screen: integers only, a pure function of the size.
struct Layout: Hashable, Sendable {
  /// A pane and the rectangle of its frame.
  struct Place: Hashable, Sendable {
    /// Which pane.
    var pane: PaneKind
    /// Its border and what is inside.
    var frame: Rect
  }

  /// The panes that are to be seen, in the order of Tab.
  var places: [Place]
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
      places = [Place(pane: focus, frame: body)]
    } else if size.width < 80 || size.height < 18 {
      let pane = Rect(x: 0, y: 1, width: body.width, height: body.height - 1)
      places = [Place(pane: focus, frame: pane)]
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
  func frame(of pane: PaneKind) -> Rect? { places.first { $0.pane == pane }?.frame }
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
  private static func twoColumns(_ body: Rect, _ size: Size, slot: PaneKind) -> [Place] {
    let rows = rows(body, lower: [middleHeight(size), timeHeight(size)])
    let left = body.width * 59 / 100
    return columns(rows[0], [(.chain, left), (.queues, body.width - left)])
      + columns(rows[1], [(slot, left), (.inspect, body.width - left)])
      + columns(rows[2], [(.time, body.width)])
  }

  /// Two columns of three panes each, whose heights need not agree: the inspector has more to say than
  /// the source, whose place is also that of the output.
  private static func twoTallColumns(_ body: Rect, _ size: Size, slot: PaneKind) -> [Place] {
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
      Place(pane: .chain, frame: leftRows[0]), Place(pane: .queues, frame: rightRows[0]),
      Place(pane: slot, frame: leftRows[1]), Place(pane: .inspect, frame: rightRows[1]),
      Place(pane: .events, frame: leftRows[2]), Place(pane: .warnings, frame: rightRows[2]),
      Place(
        pane: .time,
        frame: Rect(x: body.x, y: body.y + above, width: body.width, height: time)),
    ]
  }

  /// Chain, queues and inspector; source, events, output where there is one, and warnings; time.
  private static func threeColumns(_ body: Rect, _ size: Size, hasOutput: Bool) -> [Place] {
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

  private static func columns(_ row: Rect, _ panes: [(PaneKind, Int)]) -> [Place] {
    var x = row.x
    return panes.map { pane, width in
      defer { x += width }
      return Place(pane: pane, frame: Rect(x: x, y: row.y, width: width, height: row.height))
    }
  }
}
