import Demos
import Foundation
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

/// Compares the order in which the handlers of each demo and its variants run, and the
/// expectations, with the file next to it. `UPDATE_ORDERS=1` rewrites the files, and keeps their
/// expectations.
@Suite("Golden orders of the demos")
struct GoldenOrderTests {
  private static let updates = ProcessInfo.processInfo.environment["UPDATE_ORDERS"] != nil
  private static let names = Demo.all.filter { updates || $0.text(beside: ".order") != nil }.map(
    \.name)

  /// The runs of a demo and of its variants, by name.
  private func runs(of demo: Demo) throws -> [(name: String, events: [PromiseEvent])] {
    try ([("standard", [])] + demo.variants.map { ($0.name, $0.settings) }).map {
      ($0, try SimulatedDemo(demo, settings: $1).events)
    }
  }

  @Test("A demo and its variants run in the order given in its file", arguments: names)
  func golden(name: String) throws {
    let demo = try #require(Demo.named(name))
    let golden = try demo.text(beside: ".order").map { try GoldenOrders(withExpectations: $0) }
    let runs = try runs(of: demo)
    var orders = GoldenOrders()
    for run in runs {
      let order = GoldenOrder(HandlerOrder(run.events), times: true)
      orders.set(order.expecting(as: golden?[run.name]), for: run.name)
    }
    if Self.updates {
      try Data(orders.text.utf8).write(to: Self.file(beside: demo))
      return
    }
    #expect(golden?.sections.map(\.name) == orders.sections.map(\.name))
    for section in orders.sections {
      #expect(golden?[section.name]?.lines == section.order.lines, "\(name), \(section.name ?? "")")
    }
    for run in runs {
      for expectation in try golden?[run.name]?.expectations() ?? [] {
        let failure = expectation.failure(in: NamedRun(run.events))
        #expect(failure == nil, "\(name), \(run.name): \(expectation.text)")
      }
    }
  }

  /// The file next to a demo's source, in the folder of its chapter.
  private static func file(beside demo: Demo) throws -> URL {
    let demos = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("demos")
    let name = demo.file.split(separator: "/").last.map { $0.dropLast(".swift".count) } ?? ""
    let folders = try FileManager.default.contentsOfDirectory(
      at: demos.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    let source = folders.map { $0.appendingPathComponent("\(name).swift") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
    return try #require(source).deletingPathExtension().appendingPathExtension("order")
  }
}
