import Demos
import PromiseKitLite
import Testing

@Suite("The traces of the demos")
struct TraceSchemaTests {
  @Test(
    "Every line of every demo and variant matches the schema", arguments: Demo.all.map(\.name))
  func lines(name: String) throws {
    let schema = try TraceSchema()
    let demo = try #require(Demo.named(name))
    let writer = TraceWriter()
    for settings in [[]] + demo.variants.map(\.settings) {
      let events = try SimulatedDemo(demo, settings: settings).events
      let header = writer.line(TraceHeader(isVirtual: true, title: name))
      for line in [header] + events.map(writer.line) {
        #expect(schema.problem(with: line) == nil, "\(String(decoding: line, as: UTF8.self))")
      }
    }
  }
}
