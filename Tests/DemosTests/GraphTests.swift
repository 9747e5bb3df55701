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

  @Test("All boxes of the flagship are in view while it plays at 80x24")
  func flagship() throws {
    let graph = try end(of: "login-fetch-submit")
    var history = History()
    history.append(
      contentsOf: try SimulatedDemo(try #require(Demo.named("login-fetch-submit"))).events)
    let context = PaneContext(
      graph: graph, history: history, playhead: history.last, prediction: nil, known: graph,
      selection: nil, glyphs: .unicode)
    let content = GraphPane.content(context, width: 78, height: 9)
    #expect(content.boxes.count == 9)
    #expect(content.count <= 9 && content.width <= 78)
  }

  private func end(of name: String) throws -> Graph {
    Graph(try SimulatedDemo(try #require(Demo.named(name))).events)
  }
}
