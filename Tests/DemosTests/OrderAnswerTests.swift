import Demos
import PromiseGraph
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("What is said of the order of two handlers, held against every schedule")
struct OrderAnswerTests {
  private static let demos = Demo.all.map(\.name)

  /// Two handlers of which the first always runs before the second one, as some schedule says.
  private struct Pair: Hashable {
    var first: HandlerKey
    var second: HandlerKey
  }

  @Test("What is called a rule holds in every schedule", arguments: demos)
  func always(name: String) throws {
    let scenario = try #require(Demo.named(name)).scenario()
    let runs = EverySchedule.runs(of: scenario, limit: 300)
    var rules: [Pair: String] = [:]
    for run in runs.prefix(5) + runs.suffix(5) {
      for (pair, reason) in rulesOf(run.events) { rules[pair] = reason }
    }
    #expect(!rules.isEmpty)
    for run in runs {
      for (pair, reason) in rules {
        guard let first = pair.first.promise(in: run.events),
          let second = pair.second.promise(in: run.events),
          let early = began(first, run.events), let late = began(second, run.events)
        else { continue }
        #expect(early <= late, "\(first) before \(second) in \(run.schedule): \(reason)")
      }
    }
  }

  /// The orders in a run that are called rules, each with the reason.
  private func rulesOf(_ events: [PromiseEvent]) -> [Pair: String] {
    var history = History()
    history.append(contentsOf: events)
    let graph = history.graph(at: history.last)
    let promises = graph.promises.map(\.id)
    var rules: [Pair: String] = [:]
    for one in promises {
      for other in promises where other > one {
        let order = OrderOfTwo(one, other, in: graph, history: history)
        guard order.verdict == .always, let first = HandlerKey(order.first, in: graph),
          let second = HandlerKey(order.second, in: graph)
        else { continue }
        rules[Pair(first: first, second: second)] = order.explanation.text
      }
    }
    return rules
  }

  /// The event at which the handler or body of a promise begins, or at which it settles without: a timeout
  /// that is over still hears of what came too late.
  private func began(_ promise: PromiseID, _ events: [PromiseEvent]) -> Int? {
    events.first { event in
      switch event.kind {
      case .jobStarted(_, promise, _), .bodyStarted(promise): true
      case .settled(let settlement): settlement.promise == promise
      default: false
      }
    }?.sequence
  }
}

@Suite("Why, at every event of every demo")
struct WhyEverywhereTests {
  private static let demos = Demo.all.map(\.name)

  @Test("Every promise has an answer that ends, and names none that there is not", arguments: demos)
  func answers(name: String) throws {
    let events = try SimulatedDemo(#require(Demo.named(name))).events
    var history = History()
    history.append(contentsOf: events)
    var graph = Graph()
    for event in events {
      graph.apply(event)
      for node in graph.promises {
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
