import Demos
import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("Explanations of the order of two handlers, checked against every schedule")
struct OrderAnswerTests {
  private static let demos = Demo.all.map(\.name)

  @Test("What is called a rule holds in every schedule", arguments: demos)
  func always(name: String) throws {
    let scenario = try #require(Demo.named(name)).scenario()
    let runs = EverySchedule.runs(of: scenario, limit: 300)
    let rules = OrderRules(of: (runs.prefix(5) + runs.suffix(5)).map(\.events))
    #expect(!rules.isEmpty)
    for run in runs {
      for (order, reason) in rules.broken(in: run.events) {
        Issue.record("\(order) in \(run.schedule): \(reason)")
      }
    }
  }
}

@Suite("Why, throughout every demo")
struct WhyEverywhereTests {
  private static let demos = Demo.all.map(\.name)

  @Test(
    "Every promise has an answer that ends, and names only promises that exist",
    arguments: demos)
  func answers(name: String) throws {
    let events = try SimulatedDemo(#require(Demo.named(name))).events
    var history = History()
    history.append(contentsOf: events)
    var graph = Graph()
    let looks = Set(SpreadEvents.upTo(history.last))
    for event in events {
      graph.apply(event)
      for node in graph.promises where looks.contains(event.sequence) {
        let explanation = graph.explanation(of: node.id, in: history)
        let place = "\(node.id) at event \(event.sequence)"
        #expect(explanation.lines.count < 100, "\(place)")
        #expect(explanation.lines.first?.kind == .question, "\(place)")
        let reason = explanation.lines.dropFirst().prefix { $0.kind != .question }
        #expect(reason.contains { $0.kind == .answer }, "\(place): \(explanation.text)")
        for line in explanation.lines {
          #expect(!line.text.isEmpty && !line.text.contains("not known"), "\(place): \(line.text)")
          if let promise = line.promise { #expect(graph[promise] != nil, "\(place): \(line.text)") }
          if let number = line.event {
            #expect((1...event.sequence).contains(number), "\(place): \(line.text)")
          }
        }
      }
    }
  }
}
