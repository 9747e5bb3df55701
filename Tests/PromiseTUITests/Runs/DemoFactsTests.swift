import Demos
import PromiseCourse
import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Testing

@testable import PromiseScreens
@testable import promise_tui

@Suite("What the list and the end of a run say about the demos")
struct DemoFactsTests {
  private func events(_ name: String) throws -> [PromiseEvent] {
    try #require(Catalog[name]).explored.run(steps: 5000).events
  }

  @Test("The list begins with the demos for newcomers and has every demo once")
  func order() {
    let entries = Catalog.entries()
    #expect(Set(entries.map(\.name)) == Set(Demo.all.map(\.name)))
    #expect(entries.count == Demo.all.count)
    let first = entries.prefix { $0.startsCourse }
    #expect((6...8).contains(first.count))
    #expect(first.first?.name == "login-fetch-submit")
    #expect(entries.dropFirst(first.count).allSatisfy { !$0.startsCourse })
  }

  @Test("Every preview shows a chain of the run, and its figures", arguments: Demo.all.map(\.name))
  func preview(name: String) throws {
    let events = try events(name)
    let preview = DemoPreview(events)
    #expect(!preview.chain.steps.isEmpty)
    let made = events.count { $0.kind.name == .created }
    #expect(preview.promises == made)
    let labels = Set(
      events.flatMap { event -> [String] in
        guard case .created(let creation) = event.kind else { return [] }
        return [creation.label ?? creation.operation.spelling]
      })
    #expect(
      preview.chain.steps.allSatisfy { labels.contains($0.name) || $0.name.hasPrefix("after") },
      "\(preview.chain.steps)")
  }

  @Test("The flagship's chain is the one of its lesson")
  func flagship() throws {
    let chain = DemoPreview(try events("login-fetch-submit")).chain
    #expect(chain.steps.map(\.name) == ["login(user)", "fetch", "submit", "show"])
    #expect(chain.steps.first?.value.contains("tok_9") == true)
    let race = DemoPreview(try events("dashboard-race")).chain
    #expect(race.steps.first?.inputs.isEmpty == false, "\(race)")
  }

  @Test("Every end card says what came out, and its parts add up", arguments: Demo.all.map(\.name))
  func card(name: String) throws {
    let events = try events(name)
    let graph = Graph(events)
    let card = EndCard(graph, since: events.first?.time ?? 0)
    #expect(!card.results.isEmpty, "\(name)")
    #expect(card.results.count <= 15 && card.event == events.count)
    let shares = try #require(card.shares)
    #expect(shares.parts.count <= 3)
    #expect(shares.parts.reduce(shares.rest) { $0 + $1.length } == shares.whole)
    #expect(shares.whole <= card.length)
    for part in shares.parts {
      #expect(part.length > 0 && graph[part.promise] != nil && !part.name.isEmpty)
    }
    // A promise that is pending at the end is said to be, and a rejection nobody handled comes first.
    let unhandled = graph.promises.contains { $0.unhandled != nil }
    if unhandled, case .promise(let id, _, _, _, _)? = card.results.first {
      #expect(graph[id]?.state == .rejected)
    } else {
      #expect(!unhandled)
    }
  }

  @Test(
    "A quiz shows the closure of a demo, and nothing declared about it",
    arguments: Demo.all.map(\.name))
  func closure(name: String) throws {
    let sources = Graph(try events(name)).sources
    let source = try #require(sources.values.first)
    let closure = source.closure
    #expect(closure.lines.count < source.lines.count)
    for word in ["teaches:", "lints:", "expects:"] {
      #expect(!closure.lines.contains { $0.contains(word) }, "\(name): \(word)")
    }
    // What makes its promises is still there, under the same numbers.
    let made = Graph(try events(name)).promises.compactMap { $0.creation.site?.line }
    #expect(made.allSatisfy { $0 >= closure.firstLine }, "\(name)")
    #expect(closure.lines.first == source.lines[closure.firstLine - source.firstLine])
  }
}
