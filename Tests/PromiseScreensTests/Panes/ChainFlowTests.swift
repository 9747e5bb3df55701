import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

/// A cell of a pane.
private struct DrawnCell: Hashable {
  var character: Character
  var role: Role
}

extension PaneContent {
  /// The lines as cells.
  fileprivate var cells: [[DrawnCell]] {
    lines.map { line in
      line.spans.flatMap { span in span.text.map { DrawnCell(character: $0, role: span.role) } }
    }
  }

  /// The places of a character, as row and column.
  fileprivate func places(of character: Character) -> [[Int]] {
    lines.enumerated().flatMap { row, line in
      line.text.enumerated().filter { $0.element == character }.map { [row, $0.offset] }
    }
  }

  /// How many cells differ from those of another drawing of the same lines.
  fileprivate func differences(from other: PaneContent) -> Int {
    zip(cells, other.cells).reduce(abs(lines.count - other.lines.count) * 1000) { sum, rows in
      let (a, b) = rows
      return sum + zip(a, b).count { $0 != $1 } + abs(a.count - b.count)
    }
  }
}

extension EventStream {
  /// The number of the event that settles a promise.
  fileprivate func settlement(of promise: PromiseID) -> Int {
    number { if case .settled(let settled) = $0.kind { settled.promise == promise } else { false } }
  }

  /// The chain pane with the outcome of an event on its way.
  fileprivate func flowing(
    _ event: Int, _ share: Int?, width: Int = 45, height: Int = 20, glyphs: GlyphSet = .unicode
  ) -> PaneContent {
    var context = context(at: event, glyphs: glyphs)
    context.flow = share.map { Flow(event: event, share: $0) }
    return ChainPane.content(context, width: width, height: height)
  }
}

extension PromiseEvent {
  /// Whether it settles a promise or adopts one, or passes an outcome on.
  fileprivate var mayMove: Bool {
    if case .settled = kind { return true }
    if case .adopted = kind { return true }
    if case .handlerSkipped = kind { return true }
    if case .inputSettled = kind { return true }
    return false
  }
}

private let shares = Array(stride(from: 0, through: 1000, by: 50))

@Test("A value moves down the line from a promise to the next link, and arrives there")
func valueMoves() throws {
  let event = EventStream.login.settlement(of: 1)
  let still = EventStream.login.flowing(event, nil)
  #expect(still.places(of: "●").isEmpty)
  let from = try #require(still.promises.first { $0.value == 1 }?.key)
  let to = try #require(still.promises.first { $0.value == 2 }?.key)
  var last = from
  for share in shares {
    let content = EventStream.login.flowing(event, share)
    let places = content.places(of: "●")
    #expect(places.count == 1)
    let row = try #require(places.first).first ?? -1
    #expect(row >= last && row <= to)
    last = row
    #expect(content.lines[to].text.contains("gets \"tok_9\"") == (share >= 500))
    #expect(content.promises == still.promises)
  }
  #expect(last == to)
}

@Test(
  "While something moves, only the cells of its line and the text beside it change",
  arguments: [(EventStream.login, 94), (.dashboard, 45)])
func calmFlow(stream: EventStream, width: Int) {
  for event in stream.events.filter(\.mayMove).map(\.sequence) {
    let still = stream.flowing(event, nil, width: width)
    let frames = shares.map { stream.flowing(event, $0, width: width) }
    for frame in frames {
      #expect(frame.status == still.status && frame.width == still.width)
      #expect(frame.lines.count == still.lines.count && frame.promises == still.promises)
    }
    // A sign leaves a cell and enters the next, on up to three lines at a time; the text comes, goes, or
    // moves to another row a few times.
    let changes = zip(frames, frames.dropFirst()).map { $1.differences(from: $0) }
    #expect(changes.count { $0 > 6 } <= 4, "event \(event)")
    #expect(changes.allSatisfy { $0 <= 90 }, "event \(event)")
    #expect(changes.count { $0 == 0 } >= changes.count / 2, "event \(event)")
  }
}

@Test("An error and a cancellation move with the signs of their outcomes, readable without color")
func otherOutcomes() {
  func chain(_ outcome: PromiseEvent.Outcome) -> EventStream {
    var stream = EventStream()
    stream.queue(1, "main")
    stream.root(1, "load")
    stream.link(2, on: 1, .done, "show", queue: 1)
    stream.post(.settled(.init(promise: 1, outcome: outcome, description: "503")))
    return stream
  }
  for (outcome, sign, role) in [
    (PromiseEvent.Outcome.rejected, Glyph.rejected, Role.rejected),
    (.cancelled, .cancelled, .cancelled), (.fulfilled, .flow, .fulfilled),
  ] {
    let stream = chain(outcome)
    for glyphs in GlyphSet.allCases {
      let still = stream.flowing(stream.events.count, nil, glyphs: glyphs)
      let content = stream.flowing(stream.events.count, 900, glyphs: glyphs)
      #expect(
        content.places(of: glyphs[sign]).count == still.places(of: glyphs[sign]).count + 1)
      let moving = zip(content.cells, still.cells).flatMap { zip($0, $1).filter { $0 != $1 } }
      #expect(moving.first?.0 == DrawnCell(character: glyphs[sign], role: role))
      #expect(content.plain.contains("gets 503"))
    }
  }
}

@Test("An adoption closes its line from cell to cell; the outcome then comes back along it")
func adoptionCloses() {
  let stream = EventStream.login
  let event = stream.number { if case .adopted = $0.kind { true } else { false } }
  let lines = shares.map { share in
    let text = stream.flowing(event, share).plain
    return (text.count { $0 == "┄" }, text.count { $0 == "─" })
  }
  #expect(lines.first?.0 ?? 0 > 0)
  #expect(lines.last?.0 == 0)
  for (before, after) in zip(lines, lines.dropFirst()) {
    #expect(before.0 >= after.0 && before.0 + before.1 == after.0 + after.1)
  }
  #expect(stream.flowing(event, 1000).plain == stream.flowing(event, nil).plain)

  // The settlement of the adopted promise moves to the one that adopted it, up and to the left.
  let settled = stream.settlement(of: 5)
  let ways = shares.compactMap { stream.flowing(settled, $0).places(of: "●").first }
  #expect(ways.count == shares.count)
  for (before, after) in zip(ways, ways.dropFirst()) {
    #expect(after[0] <= before[0] && after[1] <= before[1])
  }
}

@Test("An input moves down its lane and into its fan-in")
func inputMoves() throws {
  let stream = EventStream.dashboard
  let event = stream.settlement(of: 2)
  let still = stream.flowing(event, nil)
  let fanIn = try #require(still.promises.first { $0.value == 4 }?.key)
  let ways = shares.compactMap { stream.flowing(event, $0).places(of: "●").first }
  #expect(ways.count == shares.count)
  #expect(ways.last?.first == fanIn)
  for (before, after) in zip(ways, ways.dropFirst()) {
    #expect(after[0] > before[0] || (after[0] == before[0] && after[1] >= before[1]))
  }
}

@Test("Nothing is drawn for events that move nothing, and for lines to rows that are not drawn")
func nothingMoves() {
  var context = EventStream.login.context()
  for event in [0, 1, 2, 99_999] {
    context.flow = Flow(event: event, share: 500)
    #expect(
      ChainPane.content(context, width: 45, height: 20)
        == ChainPane.content(EventStream.login.context(), width: 45, height: 20))
  }
  // A share out of range is at the nearest end.
  let event = EventStream.login.settlement(of: 1)
  #expect(EventStream.login.flowing(event, -5) == EventStream.login.flowing(event, 0))
  #expect(EventStream.login.flowing(event, 5_000) == EventStream.login.flowing(event, 1000))

  var big = EventStream.big(sites: 6, chains: 30).context()
  let still = ChainPane.content(big, width: 94, height: 10)
  for event in stride(from: 1, through: big.history.last, by: 13) {
    big.flow = Flow(event: event, share: 500)
    #expect(ChainPane.content(big, width: 94, height: 10).promises == still.promises)
  }
}

@Test("While something moves, the pane is sound at every size", arguments: GlyphSet.allCases)
func flowAtEverySize(_ glyphs: GlyphSet) {
  for stream in [EventStream.login, .dashboard] {
    for (number, event) in stream.events.filter(\.mayMove).map(\.sequence).enumerated() {
      let width = 1 + number * 11
      for share in [0, 400, 800] {
        let content = stream.flowing(event, share, width: width, height: width / 4, glyphs: glyphs)
        #expect(content.isSound(width: width))
        #expect(glyphs == .unicode || content.plain.utf8.allSatisfy { $0 < 0x80 })
      }
    }
  }
}
