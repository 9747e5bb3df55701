import Demos
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

/// The warnings about the demos: for each demo, exactly those that it is meant to show.
@Suite("Lints on the demos")
struct DemoLintTests {
  @Test("Every demo triggers exactly the lints that it names", arguments: Demo.all.map(\.name))
  func standard(name: String) throws {
    let demo = try #require(Demo.named(name))
    let sentences = try sentences(demo)
    #expect(try told(demo) == demo.lints.sorted(), "\(name): \(sentences)")
  }

  @Test("Every variant triggers exactly the lints that it names", arguments: Demo.all.map(\.name))
  func variants(name: String) throws {
    let demo = try #require(Demo.named(name))
    for variant in demo.variants {
      let sentences = try sentences(demo, variant.settings)
      #expect(
        try told(demo, variant.settings) == variant.lints.sorted(),
        "\(name) \(variant.name): \(sentences)")
    }
  }

  @Test("Every lint has a demo, or a variant of one, that triggers it and nothing else")
  func everyLint() {
    let lists = Demo.all.flatMap { demo in [demo.lints] + demo.variants.map(\.lints) }
    let single = Set(lists.compactMap { $0.count == 1 ? $0.first : nil })
    #expect(Set(Lints.all.map { $0.id }).subtracting(single) == [])
  }

  @Test(
    "Jumping back gives the same warnings as folding forward", arguments: Demo.all.map(\.name))
  func jumping(name: String) throws {
    let demo = try #require(Demo.named(name))
    let events = try SimulatedDemo(demo).events
    var history = History(limit: 64)
    history.append(contentsOf: events)
    var state = RunState()
    for event in events where event.sequence > history.base {
      if state.graph.sequence == 0 { state = history.state(at: history.base) }
      state.apply(event)
      #expect(Array(history.state(at: event.sequence).warnings) == Array(state.warnings))
    }
  }

  /// The ids of the warnings about a run, without duplicates, sorted.
  private func told(_ demo: Demo, _ settings: [String] = []) throws -> [String] {
    Set(try warnings(demo, settings).map(\.lint)).sorted()
  }

  private func sentences(_ demo: Demo, _ settings: [String] = []) throws -> String {
    try warnings(demo, settings).map { "\($0.lint): \($0.sentence)" }.joined(separator: "; ")
  }

  private func warnings(_ demo: Demo, _ settings: [String]) throws -> [Warning] {
    var state = RunState()
    for event in try SimulatedDemo(demo, settings: settings).events { state.apply(event) }
    return Array(state.warnings) + state.warningsAtEnd
  }
}
