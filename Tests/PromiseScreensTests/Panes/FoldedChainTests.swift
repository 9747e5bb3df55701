import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

private let big = EventStream.big(sites: 6, chains: 30)

/// Ways to display ``big``.
private enum Look: String, CaseIterable {
  case closed, groupOpen, chainsOpen, unfolded

  var folding: Folding {
    var folding = Folding()
    switch self {
    case .closed: folding.choice = .folded
    case .groupOpen: folding.openGroups = [GroupID(2), GroupID(6)]
    case .chainsOpen:
      folding.openGroups = [GroupID(1), GroupID(3)]
      folding.openChains = [1, 7, 19, 259]
    case .unfolded: folding.choice = .unfolded
    }
    return folding
  }
}

private func context(_ look: Look, selection: PromiseID? = nil) -> PaneContext {
  var context = big.context(selection: selection)
  context.view.folding = look.folding
  context.view.folding.choice = context.folding.choice ?? .folded
  return context
}

@Test("With many promises, chains created at the same place are one row with counts and times")
func foldedRows() {
  let content = ChainPane.content(big.context(selection: 5), width: 110, height: 20)
  let rows = content.plain.split(separator: "\n").map(String.init)
  #expect(content.promises.count == 6)
  #expect(content.status.hasPrefix("folded  540 promises"))
  let row = rows.first { $0.contains("load 2.") } ?? ""
  for text in ["✗ ×30 load 2.…", "✗ 8", "○ 22", "✓ 60", "→p5 ✓", "Login.swift:11"] {
    #expect(row.contains(text), "\(text) in \(row)")
  }
}

@Test("Every promise has a row that represents it, whatever is open", arguments: Look.allCases)
private func rowOfEach(_ look: Look) {
  let graph = big.context().graph
  let outline = ChainOutline(graph, context(look).folding, selection: nil)
  var rows: Set<Int> = []
  for node in graph.promises {
    guard let row = outline.row(of: node.id) else {
      Issue.record("\(node.id) has no row")
      continue
    }
    rows.insert(row)
    #expect(outline.promise(at: row, selection: node.id) == node.id)
  }
  // The rows without a promise are the headings of open groups.
  let rest = Set(0..<outline.count).subtracting(rows)
  for row in rest {
    guard case .group(let place) = outline[row] else {
      Issue.record("row \(row) stands for nothing")
      continue
    }
    #expect(outline.isOpen(place))
  }
}

@Test("The visible part of a folded run is a part of the whole", arguments: Look.allCases)
private func windows(_ look: Look) {
  var context = context(look, selection: 130)
  let whole = ChainPane.content(context, width: 94, height: 2000)
  let count = ChainPane.content(context, width: 94, height: 10).count
  for offset in stride(from: 0, to: count, by: 7) {
    context.scroll = Scroll(offset: offset, anchor: whole.anchor, subject: 130, isAway: true)
    let content = ChainPane.content(context, width: 94, height: 10)
    let first = context.scroll.first(of: content, height: 10)
    for line in (content.frozen + first)..<min(count, first + 10) {
      #expect(content.line(at: line)?.text == whole.line(at: line)?.text)
      #expect(content.promises[line] == whole.promises[line])
    }
    #expect(content.lines.count <= 10)
  }
}

@Test(
  "The arrow keys reach every row of a folded run, in both directions", arguments: Look.allCases)
private func walking(_ look: Look) {
  let context = context(look)
  func walk(_ step: Int) -> [PromiseID] {
    var seen: [PromiseID] = []
    var now: PromiseID?
    while let next = ChainPane.promise(step, from: now, context, width: 80, height: 10),
      next != now
    {
      seen.append(next)
      now = next
    }
    return seen
  }
  let down = walk(1)
  #expect(down.count == Set(down).count)
  #expect(walk(-1) == down.reversed())
  let rows = [Look.closed: 6, .groupOpen: 4 + 60, .chainsOpen: 4 + 60 + 8, .unfolded: 6 * 30]
  #expect(down.count == rows[look])
}

@Test("Enter opens a folded row and then its chain, Escape closes them, o unfolds everything")
func foldKeys() {
  var driver = Driver(big.events)
  driver.type("G")
  driver.press(.down, .up, .home)
  driver.type("G:p8")
  driver.press(.enter)
  func rows() -> Int {
    driver.state.run.map { run in
      ChainOutline(run.graph, run.folding, selection: nil).count
    } ?? 0
  }
  #expect(rows() == 6)
  driver.press(.enter)
  #expect(rows() == 6 + 30)
  #expect(driver.state.run?.selection == 8)
  driver.press(.enter)
  #expect(rows() == 6 + 30 + 2)
  driver.press(.escape)
  #expect(rows() == 6 + 30)
  driver.press(.escape)
  #expect(rows() == 6)
  #expect(driver.state.run?.selection == 8)
  driver.type("o")
  #expect(rows() == 6 * 31)
  driver.type("o")
  #expect(driver.state.run?.folding.choice == .folded)
}

@Test("An all over very many inputs from one place is one lane and one row")
func wideFanIn() {
  let content = ChainPane.content(
    EventStream.wide(inputs: 600).context(selection: 601), width: 94, height: 20)
  let rows = content.plain.split(separator: "\n").map(String.init)
  #expect(rows[1].hasPrefix("○    ×600 GET /item/…"))
  #expect(rows[2].hasPrefix("╰──○ p601"))
  #expect(rows[2].contains("200/600"))
  #expect(rows[3].contains("p602"))
}

@Test("In a very long chain every promise can be reached, at constant cost")
func longChain() {
  var stream = EventStream()
  stream.queue(1, "main")
  Shape.chain.build(1000, in: &stream)
  var context = stream.context()
  context.view.folding.openChains = [1]
  var now: PromiseID? = 1
  for expected in 2...1000 {
    now = ChainExcerpt(of: 1, in: context.graph, around: now).rows.promise(after: now)
    guard now == PromiseID(expected) else { break }
  }
  #expect(now == 1000)
  context.selection = 500
  let content = ChainPane.content(context, width: 94, height: 20)
  #expect(content.anchor.flatMap { content.line(at: $0) }?.text.contains("p500") == true)
  #expect(content.count < 500)
}

extension [ChainLayout.Row] {
  /// The promise in the row below that of another one.
  fileprivate func promise(after promise: PromiseID?) -> PromiseID? {
    let place = firstIndex { row in promise.map { row.kind == .promise($0) } ?? false }
    guard let place, place + 1 < count, case .promise(let next) = self[place + 1].kind else {
      return nil
    }
    return next
  }
}

@Test("Filtered promises are drawn as a chain, and those kept for context are dim")
func filteredChain() throws {
  var context = big.context()
  context.view.filtered = FilteredPromises(
    try Filter("value:503 source:Login.swift:101"), in: context.graph)
  let content = ChainPane.content(context, width: 94, height: 20)
  #expect(content.status.contains("of 540 match"))
  #expect(content.title.contains("value:503"))
  for (line, promise) in content.promises {
    let roles = Set(content.lines[line].spans.map(\.role)).subtracting([.body])
    #expect(context.filtered?.keeps(promise) == true)
    if context.filtered?.isMatch(promise) == false { #expect(roles.isSubset(of: [.dim])) }
  }
  #expect(!content.promises.isEmpty)
}

@Test("Very many filtered promises are a list of which only the visible part is drawn")
func filteredList() throws {
  var context = EventStream.big(sites: 8, chains: 40).context(selection: 500)
  context.view.filtered = FilteredPromises(try Filter("source:Login.swift"), in: context.graph)
  let content = ChainPane.content(context, width: 94, height: 20)
  #expect(content.lines.count == 20)
  #expect(content.count == 2 + 960)
  #expect(content.anchor.flatMap { content.promises[$0] } == 500)
  #expect(ChainPane.promise(5, from: 500, context, width: 94, height: 20) == 505)
}

@Test("Matches are marked in place")
func searchedChain() {
  var context = EventStream.login.context()
  context.view.search = SearchPattern("fetch").map { SearchState($0, in: SearchIndex()) }
  let content = ChainPane.content(context, width: 94, height: 20)
  let marked = content.lines.flatMap(\.spans).filter { $0.role == .match }.map(\.text)
  #expect(marked == ["fetch", "fetch"])
}

@Test("Columns that do not fit can be scrolled into view, while the lanes stay")
func sideways() {
  var context = EventStream.dashboard.context()
  let cut = ChainPane.content(context, width: 45, height: 12)
  #expect(cut.width > 45)
  context.scroll.x = 1
  let wide = ChainPane.content(context, width: 45, height: 12)
  #expect(wide.lines.contains { $0.text.contains("unhandled: 503") })
  let lanes = wide.lines.map { String($0.text.prefix(wide.frozenColumns)) }
  let moved = wide.lines.map {
    String($0.scrolled(by: 9, after: wide.frozenColumns).text.prefix(wide.frozenColumns))
  }
  #expect(lanes == moved)
}

@Test(
  "A folded run fits any width and height, in both sets of glyphs", arguments: Look.allCases,
  GlyphSet.allCases)
private func foldedSizes(_ look: Look, _ glyphs: GlyphSet) {
  var context = big.context(selection: 130, glyphs: glyphs)
  context.view.folding = look.folding
  for width in stride(from: 0, through: 220, by: 11) {
    let height = [0, 1, 2, 3, 5, 8, 24, 50][(width / 11) % 8]
    for scroll in [Scroll(), Scroll(offset: 400, isAway: true)] {
      context.scroll = scroll
      for pane in [PaneKind.chain, .time] {
        let content = pane.content(context, width: width, height: height)
        let isSound = content.isSound(width: width)
        #expect(isSound, "\(pane) \(width)x\(height)")
        #expect(content.lines.count <= max(height, content.frozen))
      }
    }
  }
}
