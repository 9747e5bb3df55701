import Demos
import PromiseEvents
import PromiseGraph
import PromiseInsight
import Testing

@testable import PromiseScreens

/// The graph of every demo.
@Suite struct GraphTests {
  @Test("No boxes overlap, and every arrow leads to a later layer", arguments: Demo.all.map(\.name))
  func layers(_ name: String) throws {
    let graph = try end(of: name)
    let diagram = GraphDiagram(graph, folding: nil)
    let layout = diagram.layout
    #expect(diagram.boxes.count == graph.counts.total)
    for (arrow, route) in zip(diagram.arrows, layout.routes) {
      // Only circles of adoptions lead back.
      if route.isReversed { #expect(name == "adoption-cycle", "\(name)") }
      let (from, to) = (layout.places[arrow.from], layout.places[arrow.to])
      #expect(route.isReversed ? from.layer > to.layer : from.layer < to.layer)
      let layers = route.places.map(\.layer)
      #expect(zip(layers, layers.dropFirst()).allSatisfy { $0 + 1 == $1 })
    }
    var rows: [Int: [ClosedRange<Int>]] = [:]
    for place in layout.places {
      let own = place.row...(place.row + 1)
      #expect(!rows[place.layer, default: []].contains { $0.overlaps(own) }, "\(name)")
      rows[place.layer, default: []].append(own)
    }
  }

  @Test("No box moves between two events", arguments: Demo.all.map(\.name))
  func stability(_ name: String) throws {
    let events = try SimulatedDemo(try #require(Demo.named(name))).events
    var state = State(
      size: Size(width: 80, height: 24), glyphs: .unicode, theme: .monochrome, keys: .standard,
      demos: [], lints: .init())
    var history = History()
    history.append(contentsOf: events)
    state.show(history, of: RunDescriptor(name: name, teaches: ""), real: false, changes: [])
    state.showGraph()
    var places: [PromiseID: Rect] = [:]
    for event in SpreadEvents.upTo(history.last) {
      state.show(event: event)
      var context = try #require(state.run).context(.unicode)
      context.selection = nil
      for (promise, rect) in GraphPane.content(context, width: 400, height: 400).boxes {
        #expect(
          places[promise] == nil || places[promise] == rect, "\(name): \(promise) at \(event)")
        places[promise] = rect
      }
    }
    #expect(places.count == (try end(of: name)).counts.total)
  }

  @Test(
    "Where the whole graph fits into the chain pane at 80x24, all boxes are in view",
    arguments: ["login-fetch-submit", "dashboard-race"])
  func whole(_ name: String) throws {
    let content = try content(of: name, width: 78, height: 9)
    #expect(content.boxes.count == (try end(of: name)).counts.total)
    #expect(content.count <= 9 && content.width <= 78)
    #expect(content.footing.isEmpty)
  }

  @Test("The arrow that decided a race is heavy, and a box that lost says that it was too late")
  func decision() throws {
    let lines = try content(of: "dashboard-race", width: 160, height: 40).lines.map(\.text)
    #expect(lines.contains { $0.contains("━→│race first") })
    #expect(lines.filter { $0.contains("too late│") }.count == 2)
    let before = try content(of: "dashboard-race", at: 30, width: 160, height: 40).lines.map(\.text)
    #expect(!before.contains { $0.contains("━") || $0.contains("too late│") })
  }

  @Test("A framed box names its queue, or says that it is a timer")
  func queues() throws {
    let lines = try content(of: "login-fetch-submit", width: 200, height: 30).lines.map(\.text)
    for name in ["p3 net", "p5 work", "p6 main", "p1 timer"] {
      #expect(lines.contains { $0.contains("─ \(name) ─") }, "\(name)")
    }
  }

  @Test(
    "A promise that a handler returned is one layer before the promise that adopts it, and next to its parent"
  )
  func adopted() throws {
    let graph = try end(of: "two-renewals")
    let diagram = GraphDiagram(graph, folding: nil)
    func place(_ promise: PromiseID) throws -> LayeredLayout.Place {
      diagram.layout.places[try #require(diagram.index(of: promise, in: graph))]
    }
    // p2's handler returned p9, whose handler returned p12.
    for (inner, outer, parent) in [(12, 9, 8), (9, 2, 1), (13, 11, 10), (11, 5, 4)] {
      let (inner, outer) = (try place(PromiseID(inner)), try place(PromiseID(outer)))
      #expect(inner.layer + 1 == outer.layer)
      #expect(abs(inner.row - (try place(PromiseID(parent))).row) <= 3)
    }
  }

  private func content(
    of name: String, at event: Int? = nil, width: Int, height: Int
  ) throws -> PaneContent {
    var history = History()
    history.append(contentsOf: try SimulatedDemo(try #require(Demo.named(name))).events)
    let context = PaneContext(
      graph: history.graph(at: event ?? history.last), history: history,
      playhead: event ?? history.last, prediction: nil, known: try end(of: name), selection: nil,
      glyphs: .unicode)
    return GraphPane.content(context, width: width, height: height)
  }

  private func end(of name: String) throws -> Graph {
    Graph(try SimulatedDemo(try #require(Demo.named(name))).events)
  }
}
