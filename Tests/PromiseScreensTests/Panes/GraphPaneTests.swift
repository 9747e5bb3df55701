import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

extension EventStream {
  fileprivate func graph(
    at event: Int? = nil, selection: PromiseID? = nil, glyphs: GlyphSet = .unicode, width: Int = 78,
    height: Int = 20
  ) -> PaneContent {
    var context = context(at: event, selection: selection, glyphs: glyphs)
    context.known = context.history.graph(at: context.history.last)
    context.view.drawsGraph = true
    context.view.selection = selection
    return GraphPane.content(context, width: width, height: height)
  }
}

/// Runs that have made drawings of graphs fail: wide, deep, hostile, circular.
private let hostile: [EventStream] = {
  var named = EventStream()
  named.queue(1, "main")
  let evil = "\u{1B}[2J\u{202E}日本\n" + String(repeating: "宽e\u{301}", count: 100)
  named.root(1, evil)
  for number in 2...6 {
    named.link(PromiseID(number), on: PromiseID(number - 1), .then, evil, queue: 1)
  }
  named.fulfill(1, evil)
  var circle = EventStream()
  circle.queue(1, "main")
  circle.root(1, "a")
  circle.root(2, "b")
  circle.post(.adopted(outer: 1, inner: 2))
  circle.post(.adopted(outer: 2, inner: 1))
  circle.fanIn(3, .all, of: [3, 1, 99])
  var chain = EventStream()
  chain.queue(1, "main")
  chain.root(1, "first")
  for number in 2...10_000 {
    chain.link(PromiseID(number), on: PromiseID(number - 1), .then, queue: 1)
  }
  var inputs = EventStream()
  for number in 1...300 { inputs.root(PromiseID(number), "input \(number)", line: number) }
  inputs.fanIn(301, .all, of: (1...300).map { PromiseID($0) })
  return [
    EventStream(), named, circle, chain, inputs, .wide(inputs: 300), .big(sites: 200, chains: 17),
  ]
}()

@Test("No run and no size breaks the graph", arguments: hostile.indices)
func hostileGraphs(_ place: Int) {
  for width in [0, 1, 2, 3, 11, 45, 78, 198] {
    for (height, glyphs) in [
      (0, GlyphSet.ascii), (1, .unicode), (2, .ascii), (9, .unicode), (40, .ascii),
    ] {
      let content = hostile[place].graph(selection: 2, glyphs: glyphs, width: width, height: height)
      #expect(content.lines.allSatisfy { displayWidth($0.text) <= width }, "\(width)x\(height)")
      #expect(content.lines.count <= max(height, 1))
      if glyphs == .ascii, place != 1 {
        #expect(content.lines.allSatisfy { $0.text.utf8.allSatisfy { $0 < 128 } })
      }
    }
  }
}

@Test(
  "Of 10,000 promises the graph shows a few boxes, and each promise is in one",
  arguments: [3, 5, 6])
func foldedGraph(_ place: Int) {
  let graph = Graph(hostile[place].events)
  let diagram = GraphDiagram(graph, folding: .init(openGroups: [GroupID(1)], openChains: [1]))
  #expect(diagram.boxes.count < 260)
  let folded = GraphDiagram(graph, folding: .init(openGroups: [], openChains: []))
  #expect(folded.boxes.count <= 121)
  for node in graph.promises {
    #expect(
      diagram.index(of: node.id, in: graph) != nil && folded.index(of: node.id, in: graph) != nil)
  }
}

@Test("In a graph that grows, no box moves when another event arrives")
func growingGraph() {
  let stream = EventStream.big(sites: 3, chains: 9)
  var graph = Graph()
  var before = GraphDiagram(graph, folding: nil, grows: true)
  for event in stream.events {
    graph.apply(event)
    let now = GraphDiagram(graph, folding: nil, grows: true)
    #expect(now.layout.places.starts(with: before.layout.places))
    before = now
  }
  #expect(Set(before.layout.places).count == before.boxes.count)
}

@Test("V draws the graph and the rows again; h and l follow arrows; + and - open and close boxes")
func graphKeys() {
  var driver = Driver(EventStream.big(sites: 3, chains: 90).events)
  driver.type("GV")
  #expect(driver.screen.contains("1 Graph"))
  driver.type(":p1")
  driver.press(.enter)
  func boxes() -> Int { driver.state.run?.context(.unicode).diagram.boxes.count ?? 0 }
  #expect(boxes() == 3)
  driver.type("+")
  #expect(boxes() == 2 + 24 + 1)
  driver.type("+")
  #expect(boxes() == 2 + 24 + 1 + 2)
  driver.type("l")
  #expect(driver.subject == 2)
  driver.type("h")
  #expect(driver.subject == 1)
  driver.type("--")
  #expect(boxes() == 3)
  #expect(driver.state.run?.speed == 0)
  driver.type("V")
  #expect(driver.screen.contains("1 Chain"))
}

@Test("A click selects the box under the mouse, and the path to it is heavy")
func graphClick() throws {
  var driver = Driver()
  driver.goToPicture()
  driver.type("Vz")
  let screen = driver.screen.split(separator: "\n").map(String.init)
  #expect(!driver.screen.contains("━→"))
  let row = try #require(screen.firstIndex { $0.contains(".done show") })
  let column = try #require(screen[row].firstRange(of: ".done show")).lowerBound
  let x = screen[row].distance(from: screen[row].startIndex, to: column)
  driver.send(.mouse(Mouse(.press, x: x, y: row)))
  let selected = driver.state.run?.selection.flatMap { driver.state.run?.graph[$0]?.title }
  #expect(selected == ".done show")
  #expect(driver.screen.contains("━→"))
}

@Test(
  "V opens the graph at its first boxes, or with the selected one in view, and says what is out of view"
)
func graphOpens() {
  var stream = EventStream()
  stream.queue(1, "main")
  stream.root(1, "first")
  for number in 2...20 {
    stream.link(PromiseID(number), on: PromiseID(number - 1), .then, "link \(number)", queue: 1)
  }
  var driver = Driver(stream.events)
  driver.type("GVz")
  #expect(driver.screen.contains("│first ") && driver.screen.contains("more below ┘"))
  #expect(!driver.screen.contains("more above"))
  driver.type("V:p20")
  driver.press(.enter)
  driver.type("V")
  #expect(driver.screen.contains(".then link 20") && driver.screen.contains("more above ┘"))
}
