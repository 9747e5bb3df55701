import Demos
import Foundation
import PromiseGraph
import Testing

/// The order in which the handlers of each demo and of its variants run, against the file beside it.
/// `UPDATE_ORDERS=1` writes the files anew.
@Suite("Golden orders of the demos")
struct GoldenOrderTests {
  private static let updates = ProcessInfo.processInfo.environment["UPDATE_ORDERS"] != nil
  private static let names = Demo.all.filter { updates || $0.text(beside: ".order") != nil }.map(
    \.name)

  private func orders(of demo: Demo) throws -> GoldenOrders {
    var orders = GoldenOrders()
    for (name, settings) in [("standard", [])] + demo.variants.map({ ($0.name, $0.settings) }) {
      let events = try SimulatedDemo(demo, settings: settings).events
      orders.set(GoldenOrder(HandlerOrder(events), times: true), for: name)
    }
    return orders
  }

  @Test("A demo and its variants run in the order of its file", arguments: names)
  func golden(name: String) throws {
    let demo = try #require(Demo.named(name))
    let orders = try orders(of: demo)
    if Self.updates {
      try Data(orders.text.utf8).write(to: Self.file(beside: demo))
      return
    }
    let golden = try GoldenOrders(try #require(demo.text(beside: ".order")))
    #expect(golden.sections.map(\.name) == orders.sections.map(\.name))
    for section in orders.sections {
      #expect(golden[section.name]?.lines == section.order.lines, "\(name), \(section.name ?? "")")
    }
  }

  /// The file beside a demo's source, wherever its chapter lies.
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
