import Demos
import PromiseGraph
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

/// A client that connects late receives what is alive, and sees the same of it as a client that was
/// connected from the start.
@Suite("A client that connects late to a trace")
struct LateJoinerTests {
  @Test("sees of what is alive the same as the whole trace shows", arguments: Demo.all.map(\.name))
  func alive(name: String) throws {
    let events = try SimulatedDemo(try #require(Demo.named(name))).events
    var (table, whole) = (LiveTable(), Graph())
    let places = Set(stride(from: 0, to: events.count, by: max(1, events.count / 12)))
    for (place, event) in events.enumerated() {
      table.fold(event)
      whole.apply(event)
      guard places.contains(place) || place == events.count - 1 else { continue }
      var late = Graph(since: event.sequence)
      for event in table.events { late.apply(event) }
      #expect(Self.facts(late) == Self.facts(whole), "after event \(event.sequence)")
    }
  }

  /// What can be seen of what is alive: promises, queues, timers, jobs.
  private static func facts(_ graph: Graph) -> [String] {
    let alive = graph.promises.filter { $0.freed == nil }
    return alive.map { node in
      let text = node.settlement?.description ?? ""
      return "\(node.id) \(node.creation.title) \(node.state) \(text) \(node.created.time)"
    }
      + graph.queues.map { "\($0.id) \($0.label) waiting \($0.waiting) running \($0.running)" }
      + graph.pendingTimers.map { "\($0.id) due \($0.due)" }
      + graph.waits.map { "waits for \($0.promise)" }
  }
}
