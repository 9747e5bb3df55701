// MARK: - One column

extension Layout {
  /// The chain above time: what a caption tells is in view, and nothing else changes beside it.
  static func story(_ body: Rect) -> [Framed<PaneKind>] {
    let rows = rows(body, lower: [max(6, body.height * 9 / 20)])
    return [Framed(pane: .chain, frame: rows[0]), Framed(pane: .time, frame: rows[1])]
  }

  /// The chain and the focused pane side by side, the queues if the chain itself has the focus.
  static func pair(_ body: Rect, _ wishes: Wishes) -> [Framed<PaneKind>] {
    let side = wishes.focus == .chain ? PaneKind.queues : wishes.focus
    let row = Rect(
      x: body.x, y: body.y, width: body.width, height: body.height - (side == .time ? 0 : 1))
    let left = body.width * 59 / 100
    return columns(row, [(.chain, left), (side, body.width - left)])
  }

  /// As many panes as fit below each other, the most important ones first, and the title of each empty one.
  static func stack(_ body: Rect, _ wishes: Wishes) -> [Framed<PaneKind>] {
    let slot = wishes.shared(by: [.source, .events, .warnings, .output])
    let all =
      [.chain, .time, .queues, .inspect, slot]
      + [PaneKind.source, .events, .warnings, .output].filter { $0 != slot }
    let order = all.filter { $0 != .output || wishes.hasOutput }
    let full = order.filter { !wishes.empty.contains($0) }
    func room(_ panes: [PaneKind], _ height: (PaneKind) -> Int) -> Int {
      body.height - panes.reduce(0) { $0 + height($1) } - (panes.contains(.time) ? 0 : 1)
    }
    var shown: [PaneKind] = []
    for pane in full {
      // The chain has a place as soon as it is useful, and so has the time below it.
      let height = shown.count < 2 ? \PaneKind.leastHeight : \.comfortableHeight
      guard room(shown + [pane], { $0[keyPath: height] }) >= 0 else { break }
      shown.append(pane)
    }
    if !shown.contains(wishes.focus) {
      while !shown.isEmpty, room(shown + [wishes.focus], \.leastHeight) < 0 { shown.removeLast() }
      shown.append(wishes.focus)
    }
    let isRoomy = room(shown, \.comfortableHeight) >= 0
    func height(_ pane: PaneKind) -> Int { isRoomy ? pane.comfortableHeight : pane.leastHeight }
    let left = max(0, room(shown, height))
    let folded = shown.count == full.count ? order.filter(wishes.empty.contains).prefix(left) : []
    let extra = left - folded.count
    let weights = shown.reduce(0) { $0 + $1.weight }
    var heights = shown.map { height($0) + extra * $0.weight / weights }
    // The first pane takes what division leaves, and all of a very low screen.
    heights[0] +=
      body.height - (shown.contains(.time) ? 0 : 1) - folded.count - heights.reduce(0, +)
    var y = body.y
    return zip(shown + folded, heights + folded.map { _ in 1 }).map { pane, height in
      defer { y += height }
      return Framed(pane: pane, frame: Rect(x: body.x, y: y, width: body.width, height: height))
    }
  }
}

// MARK: - Several columns

extension Layout {
  /// Heights that are tuned for 24 and 50 rows, and interpolated between and beyond them.
  private static func timeHeight(_ size: Size) -> Int {
    min(24, max(4, 5 + (size.height - 24) * 8 / 26))
  }

  private static func middleHeight(_ size: Size) -> Int {
    min(32, max(5, 5 + (size.height - 24) * 10 / 26))
  }

  /// Chain and queues, source and inspector, time; events and warnings share the source's place.
  static func twoColumns(
    _ body: Rect, _ size: Size, _ wishes: Wishes
  ) -> [Framed<PaneKind>] {
    let slot = wishes.shared(by: [.source, .events, .warnings, .output])
    let rows = rows(body, lower: [middleHeight(size), timeHeight(size)])
    let left = body.width * 59 / 100
    return columns(rows[0], [(.chain, left), (.queues, body.width - left)])
      + columns(rows[1], [(slot, left), (.inspect, body.width - left)])
      + columns(rows[2], [(.time, body.width)])
  }

  /// Two columns of three panes each, with independent heights: the inspector needs more room than the source,
  /// which shares its place with the output.
  static func tallColumns(
    _ body: Rect, _ size: Size, _ wishes: Wishes
  ) -> [Framed<PaneKind>] {
    let slot = wishes.shared(by: wishes.hasOutput ? [.source, .output] : [.source])
    let time = timeHeight(size)
    let above = body.height - time
    let width = body.width * 59 / 100
    let left = Rect(x: body.x, y: body.y, width: width, height: above)
    let right = Rect(x: left.x + width, y: body.y, width: body.width - width, height: above)
    let events = above * 26 / 100
    let source = wishes.empty.contains(slot) ? 1 : events
    let warnings = wishes.empty.contains(.warnings) ? 1 : max(7, above * 22 / 100)
    let leftRows = rows(left, lower: [source, events])
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

  /// Chain, queues and inspector; source, events, output if there is one, and warnings; time. An empty pane
  /// leaves its room to the one above or beside it.
  static func threeColumns(
    _ body: Rect, _ size: Size, _ wishes: Wishes
  ) -> [Framed<PaneKind>] {
    let rows = rows(body, lower: [middleHeight(size), timeHeight(size)])
    let chain = body.width * 48 / 100
    let right = body.width * 23 / 100
    let output = wishes.hasOutput ? body.width * 23 / 100 : 0
    var source = body.width * (wishes.hasOutput ? 29 : 38) / 100
    var lower = rows[1]
    var folded: [Framed<PaneKind>] = []
    if wishes.empty.contains(.source) {
      lower.height -= 1
      let row = Rect(
        x: body.x, y: lower.y + lower.height, width: body.width - output - right, height: 1)
      folded = [Framed(pane: .source, frame: row)]
      source = 0
    }
    let places = columns(
      rows[0], [(.chain, chain), (.queues, body.width - chain - right), (.inspect, right)])
    let lowPlaces =
      columns(lower, [(.source, source), (.events, body.width - source - output - right)])
      + columns(
        Rect(
          x: body.width - output - right, y: rows[1].y, width: output + right,
          height: rows[1].height), [(.output, output), (.warnings, right)])
    let lows = lowPlaces.filter { $0.frame.width > 0 } + folded
    return unfolding(places + lows, wishes) + columns(rows[2], [(.time, body.width)])
  }

  /// Returns the panes with the inspector extended down to a folded line for empty warnings below it.
  private static func unfolding(
    _ places: [Framed<PaneKind>], _ wishes: Wishes
  ) -> [Framed<PaneKind>] {
    guard wishes.empty.contains(.warnings), let low = places.frame(of: .warnings) else {
      return places
    }
    return places.map { place in
      var place = place
      if place.pane == .inspect { place.frame.height += low.height - 1 }
      if place.pane == .warnings {
        place.frame.y += low.height - 1
        place.frame.height = 1
      }
      return place
    }
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
