import Demos
import PromiseKitLite
import Testing

@Suite("Demos on Dispatch queues")
struct RealQueuesTests {
  @Test(
    "A demo has the same promises on real queues as in a simulation",
    arguments: Demo.all.map(\.name))
  func sameGraph(name: String) async throws {
    let demo = try #require(Demo.named(name))
    let settings = RealDemo.short[name] ?? []
    let run = try await RealDemo(demo, settings: settings)
    #expect(run.isSettled)
    let simulated = try SimulatedDemo(demo, settings: settings)
    #expect(promises(run.events) == promises(simulated.events))
    #expect(unfreed(run.events) == unfreed(simulated.events))
  }

  /// The promises of a run: operation, label, site, and the labels of the parents; sorted.
  private func promises(_ events: [PromiseEvent]) -> [String] {
    let creations = events.compactMap { event in
      if case .created(let creation) = event.kind { creation } else { nil }
    }
    let names = Dictionary(uniqueKeysWithValues: creations.map { ($0.promise, $0.label ?? "?") })
    return creations.map { creation in
      let parents = creation.parents.map { names[$0] ?? "unknown" }
      return [
        creation.operation.rawValue, creation.label ?? "?", creation.site?.description ?? "?",
        "of \(parents)",
      ].joined(separator: " ")
    }.sorted()
  }

  /// The labels of the promises that are still alive after the run.
  private func unfreed(_ events: [PromiseEvent]) -> [String] {
    var alive: [PromiseID: String] = [:]
    for event in events {
      switch event.kind {
      case .created(let creation): alive[creation.promise] = creation.label ?? "?"
      case .deallocated(let promise, _, _): alive[promise] = nil
      default: break
      }
    }
    return alive.values.sorted()
  }
}
